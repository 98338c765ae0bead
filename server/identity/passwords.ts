import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createWorkPool } from '../workPool.ts';

/** OWASP's argon2id recommendation: 19 MiB, two passes, one lane. */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export interface PasswordCost {
  /** KiB of memory per hash. */
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/**
 * Each hash takes a core for tens of milliseconds, and one of the four threads that also read files
 * and resolve names: a storm of sign-ins gets half the cores and half the threads, in turns.
 */
const slots = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)));
const hashing = createWorkPool({ slots, perOwner: slots, maxWaiting: 100 });
const portal = 'portal';

/** An argon2id hash (PHC string) of the password. */
export function hashPassword(password: string, cost: PasswordCost = passwordCost): Promise<string> {
  return hashing.run(portal, () => hash(compose(password), cost));
}

/** Whether a password is the one that was hashed. Throws TOO_MANY_REQUESTS when `owner` asks for too many at once. */
export function isPasswordOf(
  passwordHash: string,
  password: string,
  owner: string = portal,
): Promise<boolean> {
  return hashing.run(owner, () => verify(passwordHash, compose(password)));
}

/** Some keyboards write é as one character, others as two. */
function compose(password: string): string {
  return password.normalize('NFC');
}

/**
 * Checks passwords in the same time whether or not there is a hash to compare with, so that the
 * time of an answer doesn't tell which accounts exist. Addresses take turns.
 */
export function createPasswordCheck(
  cost: PasswordCost = passwordCost,
): (
  passwordHash: string | null | undefined,
  password: string,
  address?: string,
) => Promise<boolean> {
  const decoy = hashPassword(crypto.randomUUID(), cost);
  return async (passwordHash, password, address) => {
    const isRight = await isPasswordOf(passwordHash ?? (await decoy), password, address);
    return isRight && passwordHash != null;
  };
}
