import { z } from 'zod';
import { attentionKinds, attentionSchema } from '../entities/attention.ts';
import { instantSchema } from '../entities/consumption.ts';
import type { Operation } from './operation.ts';

export const dashboardOperations = {
  'dashboard.today': {
    module: 'dashboard',
    summary: 'What waits for the user, the most pressing first, and when the last readings came',
    method: 'GET',
    path: '/api/dashboard/today',
    response: z.object({
      content: z
        .array(attentionSchema)
        .max(attentionKinds.length)
        .describe('Each kind of which there is something, as far as the user may look at it'),
      lastReadingAt: instantSchema
        .nullable()
        .describe('The newest reading of the user’s properties; null: none that may be seen'),
    }),
  },
} as const satisfies Record<string, Operation>;
