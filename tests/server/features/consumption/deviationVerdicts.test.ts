import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeviceCategory } from '../../../../schemas/entities/device.ts';
import type { Database } from '../../../../server/database/open.ts';
import { startOfLocalDay } from '../../../../server/metering/buckets.ts';
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
import { daysBetween, now, plusDays, zone } from './world.ts';

let database: Database;
let caller: Caller;
let owner: number;
const tenants: Record<string, number> = {};
const movers = ['september', 'lastOctober', 'august'];

const [firstDay, lastDay] = ['2025-09-01', '2026-11-01'];

/** m³ a day in a month, `YYYY-MM`; undefined: not read yet. */
type Use = (month: string) => number | undefined;

async function addMeter(
  tenant: string,
  { place = '', category = 'COLD_WATER_METER' as DeviceCategory, isMain = false },
  use: Use,
) {
  const tenantId = tenants[tenant] as number;
  const deviceId = await addDevice(database, { propertyId: 1, tenantId, category, isMain });
  await database.pool.query('UPDATE device SET place = $2, serial_number = $3 WHERE id = $1', [
    ...[deviceId, place, `N-${tenant}-${place}-${category}`],
  ]);
  const readings: { at: number; value: number }[] = [];
  let register = 0;
  for (let day = 0; day <= daysBetween(firstDay, lastDay); day++) {
    const date = plusDays(firstDay, day);
    const used = use(date.slice(0, 7));
    if (used === undefined) continue;
    readings.push({ at: startOfLocalDay(zone, date), value: register });
    register += used;
  }
  await addReadings(database, { propertyId: 1, deviceId }, readings);
}

const october = (this_: number) => (month: string) => (month === '2026-10' ? this_ : 1);
const since = (first: string, use: number) => (month: string) => (month >= first ? use : undefined);

beforeAll(async () => {
  database = await createTestDatabase();
  caller = createCaller(database, () => now);
  await addProperty(database, { id: 1 });
  for (const tenantNo of ['many', 'new', 'arealess', 'steady', ...movers]) {
    tenants[tenantNo] = await addTenant(database, 1, { tenantNo, tenantName: `T ${tenantNo}` });
  }
  await addMeter('many', { place: 'Half more' }, october(1.5));
  await addMeter('many', { place: 'Half less' }, october(0.5));
  await addMeter('many', { place: 'Nearly' }, october(1.49));
  await addMeter('many', { place: 'Hot', category: 'HOT_WATER_METER' }, october(3));
  await addMeter('many', {}, since('2026-10', 2));
  await addMeter('many', { place: 'Warm', category: 'TEMPERATURE_LOGGER' }, october(3));
  await addMeter('many', { place: 'Main', isMain: true }, october(9));
  await addMeter('new', {}, since('2026-10', 4));
  await addMeter('arealess', {}, since('2026-10', 4));
  for (const tenant of ['steady', ...movers]) await addMeter(tenant, {}, october(1.25));
  const set = (name: string, column: string, value: unknown) =>
    database.pool.query(`UPDATE tenant SET ${column} = $2 WHERE id = $1`, [tenants[name], value]);
  await set('arealess', 'area_square_metres', null);
  await set('september', 'moved_in', '2026-09-01');
  await set('lastOctober', 'moved_in', '2025-10-01');
  await set('august', 'moved_in', '2026-09-02');
  owner = await addAccount(database, 'owner');
  await grantAccess(database, owner, await addPackage(database, licensing), [1]);
}, 120_000);
afterAll(() => database?.close());

const ask = (query: object) =>
  caller.ask(owner, 'consumption.deviation', {
    query: {
      property: 1,
      timeframe: 'MONTHLY',
      size: 100,
      periodBegin: '2026-10-01',
      periodEnd: '2026-10-31',
      ...query,
    } as never,
  });

