import { z } from 'zod';
import { sessionUserSchema } from '../entities/account.ts';
import { ownActivitySchema } from '../entities/activity.ts';
import {
  emailChangeSchema,
  emailCheckSchema,
  emailConfirmationSchema,
  languageChoiceSchema,
  linkCheckSchema,
  linkStateSchema,
  ownSessionSchema,
  passwordChangeSchema,
  passwordForgottenSchema,
  passwordResetSchema,
  profileChangeSchema,
  profileSchema,
  totpCodeSchema,
  totpRemovalSchema,
  totpSchema,
  unlockSchema,
} from '../entities/profile.ts';
import { idParameter, type Operation, pageOf, pageQuery } from './operation.ts';
import { userParams } from './parameters.ts';
import { operationPaths } from './paths.ts';

const done = z
  .object({ done: z.literal(true).describe('Says that it has been done') })
  .meta({ id: 'Done' });
const open = { access: { public: true } } as const;

/** What people do with their own account, signed in or with a link from a mail. */
export const accountOperations = {
  'session.end': {
    module: 'core',
    summary: 'End this session: its tokens are refused from now on',
    ...operationPaths['session.end'],
    endsPreview: true,
    response: done,
  },
  'language.save': {
    module: 'core',
    summary: 'Keep the language of the profile',
    ...operationPaths['language.save'],
    logs: 'LANGUAGE_CHANGED',
    params: userParams,
    body: languageChoiceSchema,
    response: sessionUserSchema,
  },
  'profile.get': {
    module: 'profile-settings',
    summary: 'The own account',
    ...operationPaths['profile.get'],
    params: userParams,
    response: profileSchema,
  },
  'profile.save': {
    module: 'profile-settings',
    summary: 'Change name and phone number',
    ...operationPaths['profile.save'],
    params: userParams,
    body: profileChangeSchema,
    response: profileSchema,
  },
  'notifications.save': {
    module: 'profile-settings',
    summary: 'Turn alerts by e-mail on or off',
    ...operationPaths['notifications.save'],
    params: userParams,
    body: z.object({
      notifications: z.boolean().describe('Whether alerts are sent by e-mail from now on'),
    }),
    response: profileSchema,
  },
  'activity.own': {
    module: 'profile-settings',
    summary: 'What happened to the own account, newest first',
    ...operationPaths['activity.own'],
    params: userParams,
    query: z.object(pageQuery),
    response: pageOf(ownActivitySchema),
  },
  'sessions.own': {
    module: 'profile-settings',
    summary: 'Where the own account is signed in, the latest call first',
    ...operationPaths['sessions.own'],
    params: userParams,
    response: pageOf(ownSessionSchema),
  },
  'sessions.endOne': {
    module: 'profile-settings',
    summary: 'End one of the own sessions: its tokens are refused from now on',
    ...operationPaths['sessions.endOne'],
    params: userParams.extend({
      session: idParameter.describe('Id of the session, as `sessions.own` lists it'),
    }),
    response: done,
  },
  'password.change': {
    module: 'profile-settings',
    summary: 'Change the own password; other sessions of the account end',
    ...operationPaths['password.change'],
    body: passwordChangeSchema,
    response: done,
  },
  'password.forgot': {
    module: 'auth',
    summary: 'Mail a link for a new password; the answer doesn’t tell whether there is an account',
    ...operationPaths['password.forgot'],
    ...open,
    body: passwordForgottenSchema,
    response: done,
  },
  'password.check': {
    module: 'auth',
    summary: 'Whether a link for a new password can be used',
    ...operationPaths['password.check'],
    ...open,
    reads: true,
    body: linkCheckSchema,
    response: z.object({ state: linkStateSchema.describe('Whether the link can be used') }),
  },
  'password.reset': {
    module: 'auth',
    summary: 'Set a new password by a link, which can be used once',
    ...operationPaths['password.reset'],
    refusals: ['LINK_EXPIRED'],
    ...open,
    body: passwordResetSchema,
    response: done,
  },
  'lock.open': {
    module: 'auth',
    summary: 'Open an account that wrong passwords have locked, by a link, which can be used once',
    ...operationPaths['lock.open'],
    refusals: ['LINK_EXPIRED'],
    ...open,
    body: unlockSchema,
    response: done,
  },
  'email.change': {
    module: 'profile-settings',
    summary: 'Mail a link to a new address, which confirms it',
    ...operationPaths['email.change'],
    refusals: ['EMAIL_UPDATE_FAILED'],
    body: emailChangeSchema,
    response: profileSchema,
  },
  'email.check': {
    module: 'auth',
    summary: 'Whether a link for a new address can be used, and the address',
    ...operationPaths['email.check'],
    ...open,
    reads: true,
    body: linkCheckSchema,
    response: emailCheckSchema,
  },
  'email.confirm': {
    module: 'auth',
    summary: 'Confirm a new address by a link, which can be used once',
    ...operationPaths['email.confirm'],
    refusals: ['LINK_EXPIRED', 'EMAIL_UPDATE_FAILED'],
    ...open,
    body: emailConfirmationSchema,
    response: done,
  },
  'totp.get': {
    module: 'profile-settings',
    summary: 'Whether signing in asks for a code, and how to set that up',
    ...operationPaths['totp.get'],
    response: totpSchema,
  },
  'totp.begin': {
    module: 'profile-settings',
    summary: 'Make a secret for an authenticator app, to be confirmed by a code',
    ...operationPaths['totp.begin'],
    refusals: ['CONFLICT'],
    response: totpSchema,
  },
  'totp.confirm': {
    module: 'profile-settings',
    summary: 'Confirm the secret by a code: from now on signing in asks for one',
    ...operationPaths['totp.confirm'],
    body: totpCodeSchema,
    response: totpSchema,
  },
  'totp.remove': {
    module: 'profile-settings',
    summary: 'Give up setting up an app, or after a fresh sign-in what the identity provider keeps',
    ...operationPaths['totp.remove'],
    refusals: ['PROOF_REQUIRED'],
    response: totpSchema,
  },
  'totp.turnOff': {
    module: 'profile-settings',
    summary: 'Sign in without a code again; other sessions of the account end',
    ...operationPaths['totp.turnOff'],
    refusals: ['PROOF_REQUIRED'],
    body: totpRemovalSchema,
    response: totpSchema,
  },
} as const satisfies Record<string, Operation>;
