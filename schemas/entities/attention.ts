import { z } from 'zod';
import { entity, writtenAs } from '../fields.ts';
import { count } from '../figures.ts';
import { instantSchema } from './consumption.ts';
import { newWarningDays, urgencySchema } from './warning.ts';

/** What the portal asks somebody to look at, the most pressing first. */
export const attentionKinds = [
  'CRITICAL_WARNINGS',
  'SILENT_DEVICES',
  'NEW_WARNINGS',
  'FAILED_REPORTS',
  'FAILED_PACKAGES',
  'NEW_MESSAGES',
  'FAILED_JOBS',
  'READING_QUESTIONS',
  'OPEN_INVITATIONS',
] as const;
export const attentionKindSchema = z.enum(attentionKinds).meta({ id: 'AttentionKind' });
export type AttentionKind = z.infer<typeof attentionKindSchema>;

/** What waits for somebody, of one kind. */
export const attentionSchema = entity(
  z.object({
    kind: attentionKindSchema.describe(
      `What waits. CRITICAL_WARNINGS: critical and active; NEW_WARNINGS: other active ones of the last ${newWarningDays} days that nobody has acknowledged; none is snoozed. SILENT_DEVICES: silent for too long. FAILED_REPORTS and FAILED_PACKAGES: the account’s own. For support, of the market: NEW_MESSAGES, FAILED_JOBS and open READING_QUESTIONS. OPEN_INVITATIONS: sub-administrators who never signed in`,
    ),
    urgency: writtenAs(urgencySchema.describe('How pressing it is: 0, 5 or 10'), {
      as: 'severity',
    }),
    count: count('How many there are'),
    newestAt: instantSchema
      .nullable()
      .describe('When the newest of them came, of the days that may be seen; null: not known'),
  }),
  { name: 'Attention', key: 'kind', title: 'kind' },
);
