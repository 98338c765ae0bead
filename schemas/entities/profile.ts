import { z } from 'zod';
import { entity, forOwnerAlone, keptAsTyped, lineSchema, writtenAs } from '../fields.ts';
import { accountLevelSchema, roleSchema } from './access.ts';
import { instantSchema } from './consumption.ts';
import { countrySchema, languageSchema } from './market.ts';

/** What people see and change of their own account. */

/** Where a secret is kept, and so where it is changed; NONE: this installation can't change it. */
export const keeperSchema = z.enum(['PORTAL', 'PROVIDER', 'NONE']).meta({ id: 'Keeper' });
export type Keeper = z.infer<typeof keeperSchema>;

/** With its dialling prefix (specification §5). */
export const phoneSchema = z
  .string()
  .trim()
  .regex(/^\+[1-9][0-9 ]{6,18}$/, 'expected a number with its dialling prefix');

export const profileSchema = entity(
  z.object({
    username: z.string().describe('What the user signs in with; it never changes'),
    name: z.string().describe('First name and surname of the user'),
    email: z.string().describe('Address that the portal’s mails go to'),
    pendingEmail: z
      .string()
      .nullable()
      .describe('New address that was asked for and not confirmed yet; null: none'),
    phoneNumber: z
      .string()
      .nullable()
      .describe('Phone number of the user, with its dialling prefix; null: not given'),
    language: languageSchema.describe('Language of screens and mails'),
    country: countrySchema.describe('Market that the account belongs to'),
    level: accountLevelSchema.describe('1: named in the contract; 2: added by such a main user'),
    groups: z.array(roleSchema).describe('What the user may do, as roles'),
    lastLogin: instantSchema.nullable().describe('When the user signed in last; null: never'),
    notifications: z.boolean().describe('Whether alerts are sent by e-mail'),
    passwordKeeper: keeperSchema.describe('Where the password is changed; NONE: not from here'),
  }),
  { name: 'Profile', title: 'username' },
);
export type Profile = z.infer<typeof profileSchema>;

export const profileChangeSchema = entity(
  z.object({
    name: lineSchema.min(1).max(200).describe('First name and surname of the user'),
    phoneNumber: phoneSchema.describe(
      'Phone number of the user with its dialling prefix, such as +48 600 700 800',
    ),
  }),
  { name: 'ProfileChange' },
);

/** A language that is chosen. */
export const languageChoiceSchema = entity(
  z.object({ language: languageSchema.describe('Language of screens and mails from now on') }),
  { name: 'LanguageChoice' },
);

const why = 'a password may begin or end with a space';
const secretText = z.string().min(1).max(200).register(keptAsTyped, { why });
/** Judged by passwordPolicy.ts, which counts characters; here they are UTF-16 units, two at most. */
const newPassword = z.string().min(12).max(48).register(keptAsTyped, { why });
const passwordPair = {
  password: newPassword.describe('What the user will sign in with, 12 to 24 characters'),
  repeatedPassword: newPassword.describe('The new password once more, against slips'),
};

export const passwordChangeSchema = entity(
  z.object({
    currentPassword: secretText.describe('What the user signs in with now'),
    ...passwordPair,
  }),
  { name: 'PasswordChange' },
);

export const passwordForgottenSchema = entity(
  z.object({ account: z.string().trim().min(1).max(200).describe('User name or e-mail address') }),
  { name: 'PasswordForgotten' },
);

const linkToken = z.string().max(200).describe('The secret part of a mail’s link, behind its #');

export const passwordResetSchema = entity(z.object({ token: linkToken, ...passwordPair }), {
  name: 'PasswordReset',
});

/** Without a token, as after a reload, a link is INVALID. */
export const linkCheckSchema = z
  .object({
    token: linkToken.optional().describe('The secret part of the link; without it: INVALID'),
  })
  .meta({ id: 'LinkCheck' });
export const linkStateSchema = z.enum(['VALID', 'EXPIRED', 'INVALID']).meta({ id: 'LinkState' });

export const emailChangeSchema = entity(
  z.object({
    email: z.email().max(254).describe('Where the confirming link is sent'),
    currentPassword: secretText
      .optional()
      .describe('What the user signs in with; asked for where the portal keeps passwords'),
  }),
  { name: 'EmailChange' },
);

/** A link for a new address, looked at before it is used. */
export const emailCheckSchema = entity(
  z.object({
    state: linkStateSchema.describe('Whether the link can be used'),
    email: z.string().nullable().describe('The address that it confirms; null: it confirms none'),
  }),
  { name: 'EmailCheck' },
);

export const unlockSchema = entity(z.object({ token: linkToken }), { name: 'Unlock' });

export const emailConfirmationSchema = entity(z.object({ token: linkToken }), {
  name: 'EmailConfirmation',
});

const whilePending = 'Only while PENDING: ';
const secondFactor = 'Who has it has the second factor.';

export const totpSchema = entity(
  z.object({
    state: z
      .enum(['OFF', 'PENDING', 'ON'])
      .describe('Whether signing in asks for a code; PENDING: it is being set up'),
    keeper: keeperSchema.describe('Where it is set up; NONE: not from here'),
    uri: forOwnerAlone(
      z.string().optional().describe(`${whilePending}otpauth:// address for the QR code`),
      secondFactor,
    ),
    secret: forOwnerAlone(
      z.string().optional().describe(`${whilePending}Base32 in groups of four, for typing it in`),
      secondFactor,
    ),
    recoveryCodes: forOwnerAlone(
      z
        .array(z.string())
        .optional()
        .describe(`${whilePending}each replaces the app once, to be written down`),
      secondFactor,
    ),
    recoveryCodesLeft: writtenAs(
      z
        .number()
        .int()
        .min(0)
        .nullable()
        .describe('How many recovery codes haven’t been used; null: not known here'),
      { as: 'integer' },
    ),
  }),
  { name: 'Totp' },
);
export type Totp = z.infer<typeof totpSchema>;

export const totpCodeSchema = entity(
  z.object({
    code: z
      .string()
      .trim()
      .regex(/^[0-9]{3} ?[0-9]{3}$/, 'expected six digits')
      .describe('Six digits that the authenticator app shows now'),
  }),
  { name: 'TotpCode' },
);

/** That it is still the owner who turns the second factor off. */
export const totpRemovalSchema = entity(
  z.object({
    currentPassword: secretText.describe('The password as it is now'),
    code: z.string().trim().min(1).max(40).describe('The code of the app, or a recovery code'),
  }),
  { name: 'TotpRemoval' },
);

export const sessionPlaceSchema = z.enum(['HERE', 'ELSEWHERE']).meta({ id: 'SessionPlace' });

const whereabouts = 'Where people are and what they use is theirs.';

/** Where the own account is signed in. */
export const ownSessionSchema = entity(
  z.object({
    id: z.int().positive().describe('By which it is ended'),
    startedAt: instantSchema.describe('Its first call'),
    lastSeenAt: instantSchema.describe('Its last call, to the minute'),
    address: forOwnerAlone(
      z.string().nullable().describe('Where its first call came from; null: not known'),
      whereabouts,
    ),
    browser: forOwnerAlone(
      z.string().nullable().describe('Such as Firefox, Windows; null: not known'),
      whereabouts,
    ),
    place: sessionPlaceSchema.describe('Whether it is the session that asks'),
  }),
  { name: 'OwnSession', key: 'id', title: 'browser', references: { session: 'id' } },
);
