import { z } from 'zod';
import { accountLevelSchema, roleSchema } from './access.ts';
import { instantSchema } from './consumption.ts';
import { countrySchema, languageSchema } from './market.ts';

/** What people see and change of their own account. */

/** Where a secret is kept, and so where it is changed; NONE: this installation can't change it. */
export const keeperSchema = z.enum(['PORTAL', 'PROVIDER', 'NONE']).meta({ id: 'Keeper' });
export type Keeper = z.infer<typeof keeperSchema>;

/** With its dialling prefix (specification §5). */
const phoneSchema = z
  .string()
  .trim()
  .regex(/^\+[1-9][0-9 ]{6,18}$/, 'expected a number with its dialling prefix');

export const profileSchema = z
  .object({
    username: z.string(),
    name: z.string(),
    email: z.string(),
    pendingEmail: z.string().nullable().describe('Asked for, and not confirmed yet'),
    phoneNumber: z.string().nullable(),
    language: languageSchema,
    country: countrySchema,
    level: accountLevelSchema,
    groups: z.array(roleSchema),
    lastLogin: instantSchema.nullable(),
    notifications: z.boolean().describe('Alerts are sent by e-mail'),
    passwordKeeper: keeperSchema,
  })
  .meta({ id: 'Profile' });
export type Profile = z.infer<typeof profileSchema>;

export const profileChangeSchema = z
  .object({ name: z.string().trim().min(1).max(200), phoneNumber: phoneSchema })
  .meta({ id: 'ProfileChange' });

const secretText = z.string().min(1).max(200);
/** Judged by passwordPolicy.ts, which counts characters; here they are UTF-16 units, two at most. */
const newPassword = z.string().min(12).max(48);

export const passwordChangeSchema = z
  .object({ currentPassword: secretText, password: newPassword, repeatedPassword: newPassword })
  .meta({ id: 'PasswordChange' });

export const passwordForgottenSchema = z
  .object({ account: z.string().trim().min(1).max(200).describe('User name or e-mail address') })
  .meta({ id: 'PasswordForgotten' });

const linkToken = z.string().max(200);

export const passwordResetSchema = z
  .object({ token: linkToken, password: newPassword, repeatedPassword: newPassword })
  .meta({ id: 'PasswordReset' });

/** Without a token, as after a reload, a link is INVALID. */
export const linkCheckSchema = z.object({ token: linkToken.optional() }).meta({ id: 'LinkCheck' });
export const linkStateSchema = z.enum(['VALID', 'EXPIRED', 'INVALID']).meta({ id: 'LinkState' });

export const emailChangeSchema = z
  .object({ email: z.email().max(254), currentPassword: secretText.optional() })
  .meta({ id: 'EmailChange' });

export const unlockSchema = z
  .object({ token: linkToken.describe('From the mailed link') })
  .meta({ id: 'Unlock' });

export const emailConfirmationSchema = z
  .object({ token: linkToken })
  .meta({ id: 'EmailConfirmation' });

export const totpSchema = z
  .object({
    state: z.enum(['OFF', 'PENDING', 'ON']),
    keeper: keeperSchema,
    /** The next three only while PENDING: for the authenticator app, and to be written down. */
    uri: z.string().optional().describe('otpauth://, for the QR code'),
    secret: z.string().optional().describe('Base32 in groups of four, for typing it in'),
    recoveryCodes: z.array(z.string()).optional(),
    recoveryCodesLeft: z.number().int().min(0).nullable().describe('null: not known here'),
  })
  .meta({ id: 'Totp' });
export type Totp = z.infer<typeof totpSchema>;

export const totpCodeSchema = z
  .object({
    code: z
      .string()
      .trim()
      .regex(/^[0-9]{3} ?[0-9]{3}$/, 'expected six digits'),
  })
  .meta({ id: 'TotpCode' });

/** That it is still the owner who turns the second factor off. */
export const totpRemovalSchema = z
  .object({
    currentPassword: secretText.describe('The password as it is now'),
    code: z.string().trim().min(1).max(40).describe('The code of the app, or a recovery code'),
  })
  .meta({ id: 'TotpRemoval' });

/** Where the own account is signed in. */
export const ownSessionSchema = z
  .object({
    id: z.number().describe('By which it is ended'),
    startedAt: instantSchema.describe('Its first call'),
    lastSeenAt: instantSchema.describe('Its last call, to the minute'),
    address: z.string().nullable().describe('Where its first call came from'),
    browser: z.string().nullable().describe('Such as Firefox, Windows; null: not known'),
    isCurrent: z.boolean().describe('The session that asks'),
  })
  .meta({ id: 'OwnSession' });

/** What the activity log tells of sign-in and accounts. */
export const activityTypes = [
  'SIGN_IN',
  'SIGN_IN_FAILED',
  'SIGN_OUT',
  'ACCOUNT_LOCKED',
  'ACCOUNT_UNLOCKED',
  'ACCOUNT_CREATED',
  'ACCOUNT_DISABLED',
  'ACCOUNT_ENABLED',
  'PASSWORD_CHANGED',
  'PASSWORD_FORGOTTEN',
  'PASSWORD_RESET',
  'EMAIL_CHANGE_ASKED',
  'EMAIL_CHANGED',
  'TOTP_ENABLED',
  'TOTP_FAILED',
  'TOTP_REMOVED',
  'RECOVERY_CODE_USED',
  'NOTIFICATIONS_ON',
  'NOTIFICATIONS_OFF',
  'PROFILE_CHANGED',
  'ROLES_CHANGED',
] as const;
export const activityTypeSchema = z.enum(activityTypes).meta({ id: 'ActivityType' });
export type ActivityType = z.infer<typeof activityTypeSchema>;

export const ownActivitySchema = z
  .object({
    id: z.number(),
    actionDate: instantSchema,
    actionType: activityTypeSchema,
    actor: z.string(),
  })
  .meta({ id: 'OwnActivity' });
