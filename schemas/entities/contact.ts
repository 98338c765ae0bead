import { z } from 'zod';
import { entity } from '../fields.ts';
import { allFileKinds } from './fileKinds.ts';
import { uploadOf } from './upload.ts';

export const contactTopics = [
  'DATA_INCONSISTENCY',
  'DATA_UPDATE',
  'NO_READINGS_DEVICE_INSTALLATION',
  'NO_READINGS_PROPERTY',
  'PRODUCT_DISCREPANCY',
  'TECH_SUPPORT',
] as const;
export const contactTopicSchema = z.enum(contactTopics).meta({ id: 'ContactTopic' });

/** What may come with a message; what a browser runs is none of it. */
export const attachmentLimits = { accept: allFileKinds, mostBytes: 10_000_000 };
const maxAttachments = 5;

export const contactMessageSchema = entity(
  z.object({
    subject: contactTopicSchema.describe('What the message is about, by which it finds its reader'),
    message: z.string().trim().min(1).max(4000).describe('What the sender has to say'),
    emailAddress: z.email().describe('Where the provider answers'),
    additionalEmailAddress: z.email().optional().describe('Who else gets the answer'),
    attachments: z
      .array(uploadOf(attachmentLimits).describe('A file that was sent ahead'))
      .max(maxAttachments)
      .optional()
      .describe('Files that show what the message is about'),
    sendCopy: z.boolean().describe('Whether the sender gets the message as a mail'),
  }),
  { name: 'ContactMessage' },
);
