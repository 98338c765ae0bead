import { z } from 'zod';
import { contactMessageSchema } from '../entities/contact.ts';
import type { Operation } from './operation.ts';
import { operationPaths } from './paths.ts';

export const contactOperations = {
  'contact.send': {
    module: 'contact',
    summary: 'Send a message to the provider',
    ...operationPaths['contact.send'],
    body: contactMessageSchema,
    response: z
      .object({
        id: z.int().positive().describe('Number under which the provider keeps the message'),
      })
      .meta({ id: 'ContactReceipt' }),
  },
} as const satisfies Record<string, Operation>;
