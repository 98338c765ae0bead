import { setImmediate as oneRound } from 'node:timers/promises';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createCallPool } from '../../../server/app.ts';
import type { Database } from '../../../server/database/open.ts';
import type { Handlers } from '../../../server/http/handler.ts';
import { mountOperations } from '../../../server/http/mount.ts';
import type { Session } from '../../../server/session.ts';
import { createTestDatabase } from '../../support/database.ts';
import { marketOf } from '../../support/markets.ts';

/** Fairness by counts and order, not by time. */

const storm = 50;
const heavyWork = 'SELECT sum(i) FROM generate_series(1, 50000) AS i';

let database: Database;
let app: Hono;
/** What a heavy call does and what a light one, and how many heavy ones have begun and ended. */
let work: () => Promise<unknown>;
let lightWork: () => Promise<unknown>;
let [begun, ended] = [0, 0];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

beforeEach(() => {
  [begun, ended] = [0, 0];
  app = new Hono();
  const handlers = {
    'session.get': async () => {
      await lightWork();
      return {};
    },
    'property.list': async () => {
      begun += 1;
      await work();
      ended += 1;
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

async function call(account: number, path: string): Promise<void> {
  const response = await app.request(path, { headers: { authorization: `${account}` } });
  expect(response.status).toBe(200);
}

/** As many as may; nothing in them waits for anything outside of the process. */
async function letAllBegin(): Promise<void> {
  for (let round = 0; round < 100; round++) await oneRound();
}

const sendStorm = () => Promise.all(Array.from({ length: storm }, () => call(1, '/api/property')));

it('calls of one account that never end leave others their turns', async () => {
  const ends: (() => void)[] = [];
  let isOver = false;
  work = () => new Promise<void>((resolve) => (isOver ? resolve() : ends.push(resolve)));
  lightWork = async () => undefined;
  const heavy = sendStorm();
  await letAllBegin();
  expect(begun).toBeGreaterThan(0);
  expect(begun).toBeLessThan(database.pool.options.max as number);
  const served: number[] = [];
  const others = [2, 3, 4, 5, 6].map((account) =>
    call(account, '/api/session').then(() => served.push(account)),
  );
  const own = call(1, '/api/session').then(() => served.push(1));
  await letAllBegin();
  expect([...served].sort()).toEqual([2, 3, 4, 5, 6]);
  expect(ended).toBe(0);
  isOver = true;
  for (const end of ends) end();
  await Promise.all([heavy, own, ...others]);
  expect(ended).toBe(storm);
});

it('a call waits for those of another account that are under way, not for those that wait', async () => {
  const [first, later] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let underWay = Number.POSITIVE_INFINITY;
  work = () => {
    // What begins later takes its turn, and ends when all is over: nobody may wait for it.
    if (begun > underWay) return later.promise;
    return database.read(async (tx) => {
      await tx.run(heavyWork);
      await first.promise;
    });
  };
  lightWork = () => database.read((tx) => tx.run('SELECT 1'));
  const heavy = sendStorm();
  await letAllBegin();
  underWay = begun;
  expect(underWay).toBeGreaterThan(0);
  expect(underWay).toBeLessThan(storm / 2);
  const light = call(2, '/api/session');
  await letAllBegin();
  first.resolve();
  await light;
  expect(ended).toBeLessThanOrEqual(underWay);
  later.resolve();
  await heavy;
  expect(ended).toBe(storm);
}, 120_000);
