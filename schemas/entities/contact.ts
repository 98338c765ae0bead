import { z } from 'zod';

export const contactTopics = [
  'DATA_INCONSISTENCY',
  'DATA_UPDATE',
  'NO_READINGS_DEVICE_INSTALLATION',
  'NO_READINGS_PROPERTY',
  'PRODUCT_DISCREPANCY',
  'TECH_SUPPORT',
] as const;
export const contactTopicSchema = z.enum(contactTopics).meta({ id: 'ContactTopic' });

export const contactMessageSchema = z
  .object({
    subject: contactTopicSchema,
    message: z.string().trim().min(1).max(4000),
    emailAddress: z.email(),
    additionalEmailAddress: z.email().optional(),
    sendCopy: z.boolean(),
  })
  .meta({ id: 'ContactMessage' });
