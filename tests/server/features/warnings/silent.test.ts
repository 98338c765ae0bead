import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { warningFeatures } from '../../../../schemas/kinds/warnings.ts';
import type { Database } from '../../../../server/database/open.ts';
import {
  addAccount,
  addDevice,
  addPackage,
  addProperty,
  addReadings,
  addTenant,
  grantAccess,
} from '../../../support/builders.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { type Caller, createCaller, licensing } from '../support/caller.ts';

/** Two houses whose devices are read once a day until they fall silent, or with gaps. */

const day = 86_400_000;
const now = new Date('2026-11-20T12:00:00Z');
const ago = (days: number) => now.getTime() - days * day;
let database: Database;
let caller: Caller;
let owner: number;

/** Read daily up to so many days ago, but for gaps `[from, to]` in days ago. */
async function addRead(
  propertyId: number,
  serialNumber: string,
  last: number,
  { gaps = [], tenantId = null }: { gaps?: [number, number][]; tenantId?: number | null } = {},
) {
  const deviceId = await addDevice(database, { propertyId, serialNumber, tenantId });
  const days = Array.from({ length: 100 - last }, (_, at) => 99 - at).filter(
    (one) => !gaps.some(([from, to]) => one < from && one > to),
  );
  const readings = days.map((one) => ({ at: ago(one), value: 100 - one }));
  await addReadings(database, { propertyId, deviceId }, readings);
  return deviceId;
}

beforeAll(async () => {
  database = await createTestDatabase();
  caller = createCaller(database, () => now, [...warningFeatures, ...licensing]);
  for (const id of [1, 2]) await addProperty(database, { id, name: `House ${id}` });
  const tenantId = await addTenant(database, 1, { tenantNo: '7' });
  await addRead(1, 'well', 0);
  await addRead(1, 'quiet', 10, { tenantId });
  await addRead(1, 'gone', 20);
  await addRead(1, 'holed', 0, { gaps: [[28, 12]] });
  await addRead(1, 'edge', 0, { gaps: [[33, 23]] });
  await addRead(1, 'once', 0, { gaps: [[10, 2]] });
  // Of the gap only the last day still counts.
  await addRead(1, 'small', 0, { gaps: [[40, 30]] });
  await addRead(1, 'old', 0, { gaps: [[60, 40]] });
  await addRead(2, 'other', 15);
  await addDevice(database, { propertyId: 1, serialNumber: 'mute' });
  owner = await addAccount(database, 'owner');
  const all = await addPackage(database, [...warningFeatures, ...licensing]);
  await grantAccess(database, owner, all, [1, 2]);
}, 120_000);
afterAll(() => database?.close());

const list = (account: number, query: object = {}) =>
  caller.ask(account, 'warning.silent', { query: query as never });
const serials = async (account: number, query: object = {}) =>
  (await list(account, query)).content.map(({ serialNumber }) => serialNumber);

describe('silent devices and gaps', () => {
  it('are listed with the worst first, and say how bad it is', async () => {
    const { content, total } = await list(owner);
    expect(total).toBe(7);
    const said = content.map(({ serialNumber, urgency, daysSilent, gaps, missingPercent }) => [
      ...[serialNumber, urgency, daysSilent, gaps, Math.round(missingPercent)],
    ]);
    expect(said).toEqual([
      ['gone', 10, 20, 0, 65],
      ['holed', 10, null, 1, 52],
      ['other', 10, 15, 0, 48],
      ['quiet', 5, 10, 0, 32],
      ['edge', 5, null, 1, 26],
      ['once', 5, null, 1, 26],
      ['small', 0, null, 1, 3],
    ]);
    expect(content[3]).toMatchObject({
      property: 1,
      propertyName: 'House 1',
      category: 'COLD_WATER_METER',
      tenantNo: '7',
      tenantName: 'Tenant 7',
      lastAt: '2026-11-10T12:00:00Z',
      timeZone: 'Europe/Warsaw',
    });
  });

  it('are those that the dashboard counts', async () => {
    const { content } = await caller.ask(owner, 'property.unread', { query: {} });
    expect(content.length).toBeGreaterThan(0);
    for (const { worksId, silentDevices, gaps } of content) {
      const { content: devices } = await list(owner, { property: worksId });
      expect(devices.filter(({ daysSilent }) => daysSilent !== null)).toHaveLength(silentDevices);
      expect(devices.reduce((sum, one) => sum + one.gaps, 0)).toBe(gaps);
    }
  });

  it('are of one property, searched, filtered, sorted and cut into pages', async () => {
    expect(await serials(owner, { property: 2 })).toEqual(['other']);
    expect(await serials(owner, { search: 'tenant 7' })).toEqual(['quiet']);
    expect(await serials(owner, { filter: 'urgency:0' })).toEqual(['small']);
    expect(await serials(owner, { filter: 'category:HCA' })).toEqual([]);
    expect((await serials(owner, { sort: '-lastAt' })).at(-1)).toBe('gone');
    expect((await serials(owner, { sort: 'daysSilent' })).slice(0, 3)).toEqual([
      ...['quiet', 'other', 'gone'],
    ]);
    expect(await serials(owner, { size: 2, page: 1 })).toEqual(['other', 'quiet']);
    expect((await list(owner, { page: 9 })).total).toBe(7);
  });

  it('are nobody else’s, nor from before the access, nor what support has explained', async () => {
    expect(await serials(await addAccount(database, 'stranger'))).toEqual([]);
    const unlicensed = await addAccount(database, 'unlicensed');
    await grantAccess(
      database,
      unlicensed,
      await addPackage(database, ['REPORT_AREA_ANALYSIS']),
      [1],
    );
    expect(await serials(unlicensed)).toEqual([]);
    const late = await addAccount(database, 'late');
    const spills = await addPackage(database, ['WARNING_WATER_SPILL']);
    await grantAccess(database, late, spills, [1], '2026-11-05');
    expect(await serials(late)).toEqual(['quiet', 'once']);
    const { content } = await list(late);
    const { device } = content[0] as (typeof content)[0];
    await database.pool.query(
      `INSERT INTO reading_explanation (property_id, device_id, at, question, explanation, explained_by)
       VALUES (1, $1, $2, 'SILENT', 'OUT_OF_ORDER', 'support')`,
      [device, new Date(ago(10)).toISOString()],
    );
    expect(await serials(late)).toEqual(['once']);
  });
});
