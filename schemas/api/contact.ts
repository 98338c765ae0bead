import { z } from 'zod';
import { contactMessageSchema } from '../entities/contact.ts';
import { contactLinkSchema } from '../entities/supportMessage.ts';
import { type Operation, pageOf } from './operation.ts';
import { operationPaths } from './paths.ts';

export const contactOperations = {
  'contact.links': {
    module: 'contact',
    summary: 'Where customers find addresses and telephones, the own market first',
    ...operationPaths['contact.links'],
    response: pageOf(contactLinkSchema),
  },
  'contact.send': {
    module: 'contact',
    summary: 'Send a message to the provider',
    ...operationPaths['contact.send'],
    logs: 'MESSAGE_SENT',
    body: contactMessageSchema,
    response: z
      .object({
        id: z.int().positive().describe('Number under which the provider keeps the message'),
      })
      .meta({ id: 'ContactReceipt' }),
  },
} as const satisfies Record<string, Operation>;
