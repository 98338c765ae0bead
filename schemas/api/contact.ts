import { z } from 'zod';
import { contactMessageSchema } from '../entities/contact.ts';
import { contactLinkSchema } from '../entities/supportMessage.ts';
import { type Operation, pageOf } from './operation.ts';

export const contactOperations = {
  'contact.links': {
    module: 'contact',
    summary: 'Where customers find addresses and telephones, the own market first',
    method: 'GET',
    path: '/api/contact/link',
    response: pageOf(contactLinkSchema),
  },
  'contact.send': {
    module: 'contact',
    summary: 'Send a message to the provider',
    method: 'POST',
    path: '/api/contact',
    logs: 'MESSAGE_SENT',
    body: contactMessageSchema,
    response: z
      .object({
        id: z.int().positive().describe('Number under which the provider keeps the message'),
      })
      .meta({ id: 'ContactReceipt' }),
  },
} as const satisfies Record<string, Operation>;
