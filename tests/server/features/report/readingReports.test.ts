import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../../server/database/open.ts';
import type { Turn } from '../../../../server/workPool.ts';
import {
  addAccount,
  addPackage,
  addProperty,
  addReadings,
  grantAccess,
} from '../../../support/builders.ts';
import { createTestDatabase } from '../../../support/database.ts';
import {
  addFlat,
  addMeter,
  localTime,
  makeReport,
  pick,
  readDaily,
  readHourly,
} from './reportWorld.ts';

const zone = 'Europe/Warsaw';

let database: Database;
let owner: number;
let since: number;

beforeAll(async () => {
  database = await createTestDatabase();
  await addProperty(database, { id: 1, timeZone: zone });
  const licensed = await addPackage(database, ['REPORT_DEVICE_READING']);
  owner = await addAccount(database, 'owner');
  since = await addAccount(database, 'since');
  await grantAccess(database, owner, licensed, [1]);
  await grantAccess(database, since, licensed, [1], '2026-03-29');
  const tenantId = await addFlat(database, 1, '3', 'Ewa');
  const device = { propertyId: 1, tenantId };
  const hourly = await addMeter(database, { ...device, serial: 'H', isHourly: true });
  await readHourly(
    ...([database, { propertyId: 1, deviceId: hourly, timeZone: zone }] as const),
    ['2026-03-28', '2026-03-30'],
    (hour) => 100 + hour,
  );
  const daily = await addMeter(database, { ...device, serial: 'D' });
  await readDaily(
    ...([database, { propertyId: 1, deviceId: daily, timeZone: zone }] as const),
    ['2026-03-01', '2026-03-31'],
    (day, index) => (day >= '2026-03-09' && day <= '2026-03-15' ? undefined : index),
  );
  await addReadings(database, { propertyId: 1, deviceId: daily }, [
    { at: localTime(zone, '2026-03-31', '18:05'), value: 30.75, quality: 2 },
  ]);
  const smoke = await addMeter(database, { ...device, serial: 'S', category: 'SMOKE_DETECTOR' });
  await addReadings(database, { propertyId: 1, deviceId: smoke }, [
    { at: localTime(zone, '2026-03-29', '12:00'), value: 0 },
  ]);
  const virtual = await addMeter(database, {
    ...device,
    serial: 'V',
    category: 'COLD_HOT_WATER_VIRTUAL',
  });
  await database.pool.query(
    `INSERT INTO virtual_meter_part (property_id, device_id, source_id, factor) VALUES (1, $1, $2, 1)`,
    [virtual, daily],
  );
}, 120_000);
afterAll(() => database?.close());

const definition = { reportType: 'DEVICE_READING', sampling: 'DAILY' } as const;

describe('device readings', () => {
  it('are the last of each day, by the local clock', async () => {
    const { rows, total } = await makeReport(database, owner, {
      ...definition,
      startDate: '2026-03-28',
      endDate: '2026-03-30',
    });
    expect(total).toBe(4 * 3);
    expect(pick(rows, 'deviceSerial', 'begin', 'readAt', 'reading', 'unit', 'status')).toEqual([
      ['D', '2026-03-28', '2026-03-28T00:00', 27, 'm³', 'Measured'],
      ['D', '2026-03-29', '2026-03-29T00:00', 28, 'm³', 'Measured'],
      ['D', '2026-03-30', '2026-03-30T00:00', 29, 'm³', 'Measured'],
      // The 29th has 23 hours: from 0:00 on, 24 + 22 of them are over at 23:00.
      ['H', '2026-03-28', '2026-03-28T23:00', 123, 'm³', 'Measured'],
      ['H', '2026-03-29', '2026-03-29T23:00', 146, 'm³', 'Measured'],
      ['H', '2026-03-30', '2026-03-30T00:00', 147, 'm³', 'Measured'],
      ['S', '2026-03-28', null, null, 'count', 'Missing'],
      ['S', '2026-03-29', '2026-03-29T12:00', 0, 'count', 'Measured'],
      ['S', '2026-03-30', null, null, 'count', 'Missing'],
    ]);
  });

  it('are missing where none came, and told with how sure they are', async () => {
    const { rows } = await makeReport(database, owner, {
      ...definition,
      sampling: 'WEEKLY',
      startDate: '2026-03-02',
      endDate: '2026-03-31',
      columns: [{ name: 'end' }, { name: 'reading' }, { name: 'status' }],
      deviceType: 'COLD_WATER_METER',
    });
    expect(pick(rows.slice(0, 5), 'end', 'reading', 'status')).toEqual([
      ['2026-03-08', 7, 'Measured'],
      ['2026-03-15', null, 'Missing'],
      ['2026-03-22', 21, 'Measured'],
      ['2026-03-29', 28, 'Measured'],
      ['2026-03-31', 30.75, 'Estimated'],
    ]);
  });

  it('are none from before the account may see', async () => {
    const { rows } = await makeReport(database, since, {
      ...definition,
      sampling: 'MONTHLY',
      startDate: '2026-02-15',
      endDate: '2026-03-31',
    });
    expect(pick(rows, 'deviceSerial', 'begin', 'end', 'reading')).toEqual([
      ['D', '2026-03-29', '2026-03-31', 30.75],
      ['H', '2026-03-29', '2026-03-31', 147],
      ['S', '2026-03-29', '2026-03-31', 0],
    ]);
    const before = await makeReport(database, since, {
      ...definition,
      startDate: '2026-03-01',
      endDate: '2026-03-28',
    });
    expect(before).toMatchObject({ rows: [], total: 0 });
  });

  it('are read in turn with what else is wanted, by smaller pages while something is', async () => {
    for (let at = 0; at < 10; at++) {
      await addMeter(database, { propertyId: 1, serial: `M${at}`, category: 'GAS' });
    }
    const months = { startDate: '2026-02-01', endDate: '2026-03-31' };
    const wanted = { ...definition, ...months, deviceType: 'GAS' } as const;
    const read = async (isWanted: boolean) => {
      let turns = 0;
      const take: Turn['take'] = (work) => {
        turns++;
        return work();
      };
      const turn = { take, isWanted: () => isWanted };
      const { rows } = await makeReport(database, owner, wanted, { turn });
      return { rows, turns };
    };
    const [alone, beside] = [await read(false), await read(true)];
    expect(alone.rows).toHaveLength(10 * 59);
    expect(beside.rows).toEqual(alone.rows);
    // What there is, the devices, and their readings: of 33 at a time, or of five.
    expect([alone.turns, beside.turns]).toEqual([3, 4]);
  });
});
