import { Hono } from 'hono';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCallPool } from '../../../server/app.ts';
import type { Database } from '../../../server/database/open.ts';
import type { Handlers } from '../../../server/http/handler.ts';
import { mountOperations } from '../../../server/http/mount.ts';
import type { Session } from '../../../server/session.ts';
import { createTestDatabase } from '../../support/database.ts';
import { marketOf } from '../../support/markets.ts';

let database: Database;
let app: Hono;

const heavyWork = 'SELECT sum(i) FROM generate_series(1, 50000) AS i';

beforeAll(async () => {
  database = await createTestDatabase();
  app = new Hono();
  const handlers = {
    'session.get': async () => {
      await database.read((tx) => tx.query('SELECT 1'));
      return {};
    },
    'property.list': async () => {
      await database.read((tx) => tx.query(heavyWork));
      return {};
    },
  };
  mountOperations({
    app,
    handlers: handlers as unknown as Handlers,
    identity: {
      authenticate: async (header) =>
        ({
          accountId: Number(header),
          subject: { signedIn: true, country: 'PL', roles: [], features: [] },
        }) as unknown as Session,
    },
    manifests: {
      findOperationRefusal: () => undefined,
      findSubmissionFaults: () => [],
      licensingFeatures: () => [],
      market: marketOf,
    },
    calls: createCallPool(database.pool.options.max),
    checkResponses: false,
  });
});
afterAll(() => database.close());

async function timeOf(account: number, path: string): Promise<number> {
  const started = performance.now();
  const response = await app.request(path, { headers: { authorization: `${account}` } });
  expect(response.status).toBe(200);
  return performance.now() - started;
}

it('fifty heavy calls of one account make nobody else wait for more than the one under way', async () => {
  const alone: number[] = [];
  for (let round = 0; round < 5; round++) alone.push(await timeOf(1, '/api/property'));
  const usual = alone.sort((a, b) => a - b)[2] ?? 0;
  let isOver = false;
  const storm = Promise.all(Array.from({ length: 50 }, () => timeOf(1, '/api/property'))).then(
    () => {
      isOver = true;
    },
  );
  const others: number[] = [];
  while (!isOver) others.push(await timeOf(2, '/api/session'));
  await storm;
  others.sort((a, b) => a - b);
  expect(others.length).toBeGreaterThan(20);
  // BEGIN, the query and COMMIT may each meet another of the heavy ones.
  expect(others.at(-1)).toBeLessThan(6 * usual + 100);
  expect(others[Math.floor(others.length / 2)]).toBeLessThan(3 * usual + 50);
}, 120_000);
