import { setTimeout } from 'node:timers/promises';
import type { AdapterPayload } from 'oidc-provider';
import type { Statements } from '../../database/statements.ts';
import { type Activity, recordActivity } from '../activity.repository.ts';
import type { Limits } from '../limits.ts';
import { networkOf } from '../networkOf.ts';
import { createPasswordCheck, type PasswordCost } from '../passwords.ts';
import { createPayloadAdapter } from './payload.repository.ts';
import { type Attempt, beginAttempt, recordSuccess } from './signIn.repository.ts';
import { acceptCode } from './totp.repository.ts';

/** Long enough for the slowest way to fail, so that all ways take this long. */
const usualFailureMs = 400;
/** So long a right password waits for its code. */
const pendingSeconds = 600;

/** What is kept between the two steps. */
type PassedPassword = {
  /** The subject, by which oidc-provider's rows are found. */
  readonly accountId: string;
  readonly username: string;
  readonly credentialVersion: number;
};

export type StepOutcome =
  | { readonly step: 'done'; readonly subject: string; readonly factors: readonly string[] }
  | { readonly step: 'code' }
  | { readonly step: 'refused' };

/** The two steps of a sign-in: a password, and a code for who has set up a second factor. */
export interface SignInSteps {
  /** `interaction` is where the second step will be asked for. Throws TOO_MANY_REQUESTS. */
  checkPassword(
    interaction: string,
    given: { username: string; password: string; address: string },
  ): Promise<StepOutcome>;
  /** Throws TOO_MANY_REQUESTS. */
  checkCode(interaction: string, given: { code: string; address: string }): Promise<StepOutcome>;
  /** Whether the password was right and the code is waited for. */
  isWaitingForCode(interaction: string): Promise<boolean>;
  /** Back to the password. */
  startOver(interaction: string): Promise<void>;
}

interface StepDeps {
  readonly statements: Statements;
  readonly limits: Limits;
  readonly now: () => Date;
  /** Told of each account that was locked just now. */
  readonly onLocked: (accountId: number) => void;
  readonly passwordCost?: PasswordCost | undefined;
  readonly failureMs?: number | undefined;
}

type FailureReason =
  | 'unknown user'
  | 'locked'
  | 'wrong password'
  | 'wrong code'
  | 'credentials changed';

/** For the operator's log only: the page says the same for all. */
function reasonOf(attempt: Attempt | undefined, otherwise: FailureReason): FailureReason {
  if (!attempt) return 'unknown user';
  return attempt.isLocked ? 'locked' : otherwise;
}

export function createSignInSteps(deps: StepDeps): SignInSteps {
  const { statements, limits, now, onLocked, failureMs = usualFailureMs } = deps;
  const isRight = createPasswordCheck(deps.passwordCost);
  const pending = createPayloadAdapter(statements)('PendingFactor');
  const log = (activity: Activity) => recordActivity(statements, activity);

  async function succeed(
    attempt: Attempt,
    address: string,
    factors: readonly string[],
  ): Promise<StepOutcome> {
    if (!(await recordSuccess(statements, attempt, networkOf(address)))) return { step: 'refused' };
    return { step: 'done', subject: attempt.subject, factors };
  }

  async function fail(
    attempt: Attempt | undefined,
    type: 'SIGN_IN_FAILED' | 'TOTP_FAILED',
    address: string,
    reason: FailureReason,
  ): Promise<StepOutcome> {
    const affectedId = attempt?.accountId;
    await log({ type, affectedId, detail: { address, reason } });
    if (attempt?.locks) {
      await log({ type: 'ACCOUNT_LOCKED', affectedId, detail: { address } });
      onLocked(attempt.accountId);
    }
    return { step: 'refused' };
  }

  return {
    async checkPassword(interaction, { username, password, address }) {
      await limits.spend('signIn', address);
      // Counting a failure writes to the database, which takes no time for an unknown user.
      const failure = setTimeout(failureMs);
      const attempt = await beginAttempt(statements, username, networkOf(address));
      const mayPass = await isRight(attempt?.passwordHash, password, address);
      if (!attempt || attempt.isLocked || !mayPass) {
        const [refused] = await Promise.all([
          fail(attempt, 'SIGN_IN_FAILED', address, reasonOf(attempt, 'wrong password')),
          failure,
        ]);
        return refused;
      }
      await limits.refund('signIn', address);
      if (!attempt.needsCode) return succeed(attempt, address, ['pwd']);
      // The attempt stays counted: who knows the password must not guess codes without end.
      const { subject: accountId, credentialVersion } = attempt;
      const passed: PassedPassword = { accountId, username, credentialVersion };
      await pending.upsert(interaction, passed as AdapterPayload, pendingSeconds);
      return { step: 'code' };
    },

    async checkCode(interaction, { code, address }) {
      await limits.spend('signIn', address);
      const waiting = (await pending.find(interaction)) as PassedPassword | undefined;
      if (!waiting) return { step: 'refused' };
      const failure = setTimeout(failureMs);
      const attempt = await beginAttempt(statements, waiting.username, networkOf(address));
      // The password that brought them here may be an old one by now.
      const isCurrent = attempt?.credentialVersion === waiting.credentialVersion;
      const mayPass = attempt && isCurrent && !attempt.isLocked;
      const factor = mayPass
        ? await acceptCode(statements, attempt.accountId, code, now())
        : undefined;
      if (!attempt || !factor) {
        const [refused] = await Promise.all([
          fail(
            attempt,
            'TOTP_FAILED',
            address,
            reasonOf(attempt, isCurrent ? 'wrong code' : 'credentials changed'),
          ),
          failure,
        ]);
        return refused;
      }
      const { accountId: affectedId } = attempt;
      if (factor === 'recovery') await log({ type: 'RECOVERY_CODE_USED', affectedId });
      await limits.refund('signIn', address);
      await pending.destroy(interaction);
      return succeed(attempt, address, ['pwd', factor === 'app' ? 'otp' : 'kba', 'mfa']);
    },

    isWaitingForCode: async (interaction) => (await pending.find(interaction)) !== undefined,
    startOver: async (interaction) => pending.destroy(interaction),
  };
}
