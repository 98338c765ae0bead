import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../../server/database/open.ts';
import { startOfLocalDay } from '../../../../server/metering/buckets.ts';
import {
  addAccount,
  addDevice,
  addPackage,
  addProperty,
  addReadings,
  grantAccess,
} from '../../../support/builders.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { daysBetween, plusDays, zone } from '../consumption/world.ts';
import { type Caller, createCaller, licensing } from '../support/caller.ts';

/** Which properties have devices that are silent, and gaps in their newest readings. */

const now = new Date('2026-11-20T12:00:00Z');
const instantOf = (day: string) => new Date(startOfLocalDay(zone, day)).toISOString();

let database: Database;
let caller: Caller;
let licensed: number;

async function addRead(
  propertyId: number,
  last: string,
  isSilent: (day: string) => boolean = () => false,
) {
  const first = '2026-08-01';
  const deviceId = await addDevice(database, { propertyId });
  const days = Array.from({ length: daysBetween(first, last) + 1 }, (_, at) => plusDays(first, at));
  await addReadings(
    database,
    { propertyId, deviceId },
    days
      .filter((day) => !isSilent(day))
      .map((day) => ({ at: startOfLocalDay(zone, day), value: daysBetween(first, day) })),
  );
  return deviceId;
}

beforeAll(async () => {
  database = await createTestDatabase();
  caller = createCaller(database, () => now);
  licensed = await addPackage(database, licensing);
  for (const id of [1, 2, 3, 4, 5]) await addProperty(database, { id });
  // Silent: two of three.
  await addRead(1, '2026-11-20');
  await addRead(1, '2026-11-01');
  await addRead(1, '2026-10-01');
  // A gap this month; one of summer is of no more interest.
  await addRead(2, '2026-11-20', (day) => day > '2026-11-01' && day < '2026-11-12');
  await addRead(2, '2026-11-20', (day) => day > '2026-08-10' && day < '2026-09-10');
  // All is well: one that is quiet since Tuesday, one that never spoke.
  await addRead(3, '2026-11-17');
  await addDevice(database, { propertyId: 3 });
  // Dismounted, and explained.
  const gone = await addRead(4, '2026-10-01');
  await database.pool.query(
    `INSERT INTO installation (property_id, device_id, installed_from, installed_until)
     VALUES (4, $1, '2026-01-01', '2026-10-02')`,
    [gone],
  );
  const known = await addRead(4, '2026-10-05');
  const gapped = await addRead(4, '2026-11-20', (day) => day > '2026-11-01' && day < '2026-11-12');
  await database.pool.query(
    `INSERT INTO reading_explanation (property_id, device_id, at, question, explanation, explained_by)
     VALUES (4, $1, $3, 'SILENT', 'OUT_OF_ORDER', 'support'), (4, $2, $4, 'GAP', 'OUT_OF_ORDER', 'support')`,
    [known, gapped, instantOf('2026-10-05'), instantOf('2026-11-12')],
  );
  await addRead(5, '2026-11-02');
}, 120_000);
afterAll(() => database?.close());

async function unread(
  granted: readonly (readonly [ids: readonly number[], since?: string])[],
  query: Record<string, unknown> = {},
) {
  const id = await addAccount(database, `${Math.random()}`);
  for (const [ids, since = null] of granted) {
    await grantAccess(database, id, licensed, ids, since);
  }
  return caller.ask(id, 'property.unread', { query });
}

describe('properties that want looking after', () => {
  it('are those with silent devices, then those with new gaps, and no others', async () => {
    expect(await unread([[[1, 2, 3, 4]]])).toMatchObject({
      total: 2,
      content: [
        {
          worksId: 1,
          name: 'Property 1',
          silentDevices: 2,
          deviceCount: 3,
          silentSince: instantOf('2026-10-01'),
          gaps: 0,
          newestGap: null,
          timeZone: zone,
        },
        {
          worksId: 2,
          silentDevices: 0,
          deviceCount: 2,
          silentSince: null,
          gaps: 1,
          newestGap: instantOf('2026-11-12'),
        },
      ],
    });
  });

  it('are the account’s own, as far as it may see their readings', async () => {
    const [mine] = (await unread([[[5]]])).content;
    expect(mine).toMatchObject({ worksId: 5, silentDevices: 1 });
    expect((await unread([[[1], '2026-10-15']])).content).toMatchObject([
      { silentDevices: 1, silentSince: instantOf('2026-11-01') },
    ]);
    expect((await unread([[[2], '2026-11-02']])).content).toEqual([]);
    expect((await unread([])).content).toEqual([]);
  });

  it('come a page at a time', async () => {
    const second = await unread([[[1, 2, 5]]], { size: 1, page: 1 });
    expect(second).toMatchObject({ page: 1, size: 1, total: 3, content: [{ worksId: 5 }] });
    expect(await unread([[[1, 2, 5]]], { page: 7 })).toMatchObject({ content: [], total: 3 });
  });
});