describe('a device', () => {
  it('is unusual from half more or half less on, the most unusual first', async () => {
    const { content, summary } = await ask({ tenant: tenants.many });
    const rows = content.map(({ name, verdict, changePercent }) => [name, verdict, changePercent]);
    expect(rows).toEqual([
      ['Hot', 'HIGH', 200],
      ['Half more', 'HIGH', 50],
      ['Half less', 'LOW', -50],
      ['Nearly', 'NORMAL', expect.closeTo(49, 9)],
      ['N-many--COLD_WATER_METER', 'UNKNOWN', null],
    ]);
    expect(content[0]).toMatchObject({ number: 'N-many-Hot-HOT_WATER_METER', current: 93 });
    expect(content[4]).toMatchObject({ basis: 'NONE', current: 62, earlier: null });
    // Of what is like the most unusual one only.
    expect(summary).toEqual({
      normal: 1,
      judged: 4,
      worst: 'Hot',
      worstPercent: 200,
      category: 'HOT_WATER_METER',
      change: 200,
      basis: 'LAST_YEAR',
    });
  });

  it('is judged by what is over, and by what is known on both sides', async () => {
    const { content } = await ask({ tenant: tenants.many, periodEnd: '2026-11-20' });
    const rows = new Map(content.map((row) => [row.name, row]));
    expect(rows.get('Half more')).toMatchObject({ current: 46.5, earlier: 31, basis: 'LAST_YEAR' });
    const both = await ask({ tenant: tenants.many, periodBegin: '2026-09-01' });
    const late = both.content.find(({ name }) => name.startsWith('N-many--'));
    expect(late).toMatchObject({ current: 62, earlier: null, basis: 'NONE' });
    const half = both.content.find(({ name }) => name === 'Half less');
    expect(half).toMatchObject({ current: 45.5, earlier: 61 });
    // Two years back only one of two months is known.
    const wide = await ask({
      tenant: tenants.many,
      periodBegin: '2026-08-01',
      periodEnd: '2026-10-31',
    });
    const known = wide.content.find(({ name }) => name === 'Half less');
    expect(known).toMatchObject({ current: 45.5, earlier: 61, basis: 'LAST_YEAR' });
  });
});

