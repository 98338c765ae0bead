import { z } from 'zod';
import { entity, writtenAs } from '../fields.ts';
import { instantSchema } from './consumption.ts';
import { contactTopicSchema } from './contact.ts';
import { allFileKinds, type FileKind } from './fileKinds.ts';
import { countrySchema } from './market.ts';

export const messageStates = ['NEW', 'IN_WORK', 'ANSWERED', 'CLOSED'] as const;
/** NEW: nobody has looked after it. CLOSED: nothing is left to do, answered or not. */
export const messageStateSchema = z.enum(messageStates).meta({ id: 'MessageState' });
export type MessageState = z.infer<typeof messageStateSchema>;

const state = messageStateSchema.describe('How far it has been looked after');
const note = z.string().trim().max(1000);

/** A message of the contact form as those list it who look after it. */
export const supportMessageSchema = entity(
  z.object({
    id: z.int().positive().describe('Number under which the message is kept, as in its mail'),
    createdAt: instantSchema.describe('When it was sent'),
    state,
    subject: contactTopicSchema.describe('What the message is about'),
    sender: z.string().describe('User name of who sent it'),
    emailAddress: z.string().describe('Where the sender wants the answer'),
    excerpt: z.string().describe('How it begins'),
    attachments: z.int().min(0).describe('How many files came with it'),
    changedBy: z.string().nullable().describe('Who looked after it last; null: nobody yet'),
    changedAt: instantSchema.nullable().describe('When that was; null: nobody has yet'),
  }),
  { name: 'SupportMessage', key: 'id', title: 'id', references: { message: 'id' } },
);

/** The whole of it. */
export const supportMessageDetailSchema = entity(
  z.object({
    ...supportMessageSchema.omit({ excerpt: true }).shape,
    message: z.string().describe('What the sender has to say'),
    additionalEmailAddress: z
      .string()
      .nullable()
      .describe('Who else wants the answer; null: nobody'),
    mailedAt: instantSchema
      .nullable()
      .describe('When it was mailed to the market’s address; null: that failed'),
  }),
  { name: 'SupportMessageDetail', like: 'SupportMessage', key: 'id', title: 'id' },
);

export const supportMessageEventSchema = entity(
  z.object({
    id: z.int().positive().describe('Unique among all of them'),
    at: instantSchema.describe('When it was done'),
    by: z.string().describe('User name of who did it'),
    state: messageStateSchema.describe('How far the message was from then on'),
    note: z.string().nullable().describe('What was done, as whoever did it says; null: nothing'),
  }),
  { name: 'SupportMessageEvent', key: 'id' },
);

export const supportMessageChangeSchema = entity(
  z.object({
    state,
    note: note.optional().describe('What was done, for whoever looks at it later'),
  }),
  { name: 'SupportMessageChange' },
);

export const messageAttachmentSchema = entity(
  z.object({
    id: z.int().positive().describe('Id of the file in calls'),
    fileName: z.string().describe('What it is called; its end says what it is'),
    mediaType: z.enum(allFileKinds as [FileKind]).describe('What its content was found to be'),
    size: writtenAs(z.int().positive().describe('How large it is, in bytes'), { as: 'bytes' }),
  }),
  { name: 'MessageAttachment', key: 'id', title: 'fileName', references: { attachment: 'id' } },
);

/** Where a market's customers find addresses and telephones. */
export const contactLinkSchema = entity(
  z.object({
    country: countrySchema.describe('Whose customers it is for'),
    countryName: z.string().describe('The same as people call it'),
    url: z.url().describe('The page with addresses and telephones'),
  }),
  { name: 'ContactLink', key: 'country', title: 'countryName' },
);
