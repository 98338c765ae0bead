import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../../../server/database/open.ts';
import {
  ensureProviderKeys,
  toPublicKey,
} from '../../../../server/identity/embedded/keys.repository.ts';
import { createTestDatabase } from '../../../support/database.ts';

let database: Database;
/** What repositories are given. */
const store = () => database;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it('leaves no connection in a transaction that failed', async () => {
  await database.pool.query('ALTER TABLE setting RENAME TO setting_elsewhere');
  await expect(ensureProviderKeys(store())).rejects.toThrow('setting');
  await database.pool.query('ALTER TABLE setting_elsewhere RENAME TO setting');
  const answers = Array.from({ length: 12 }, () => database.pool.query('SELECT 1 AS one'));
  for (const { rows } of await Promise.all(answers)) expect(rows).toEqual([{ one: 1 }]);
  const { rows } = await database.pool.query('SELECT FROM signing_key');
  expect(rows).toEqual([]);
});

it('keys are made once, however many ask at a time, and are kept', async () => {
  const [one, two] = await Promise.all([1, 2].map(() => ensureProviderKeys(store())));
  expect(two).toEqual(one);
  expect(one?.signing).toHaveLength(1);
  const [key] = one?.signing ?? [];
  expect(key).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' });
  expect(one?.cookies).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
  if (!key) throw new Error('There is a key.');
  const { d, ...shown } = key;
  expect(d).toBeTruthy();
  expect(toPublicKey(key)).toEqual(shown);
  expect(await ensureProviderKeys(store())).toEqual(one);
});

it('the newest key comes first, and older ones still verify', async () => {
  const { signing } = await ensureProviderKeys(store());
  const { kid, ...rest } = signing[0] as (typeof signing)[0];
  for (const [name, age] of [
    ['older', '1 day'],
    ['newer', '-1 day'],
  ]) {
    await database.pool.query(
      `INSERT INTO signing_key (kid, private_jwk, created_at) VALUES ($1, $2, now() - $3::interval)`,
      [name, JSON.stringify({ ...rest, kid: name }), age],
    );
  }
  const found = await ensureProviderKeys(store());
  expect(found.signing.map((key) => key.kid)).toEqual(['newer', kid, 'older']);
});
