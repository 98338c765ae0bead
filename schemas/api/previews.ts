import { z } from 'zod';
import type { Operation } from './operation.ts';

/** Staff look at the portal as one of their market's customers has it, and change nothing. */
export const previewOperations = {
  'preview.start': {
    module: 'core',
    summary:
      'See the portal as an account of the market has it: all calls of this session are answered as the account’s for 30 minutes, and none changes anything',
    method: 'POST',
    path: '/api/preview',
    access: { anyRole: ['portal_super_admin', 'portal_support'] },
    body: z.object({
      username: z.string().trim().min(1).max(200).describe('User name of the account'),
    }),
    response: z.object({
      username: z.string().describe('User name of the account'),
      userId: z.string().describe('Id of the account at the identity provider'),
    }),
  },
  'preview.end': {
    module: 'core',
    summary: 'See the portal with the own account again',
    method: 'DELETE',
    path: '/api/preview',
    endsPreview: true,
    response: z.object({}),
  },
} as const satisfies Record<string, Operation>;
