import type { AdapterPayload } from 'oidc-provider';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { createPayloadAdapter } from '../../../server/identity/embedded/payload.repository.ts';
import { createPasswordCheck } from '../../../server/identity/passwords.ts';
import { createTestDatabase } from '../../support/database.ts';
import { Browser } from './support/browser.ts';
import { startPortal } from './support/portal.ts';

const argon2 = vi.hoisted(() => ({ running: 0, most: 0, isReal: true }));
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  return {
    ...real,
    async verify(...given: Parameters<typeof real.verify>) {
      if (argon2.isReal) return real.verify(...given);
      argon2.running += 1;
      argon2.most = Math.max(argon2.most, argon2.running);
      await new Promise((resolve) => setTimeout(resolve, 2));
      argon2.running -= 1;
      return true;
    },
  };
});

let database: Database;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const countRows = async () => {
  const { rows } = await database.pool.query(
    'SELECT model, count(*) AS count FROM oidc_payload GROUP BY model',
  );
  return Object.fromEntries(rows.map(({ model, count }) => [model, count]));
};

it('an address begins so many sign-ins, and may restore its session as before', async () => {
  const portal = await startPortal(database, {
    limits: { interaction: { points: 5, seconds: 60 } },
  });
  try {
    const open = async (parameters?: Record<string, string>) => {
      const { url, response } = await new Browser(portal.url).openSignIn(parameters);
      return [url.pathname.replace(/[\w-]{20,}$/, '…'), response.status] as const;
    };
    const answers = await Promise.all(Array.from({ length: 40 }, () => open()));
    expect(answers.filter(([, status]) => status === 200)).toHaveLength(5);
    expect(
      answers.filter(([path, status]) => path === '/oidc/auth' && status === 429),
    ).toHaveLength(35);
    expect(await countRows()).toEqual({ Interaction: 5 });
    const refused = { address: '127.0.0.1', path: '/auth', reason: 'too many tries' };
    expect(portal.problems).toEqual(Array.from({ length: 35 }, () => JSON.stringify(refused)));
    const silent = { prompt: 'none', redirect_uri: `${portal.url}/auth/silent-callback` };
    for (let turn = 0; turn < 20; turn++) {
      expect(await open(silent)).toEqual(['/auth/silent-callback', 303]);
    }
    expect(await countRows()).toEqual({ Interaction: 5 });
  } finally {
    await portal.close();
  }
});

it('of sign-ins that were begun the newest are kept, however many addresses begin them', async () => {
  await database.pool.query('TRUNCATE oidc_payload');
  const adapter = createPayloadAdapter(database.statements, { maxInteractions: 40 });
  for (let index = 0; index < 100; index++) {
    await adapter('Interaction').upsert(`${index}`, {} as AdapterPayload, 3600);
  }
  await adapter('Session').upsert('mine', {} as AdapterPayload, 60);
  const { Interaction: kept, Session: sessions } = await countRows();
  expect(kept).toBeLessThanOrEqual(60);
  expect(sessions).toBe(1);
  expect(await adapter('Interaction').find('99')).toBeDefined();
  expect(await adapter('Interaction').find('61')).toBeDefined();
  expect(await adapter('Interaction').find('0')).toBeUndefined();
});

it('passwords are checked few at a time, and addresses take turns', async () => {
  const isRight = createPasswordCheck();
  argon2.isReal = false;
  try {
    const order: string[] = [];
    const check = (address: string) =>
      isRight('hash', 'password', address).then(
        () => order.push(address),
        (error) => order.push(error.code),
      );
    const storm = Array.from({ length: 200 }, () => check('1.1.1.1'));
    await Promise.all([...storm, check('2.2.2.2')]);
    expect(argon2.most).toBeLessThanOrEqual(2);
    const refused = order.filter((one) => one === 'TOO_MANY_REQUESTS');
    expect(refused.length).toBeGreaterThan(50);
    const served = order.filter((one) => one !== 'TOO_MANY_REQUESTS');
    expect(served.indexOf('2.2.2.2')).toBeLessThan(5);
  } finally {
    argon2.isReal = true;
  }
});