describe('a tenant', () => {
  const rowsOf = async (query: object = {}) => {
    const { content, summary } = await ask(query);
    return { rows: new Map(content.map((row) => [row.number, row])), content, summary };
  };

  it('is compared with nobody who lived there before', async () => {
    const { rows } = await rowsOf();
    expect(rows.get('lastOctober')).toMatchObject({ basis: 'LAST_YEAR', earlier: 31 });
    // September is known of both, but is no basis beside last year.
    for (const tenant of ['september', 'august']) {
      expect(rows.get(tenant)).toMatchObject({ basis: 'NONE', earlier: null, changePercent: null });
    }
    const september = await ask({ tenant: tenants.september });
    expect(september.content).toMatchObject([{ basis: 'PREVIOUS_PERIOD', earlier: 30 }]);
    const august = await ask({ tenant: tenants.august });
    expect(august.content).toMatchObject([{ basis: 'NONE', earlier: null, verdict: 'UNKNOWN' }]);
  });

  it('is compared with last year unless the period before is known of more than twice as many', async () => {
    const move = (name: string, day: string) =>
      database.pool.query('UPDATE tenant SET moved_in = $2 WHERE id = $1', [tenants[name], day]);
    const earlier = async () => {
      const { rows, summary } = await rowsOf();
      return [
        summary.basis,
        ...['steady', 'lastOctober', 'september'].map((name) => rows.get(name)?.earlier),
      ];
    };
    // Two of three.
    expect(await earlier()).toEqual(['LAST_YEAR', 31, 31, null]);
    await move('lastOctober', '2025-10-02');
    // One of three.
    expect(await earlier()).toEqual(['PREVIOUS_PERIOD', 30, 30, 30]);
    await move('september', '2026-09-02');
    // One of two.
    expect(await earlier()).toEqual(['LAST_YEAR', 31, null, null]);
    await move('september', '2026-09-01');
    await move('lastOctober', '2025-10-01');
  });

  it('whose past is unknown is judged by the property’s use per square metre', async () => {
    const { rows, content, summary } = await rowsOf();
    // All flats: 5.49 + 4 + 4 + 4 × 1.25 a day on 420 m².
    const many = 1.5 + 0.5 + 1.49 + 2;
    const whole = (many + 4 + 4 + 5) / 420;
    const percentOf = (use: number) => expect.closeTo((use / 50 / whole - 1) * 100, 6);
    const fresh = rows.get('new');
    expect(fresh).toMatchObject({ basis: 'NONE', changePercent: null, verdict: 'HIGH' });
    expect(fresh?.averagePercent).toEqual(percentOf(4));
    expect(rows.get('august')?.averagePercent).toEqual(percentOf(1.25));
    expect(rows.get('lastOctober')?.averagePercent).toEqual(percentOf(1.25));
    expect(rows.get('arealess')).toMatchObject({ averagePercent: null, verdict: 'UNKNOWN' });
    expect(content.slice(0, 2).map(({ number }) => number)).toEqual(['many', 'new']);
    expect(content.at(-1)?.number).toBe('arealess');
    expect(content.at(-1)).toMatchObject({ unit: 'm³', name: 'T arealess', current: 124 });
    // Four meters beside three last October would pass for a rise: the property’s use is what counts.
    expect(content[0]).toMatchObject({ basis: 'NONE', changePercent: null, verdict: 'HIGH' });
    expect(content[0]).toMatchObject({ averagePercent: percentOf(many) });
    expect(summary).toEqual({
      normal: 4,
      judged: 6,
      worst: 'T many',
      worstPercent: percentOf(many),
      // Of the two whose last October is known.
      category: 'COLD_WATER_METER',
      basis: 'LAST_YEAR',
      change: expect.closeTo(25, 6),
    });
  });

  it('can’t be judged so without the property’s area', async () => {
    await database.pool.query('UPDATE property SET area_square_metres = NULL');
    const { rows } = await rowsOf();
    expect(rows.get('new')).toMatchObject({ averagePercent: null, verdict: 'UNKNOWN' });
    await database.pool.query('UPDATE property SET area_square_metres = 420');
  });

  it('has the category that is asked for, or else the most usual one', async () => {
    const { content } = await rowsOf({ category: 'HOT_WATER_METER' });
    expect(content).toMatchObject([{ number: 'many', category: 'HOT_WATER_METER', current: 93 }]);
    expect((await rowsOf({ category: 'TEMPERATURE_LOGGER' })).content).toEqual([]);
  });
});

describe('the summary', () => {
  it('names nobody when nothing is unusual', async () => {
    const { summary, content } = await ask({ tenant: tenants.lastOctober });
    expect(content[0]).toMatchObject({ verdict: 'NORMAL', changePercent: 25 });
    expect(summary).toEqual({
      normal: 1,
      judged: 1,
      worst: '',
      worstPercent: null,
      category: 'COLD_WATER_METER',
      change: 25,
      basis: 'LAST_YEAR',
    });
  });

  it('is empty when nothing can be judged', async () => {
    expect((await ask({ tenant: tenants.new })).summary).toEqual({
      normal: 0,
      judged: 0,
      worst: '',
      worstPercent: null,
      category: null,
      change: null,
      basis: 'NONE',
    });
  });

  it('says less by a negative number, and no change by zero', async () => {
    await database.pool.query('UPDATE tenant SET moved_in = NULL');
    const september = { periodBegin: '2026-09-01', periodEnd: '2026-09-30' };
    const { summary } = await ask({ tenant: tenants.lastOctober, ...september });
    expect(summary).toMatchObject({ change: 0, worst: '', worstPercent: null, basis: 'LAST_YEAR' });
    await database.pool.query("UPDATE device SET tenant_id = $1 WHERE place = 'Half less'", [
      tenants.new,
    ]);
    const less = await ask({ tenant: tenants.new });
    expect(less.summary).toMatchObject({ worst: 'Half less', worstPercent: -50, change: -50 });
  });
});
