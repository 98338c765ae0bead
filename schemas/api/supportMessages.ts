import { z } from 'zod';
import type { AccessRule } from '../accessRule.ts';
import { downloadTicketSchema } from '../entities/download.ts';
import {
  messageAttachmentSchema,
  messageStateSchema,
  supportMessageChangeSchema,
  supportMessageDetailSchema,
  supportMessageEventSchema,
  supportMessageSchema,
} from '../entities/supportMessage.ts';
import {
  filterQuery,
  idParameter,
  type Operation,
  pageOf,
  pageQuery,
  searchQuery,
  sortQuery,
} from './operation.ts';
import { ticketedFile } from './ticketedFile.ts';

/** What lists of messages are filtered by. */
export const messageFilters = {
  createdAt: 'date',
  state: 'choice',
  subject: 'choice',
  sender: 'text',
  changedBy: 'text',
} as const;

/** Support's, for the messages of their own market. */
const access = { anyRole: ['portal_support'] } satisfies AccessRule;
const support = { module: 'contact' as const, access };
const message = z.object({ message: idParameter.describe('Number of the message') });
const attachment = z.object({ attachment: idParameter.describe('Id of the file') });

export const supportMessageOperations = {
  'supportMessage.count': {
    ...support,
    summary: 'How many messages nobody has looked after yet',
    method: 'GET',
    path: '/api/contact/message/count',
    response: z
      .object({ waiting: z.int().min(0).describe('Messages in the state NEW') })
      .meta({ id: 'SupportMessageCount' }),
  },
  'supportMessage.list': {
    ...support,
    summary: 'Messages of the contact form, the newest first',
    method: 'GET',
    path: '/api/contact/message',
    query: z.object({
      ...pageQuery,
      ...searchQuery,
      ...sortQuery(['createdAt', 'id', 'state', 'subject', 'sender', 'changedAt']),
      ...filterQuery(messageFilters),
    }),
    response: pageOf(supportMessageSchema),
  },
  'supportMessage.get': {
    ...support,
    summary: 'One message',
    method: 'GET',
    path: '/api/contact/message/{message}',
    params: message,
    response: supportMessageDetailSchema,
  },
  'supportMessage.change': {
    ...support,
    summary: 'Say how far a message has been looked after',
    method: 'POST',
    path: '/api/contact/message/{message}',
    logs: 'MESSAGE_HANDLED',
    params: message,
    body: supportMessageChangeSchema,
    response: z
      .object({ state: messageStateSchema.describe('How far it is from now on') })
      .meta({ id: 'SupportMessageChanged' }),
    refusals: ['CONFLICT'],
  },
  'supportMessage.history': {
    ...support,
    summary: 'Who looked after a message, and when, the newest first',
    method: 'GET',
    path: '/api/contact/message/{message}/history',
    params: message,
    response: pageOf(supportMessageEventSchema),
  },
  'supportMessage.attachments': {
    ...support,
    summary: 'The files that came with a message',
    method: 'GET',
    path: '/api/contact/message/{message}/attachment',
    params: message,
    response: pageOf(messageAttachmentSchema),
  },
  'supportMessage.ticket': {
    ...support,
    summary: 'Ask to download a file that came with a message: once, within a minute',
    method: 'POST',
    path: '/api/contact/attachment/{attachment}/ticket',
    givesTicket: true,
    params: attachment,
    response: downloadTicketSchema,
  },
  'supportMessage.file': ticketedFile(
    { method: 'GET', path: '/api/contact/attachment/{attachment}' },
    attachment,
    {
      summary: 'A file that came with a message',
      file: 'The file, of the type that it was found to be',
    },
  ),
} as const satisfies Record<string, Operation>;
