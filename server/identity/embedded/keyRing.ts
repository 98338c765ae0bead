import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import type { Database } from '../../database/open.ts';
import { ensureProviderKeys, findKeys, type ProviderKeys, toPublicKey } from './keys.repository.ts';

/** So long a process goes on with keys that were rotated by another. */
const freshMs = 10_000;
/** Whoever sends tokens of invented keys has them looked for no more often. */
const pauseMs = 50;

/** The embedded provider's keys, which a command may rotate while the portal runs. */
export interface KeyRing {
  /** The same object as long as they are the same. */
  keys(): Promise<ProviderKeys>;
  /** Finds the public key of a token; of a key that isn't known yet it looks once more. */
  readonly findKey: JWTVerifyGetKey;
}

export async function openKeyRing(
  database: Pick<Database, 'statements' | 'transaction'>,
): Promise<KeyRing> {
  let keys = await ensureProviderKeys(database);
  let keySet = toKeySet(keys);
  // By a clock that nobody sets: set back, the other one would hold calls up until it has caught up.
  let readAt = performance.now();
  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    const found = await findKeys(database.statements);
    if (!found || isDeepStrictEqual(found, keys)) return;
    keys = found;
    keySet = toKeySet(keys);
  }

  /** While the database is away, what is at hand counts on: calls say that it is. */
  async function refresh(ageMs: number): Promise<void> {
    if (!reading && performance.now() - readAt < ageMs) return;
    readAt = performance.now();
    reading ??= read()
      .catch(() => undefined)
      .finally(() => {
        reading = undefined;
      });
    await reading;
  }

  return {
    async keys() {
      await refresh(freshMs);
      return keys;
    },
    async findKey(...asked) {
      await refresh(freshMs);
      try {
        return await keySet(...asked);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
        // The last look may have been just before the key was made.
        await setTimeout(Math.max(0, readAt + pauseMs - performance.now()));
        await refresh(0);
        return keySet(...asked);
      }
    },
  };
}

const toKeySet = ({ signing }: ProviderKeys): JWTVerifyGetKey =>
  createLocalJWKSet({ keys: signing.map(toPublicKey) as never });
