import { z } from 'zod';
import { entity } from '../fields.ts';
import { instantSchema } from './consumption.ts';

/** What the activity log tells: each kind of action with its actions. */
export const actionsByKind = {
  SIGN_IN: [
    'SIGN_IN',
    'SIGN_IN_FAILED',
    'SIGN_OUT',
    'TOKEN_REUSED',
    'ACCOUNT_LOCKED',
    'ACCOUNT_UNLOCKED',
  ],
  ACCOUNT: [
    'ACCOUNT_CREATED',
    'ACCOUNT_INVITED',
    'ACCOUNT_CHANGED',
    'ACCOUNT_DISABLED',
    'ACCOUNT_ENABLED',
    'ACCOUNT_DELETED',
    'ACCOUNT_RESTORED',
    'EMAIL_CHANGE_ASKED',
    'EMAIL_CHANGE_TAKEN_BACK',
    'EMAIL_CHANGED',
    'NOTIFICATIONS_ON',
    'NOTIFICATIONS_OFF',
    'PROFILE_CHANGED',
    'LANGUAGE_CHANGED',
    'PREFERENCES_CHANGED',
  ],
  SECURITY: [
    'PASSWORD_CHANGED',
    'PASSWORD_FORGOTTEN',
    'PASSWORD_RESET',
    'TOTP_ENABLED',
    'TOTP_FAILED',
    'TOTP_REMOVED',
    'RECOVERY_CODE_USED',
    'KEYS_ROTATED',
  ],
  PERMISSION: [
    'ROLES_CHANGED',
    'ACCESS_ASSIGNED',
    'ACCESS_WITHDRAWN',
    'ACCESS_RESTORED',
    'PACKAGE_CREATED',
    'PACKAGE_CHANGED',
    'PACKAGE_DELETED',
    'MODULE_SWITCHED',
  ],
  WARNING: [
    'WARNINGS_ACKNOWLEDGED',
    'WARNINGS_SNOOZED',
    'WARNINGS_RESOLVED',
    'WARNINGS_SWITCHED',
    'WARNING_LIMITS_CHANGED',
    'ALERT_CHOICE_CHANGED',
    'WEBHOOK_CHANGED',
    'WEBHOOK_REMOVED',
    'WEBHOOK_SWITCHED',
    'WEBHOOK_TESTED',
    'WEBHOOK_SECRET_ROTATED',
  ],
  REPORT: [
    'REPORT_ORDERED',
    'REPORT_CANCELLED',
    'REPORT_RETRIED',
    'REPORT_DELETED',
    'REPORT_JOB_CREATED',
    'REPORT_JOB_CHANGED',
    'REPORT_JOB_DELETED',
    'REPORT_JOB_PAUSED',
    'REPORT_JOB_RESUMED',
    'REPORT_JOB_RUN',
  ],
  DOCUMENT: [
    'DOCUMENT_ADDED',
    'DOCUMENT_RELEASED',
    'DOCUMENT_DELETED',
    'DOCUMENT_PACKAGE_ORDERED',
    'DOCUMENT_PACKAGE_DELETED',
    'FILE_ADDED',
    'FILE_CHANGED',
    'FILE_MOVED',
    'FILE_DELETED',
  ],
  DOWNLOAD: ['FILE_DOWNLOADED'],
  MESSAGE: ['MESSAGE_SENT', 'MESSAGE_HANDLED'],
  PREVIEW: ['PREVIEW_STARTED', 'PREVIEW_CALL', 'PREVIEW_ENDED'],
  DATA: [
    'DATA_IMPORTED',
    'READING_QUESTION_ANSWERED',
    'SET_DATE_CHANGED',
    'SUPPLY_FACT_CHANGED',
    'JOBS_RETRIED',
  ],
} as const;

export type ActivityKind = keyof typeof actionsByKind;
export type ActivityType = (typeof actionsByKind)[ActivityKind][number];
export const activityKinds = Object.keys(actionsByKind) as [ActivityKind];
export const activityTypes = Object.values(actionsByKind).flat() as [ActivityType];

export const activityKindSchema = z.enum(activityKinds).meta({ id: 'ActivityKind' });
export const activityTypeSchema = z.enum(activityTypes).meta({ id: 'ActivityType' });

const kinds = new Map(
  activityKinds.flatMap((kind) => actionsByKind[kind].map((type) => [type as ActivityType, kind])),
);

export function kindOfActivity(type: ActivityType): ActivityKind {
  return kinds.get(type) as ActivityKind;
}

const id = z.int().positive().describe('Id of the entry');
const actionDate = instantSchema.describe('When it happened');

/** An entry as its owner sees it. */
export const ownActivitySchema = entity(
  z.object({
    id,
    actionDate,
    actionType: activityTypeSchema.describe('What happened'),
    actor: z.string().describe('User name of who did it, perhaps somebody else'),
  }),
  { name: 'OwnActivity', key: 'id', title: 'actionType' },
);

/** An entry as support sees it. */
export const activityEntrySchema = entity(
  z.object({
    id,
    actionDate,
    actionName: activityTypeSchema.describe('What happened'),
    affectedUser: z
      .string()
      .describe('User name of the account that it happened to; empty: to none'),
    actionType: activityKindSchema.describe('What kind of thing happened'),
    actor: z
      .string()
      .describe('User name of who did it; empty: nobody was signed in, or the system'),
    username: z
      .string()
      .nullable()
      .describe(
        'Whose activity is looked at from here: the affected, else the actor; null: nobody’s',
      ),
    details: z.string().describe('What else is known, as names and values; never a secret'),
  }),
  {
    name: 'ActivityEntry',
    key: 'id',
    title: 'actionName',
    references: { username: 'username' },
  },
);

/** Whose activity is looked at. */
export const activityUserSchema = entity(
  z.object({
    username: z.string().describe('What the user signs in with; it never changes'),
    name: z.string().describe('First name and surname of the user'),
  }),
  { name: 'ActivityUser', title: 'username', references: { username: 'username' } },
);
