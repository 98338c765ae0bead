import { verify } from '@node-rs/argon2';
import { expect, it, vi } from 'vitest';
import {
  createPasswordCheck,
  hashPassword,
  passwordCost,
} from '../../../server/identity/passwords.ts';

vi.mock('@node-rs/argon2', { spy: true });

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

/** Of an argon2id hash (PHC string): what its memory, passes and lanes are. */
const costIn = (hash: unknown) => String(hash).split('$').slice(1, 4);

it('works as hard for an unknown user as for a wrong password', async () => {
  const cost = { memoryCost: 8192, timeCost: 3, parallelism: 1 };
  const isRight = createPasswordCheck(cost);
  const hash = await hashPassword('secret', cost);
  // What is counted is the work: times say nothing on a busy machine.
  const workFor = async (given: string | undefined) => {
    vi.mocked(verify).mockClear();
    await isRight(given, 'wrong');
    return vi
      .mocked(verify)
      .mock.calls.map(([compared, password]) => [costIn(compared), String(password).length]);
  };
  const known = await workFor(hash);
  expect(known).toEqual([[['argon2id', 'v=19', 'm=8192,t=3,p=1'], 5]]);
  expect(await workFor(undefined)).toEqual(known);
});

it('knows a password however its accents were typed', async () => {
  const isRight = createPasswordCheck();
  expect(await isRight(await hashPassword('caf\u00e9'), 'cafe\u0301')).toBe(true);
});
