import { afterAll, beforeAll, expect, it } from 'vitest';
import { operations } from '../../../schemas/api/operations.ts';
import type { Database } from '../../../server/database/open.ts';
import {
  addAccount,
  addDevice,
  addPackage,
  addProperty,
  addReadings,
  addTenant,
  grantAccess,
} from '../../support/builders.ts';
import { createTestDatabase } from '../../support/database.ts';
import { type Caller, createCaller, licensing } from './support/caller.ts';

const day = 86_400_000;
const begin = Date.parse('2026-10-01T00:00:00+02:00');
const october = {
  property: 1,
  timeframe: 'DAILY',
  periodBegin: '2026-10-01',
  periodEnd: '2026-10-05',
} as const;

let database: Database;
let caller: Caller;
let account: number;

beforeAll(async () => {
  database = await createTestDatabase();
  caller = createCaller(database, () => new Date('2026-10-20T12:00:00Z'));
  await addProperty(database, { id: 1 });
  account = await addAccount(database, 'owner');
  await grantAccess(database, account, await addPackage(database, licensing), [1]);
  for (const [at, alarmsADay] of [3, 1, 2].entries()) {
    const tenantId = await addTenant(database, 1, { tenantNo: `00${at + 1}` });
    const category = 'SMOKE_DETECTOR';
    const deviceId = await addDevice(database, { propertyId: 1, tenantId, category });
    await addReadings(
      database,
      { propertyId: 1, deviceId },
      Array.from({ length: 8 }, (_, index) => ({
        at: begin + index * day,
        value: index * alarmsADay,
      })),
    );
  }
}, 120_000);
afterAll(() => database?.close());

it.each([
  ['SMOKE_DETECTOR', ['002', '003', '001']],
  ['-SMOKE_DETECTOR', ['001', '003', '002']],
] as const)('tenants by %s', async (sort, expected) => {
  const query = { ...october, sort };
  const { content } = await caller.ask(account, 'consumption.tenants', { query });
  expect(content.map(({ tenantNo }) => tenantNo)).toEqual(expected);
});

const given = {
  'property.list': {},
  'resource.list': { property: 1 },
  'tenant.list': { property: 1 },
  'consumption.tenants': october,
  'import.list': {},
  'readingQuestion.list': {},
};
const lists = Object.keys(given) as (keyof typeof given)[];

// A column that SQL doesn't know would fail only when somebody sorts by it.
it.each(
  lists.flatMap((id) =>
    operations[id].query.shape.sort.unwrap().options.map((sort) => [id, sort] as const),
  ),
)('%s takes the order %s', async (id, sort) => {
  const query = { ...given[id], sort };
  const answer = await caller.ask(account, id, { query } as never);
  expect(answer).toMatchObject({ content: expect.any(Array) });
});
