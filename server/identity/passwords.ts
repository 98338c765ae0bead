import { hash, verify } from '@node-rs/argon2';

/** OWASP's argon2id recommendation: 19 MiB, two passes, one lane. */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export interface PasswordCost {
  /** KiB of memory per hash. */
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** An argon2id hash (PHC string) of the password. */
export function hashPassword(password: string, cost: PasswordCost = passwordCost): Promise<string> {
  return hash(compose(password), cost);
}

/** Whether a password is the one that was hashed. */
export function isPasswordOf(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, compose(password));
}

/** Some keyboards write é as one character, others as two. */
function compose(password: string): string {
  return password.normalize('NFC');
}

/**
 * Checks passwords in the same time whether or not there is a hash to compare with, so that the
 * time of an answer doesn't tell which accounts exist.
 */
export function createPasswordCheck(
  cost: PasswordCost = passwordCost,
): (passwordHash: string | null | undefined, password: string) => Promise<boolean> {
  const decoy = hashPassword(crypto.randomUUID(), cost);
  return async (passwordHash, password) => {
    const isRight = await isPasswordOf(passwordHash ?? (await decoy), password);
    return isRight && passwordHash != null;
  };
}
