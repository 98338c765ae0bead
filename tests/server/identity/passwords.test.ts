import { expect, it } from 'vitest';
import {
  createPasswordCheck,
  hashPassword,
  passwordCost,
} from '../../../server/identity/passwords.ts';

it('hashes by argon2id at the cost that OWASP recommends', async () => {
  expect(await hashPassword('secret')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(passwordCost.memoryCost).toBe(19_456);
});

it('accepts the right password only, and nothing without a hash', async () => {
  const isRight = createPasswordCheck();
  const hash = await hashPassword('secret');
  expect(await isRight(hash, 'secret')).toBe(true);
  expect(await isRight(hash, 'Secret')).toBe(false);
  expect(await isRight(null, 'secret')).toBe(false);
  expect(await isRight(undefined, '')).toBe(false);
});

it('takes as long for an unknown user as for a wrong password', async () => {
  const isRight = createPasswordCheck();
  const hash = await hashPassword('secret');
  await isRight(undefined, 'warm up');
  const time = async (given: string | undefined) => {
    const start = performance.now();
    await isRight(given, 'wrong');
    return performance.now() - start;
  };
  // The quickest of several: what else the machine does only ever adds time.
  let [fastestKnown, fastestUnknown] = [Infinity, Infinity];
  for (let round = 0; round < 9; round += 1) {
    fastestKnown = Math.min(fastestKnown, await time(hash));
    fastestUnknown = Math.min(fastestUnknown, await time(undefined));
  }
  expect(fastestUnknown / fastestKnown).toBeGreaterThan(0.6);
  expect(fastestUnknown / fastestKnown).toBeLessThan(1.7);
});

it('knows a password however its accents were typed', async () => {
  const isRight = createPasswordCheck();
  expect(await isRight(await hashPassword('caf\u00e9'), 'cafe\u0301')).toBe(true);
});
