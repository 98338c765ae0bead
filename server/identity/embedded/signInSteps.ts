import { setTimeout } from 'node:timers/promises';
import type { AdapterPayload } from 'oidc-provider';
import type { Pool } from 'pg';
import { type Activity, recordActivity } from '../activity.repository.ts';
import type { Limits } from '../limits.ts';
import { createPasswordCheck, type PasswordCost } from '../passwords.ts';
import { createPayloadAdapter } from './payload.repository.ts';
import { type Attempt, beginAttempt, recordSuccess } from './signIn.repository.ts';
import { acceptCode } from './totp.repository.ts';

/** Long enough for the slowest way to fail, so that all ways take this long. */
const usualFailureMs = 400;
/** So long a right password waits for its code. */
const pendingSeconds = 600;

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

interface StepParts {
  readonly pool: Pool;
  readonly limits: Limits;
  readonly now: () => Date;
  readonly passwordCost?: PasswordCost | undefined;
  readonly failureMs?: number | undefined;
}

export function createSignInSteps(parts: StepParts): SignInSteps {
  const { pool, limits, now, failureMs = usualFailureMs } = parts;
  const isRight = createPasswordCheck(parts.passwordCost);
  const pending = createPayloadAdapter(pool)('PendingFactor');
  const log = (activity: Activity) => recordActivity(pool, activity);

  async function succeed(subject: string, factors: readonly string[]): Promise<StepOutcome> {
    await recordSuccess(pool, subject);
    return { step: 'done', subject, factors };
  }

  async function fail(
    attempt: Attempt | undefined,
    type: 'SIGN_IN_FAILED' | 'TOTP_FAILED',
    address: string,
  ): Promise<StepOutcome> {
    const affectedId = attempt?.accountId;
    await log({ type, affectedId, detail: { address } });
    if (attempt?.locks) await log({ type: 'ACCOUNT_LOCKED', affectedId, detail: { address } });
    await limits.spend('signIn', address);
    return { step: 'refused' };
  }

  return {
    async checkPassword(interaction, { username, password, address }) {
      await limits.check('signIn', address);
      // Counting a failure writes to the database, which takes no time for an unknown user.
      const failure = setTimeout(failureMs);
      const attempt = await beginAttempt(pool, username);
      const mayPass = await isRight(attempt?.passwordHash, password, address);
      if (!attempt || attempt.isLocked || !mayPass) {
        const [refused] = await Promise.all([fail(attempt, 'SIGN_IN_FAILED', address), failure]);
        return refused;
      }
      if (!attempt.needsCode) return succeed(attempt.subject, ['pwd']);
      // The attempt stays counted: who knows the password must not guess codes without end.
      const { subject: accountId } = attempt;
      await pending.upsert(interaction, { accountId, username } as AdapterPayload, pendingSeconds);
      return { step: 'code' };
    },

    async checkCode(interaction, { code, address }) {
      await limits.check('signIn', address);
      const waiting = (await pending.find(interaction)) as { username?: string } | undefined;
      if (!waiting?.username) return { step: 'refused' };
      const failure = setTimeout(failureMs);
      const attempt = await beginAttempt(pool, waiting.username);
      const mayPass = attempt && !attempt.isLocked;
      const factor = mayPass ? await acceptCode(pool, attempt.accountId, code, now()) : undefined;
      if (!attempt || !factor) {
        const [refused] = await Promise.all([fail(attempt, 'TOTP_FAILED', address), failure]);
        return refused;
      }
      const { accountId: affectedId, subject } = attempt;
      if (factor === 'recovery') await log({ type: 'RECOVERY_CODE_USED', affectedId });
      await pending.destroy(interaction);
      return succeed(subject, ['pwd', factor === 'app' ? 'otp' : 'kba', 'mfa']);
    },

    isWaitingForCode: async (interaction) => (await pending.find(interaction)) !== undefined,
    startOver: async (interaction) => pending.destroy(interaction),
  };
}
