import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { minuteMs } from '../../schemas/time.ts';
import { AppError } from '../errors.ts';
import { networkOf } from './networkOf.ts';

/** How often something may be tried by one caller, in one process. */
interface Limit {
  readonly points: number;
  readonly seconds: number;
}

export const usualLimits = {
  /** Failed sign-ins from one address; each account counts its own beside. */
  signIn: { points: 60, seconds: 300 },
  /** Sign-ins that an address begins, each of which is kept for an hour. */
  interaction: { points: 300, seconds: 300 },
  /** Requests for a new password for one name, whether it exists or not. */
  forgot: { points: 5, seconds: 3600 },
  /** The same from one address, and tries of mailed links. */
  link: { points: 60, seconds: 600 },
  /** Codes of an authenticator app that an account tries to set up. */
  totp: { points: 10, seconds: 900 },
  /** Wrong current passwords of an account that is signed in. */
  password: { points: 10, seconds: 900 },
  /** Mails to the owner of a locked account. */
  unlock: { points: 3, seconds: 86_400 },
  /** Accounts that somebody makes for sub-administrators, each with a mail to a given address. */
  subAdministrator: { points: 100, seconds: 3600 },
  /** Tests of an account's webhook, each of which calls somebody else's server. */
  webhook: { points: 10, seconds: 600 },
  /**
   * Forecasts of warning limits by an account: a form asks while somebody fills it in, and each looks
   * at a month of up to 300 devices.
   */
  forecast: { points: 100, seconds: 300 },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof usualLimits;

export interface Limits {
  /**
   * Counts a try, before it is made, so that many at once get no more than the limit; throws
   * TOO_MANY_REQUESTS once there were too many.
   */
  spend(name: LimitName, key: string): Promise<void>;
  /** Gives back what was spent on a try that succeeded. */
  refund(name: LimitName, key: string): Promise<void>;
  /** Makes a try, which succeeds unless it throws. */
  attempt<T>(name: LimitName, key: string, make: () => Promise<T>): Promise<T>;
}

/** Limits by name and key, kept in memory; tests may widen them. */
export function createLimits(changed: Partial<Record<LimitName, Limit>> = {}): Limits {
  const limiters = Object.fromEntries(
    Object.entries({ ...usualLimits, ...changed }).map(([name, { points, seconds }]) => [
      name,
      new RateLimiterMemory({ points, duration: seconds }),
    ]),
  ) as Record<LimitName, RateLimiterMemory>;
  const limits: Limits = {
    async spend(name, key) {
      try {
        await limiters[name].consume(networkOf(key));
      } catch (refusal) {
        throw refuse(refusal as RateLimiterRes);
      }
    },
    async refund(name, key) {
      await limiters[name].reward(networkOf(key));
    },
    async attempt(name, key, make) {
      await limits.spend(name, key);
      const made = await make();
      await limits.refund(name, key);
      return made;
    },
  };
  return limits;
}

function refuse({ msBeforeNext }: RateLimiterRes): AppError {
  const minutes = Math.ceil(msBeforeNext / minuteMs);
  return new AppError(
    'TOO_MANY_REQUESTS',
    `That was tried too often. Wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, then try again.`,
    { retryAfterSeconds: Math.ceil(msBeforeNext / 1000) },
  );
}
