import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportDefinition } from '../../../../schemas/entities/report.ts';
import type { Database } from '../../../../server/database/open.ts';
import { recomputeVirtual } from '../../../../server/metering/store/recompute.ts';
import { addAccount, addPackage, addProperty, grantAccess } from '../../../support/builders.ts';
import { createTestDatabase } from '../../../support/database.ts';
import {
  addFlat,
  addMeter,
  hoursOf,
  localTime,
  makeReport,
  pick,
  readDaily,
  readHourly,
} from './reportWorld.ts';

/**
 * A building with a main meter and two flats: 2 is read by the hour over the longest day of the year,
 * 10 daily with a gap of ten days and an exchange. Its number is 10, that of its neighbour 9.
 */

const zone = 'Europe/Warsaw';
const londonZone = 'Europe/London';
const litresAnHour = 10;
const gap = ['2026-10-06', '2026-10-14'] as const;
const exchange = '2026-10-10';

let database: Database;
let owner: number;
let since: number;
let narrow: number;

beforeAll(async () => {
  database = await createTestDatabase();
  await addProperty(database, { id: 1, worksNo: 'W-10', timeZone: zone });
  await addProperty(database, { id: 2, worksNo: 'W-9', timeZone: londonZone });
  await addProperty(database, { id: 9, worksNo: 'W-1', timeZone: zone });
  const everything = await addPackage(database, [
    'REPORT_DEVICE_CONSUMPTION',
    'REPORT_APARTMENT_CONSUMPTION',
    'REPORT_FLAT_CONSUMPTION',
    'REPORT_AREA_ANALYSIS',
  ]);
  const one = await addPackage(database, ['REPORT_FLAT_CONSUMPTION']);
  owner = await addAccount(database, 'owner');
  since = await addAccount(database, 'since');
  narrow = await addAccount(database, 'narrow');
  await grantAccess(database, owner, everything, [1, 2]);
  await grantAccess(database, since, everything, [1], '2026-10-25');
  await grantAccess(database, narrow, everything, [2]);
  await grantAccess(database, narrow, one, [1]);

  const main = await addMeter(database, { propertyId: 1, serial: 'M-1', isMain: true });
  await readDaily(
    ...([database, { propertyId: 1, deviceId: main, timeZone: zone }] as const),
    ['2026-09-01', '2026-11-20'],
    (_, index) => 5 * index,
  );
  const flat10 = await addFlat(database, 1, '10', 'Beata Kos');
  const cold = await addMeter(database, { propertyId: 1, tenantId: flat10, serial: 'B-10' });
  await readDaily(
    ...([database, { propertyId: 1, deviceId: cold, timeZone: zone }] as const),
    ['2026-09-01', '2026-11-20'],
    (day, index) => (day >= gap[0] && day <= gap[1] ? undefined : index),
  );
  const hot = await addMeter(database, {
    propertyId: 1,
    tenantId: flat10,
    serial: 'C-10',
    category: 'HOT_WATER_METER',
  });
  // 39 days of two cubic metres, from 100 on; the new register begins at zero.
  await database.pool.query(
    `INSERT INTO installation (property_id, device_id, installed_from, installed_until, start_index,
       end_index)
     VALUES (1, $1, to_timestamp($2::float8 / 1000), to_timestamp($3::float8 / 1000), 100000000, 178000000),
       (1, $1, to_timestamp($3::float8 / 1000), NULL, 0, NULL)`,
    [hot, localTime(zone, '2026-09-01'), localTime(zone, exchange)],
  );
  await readDaily(
    ...([database, { propertyId: 1, deviceId: hot, timeZone: zone }] as const),
    ['2026-09-01', '2026-11-20'],
    (day, index) => (day < exchange ? 100 + 2 * index : 2 * (index - 39)),
  );
  const whole = await addMeter(database, {
    propertyId: 1,
    tenantId: flat10,
    serial: 'V-10',
    category: 'COLD_HOT_WATER_VIRTUAL',
  });
  for (const source of [cold, hot]) {
    await database.pool.query(
      `INSERT INTO virtual_meter_part (property_id, device_id, source_id, factor)
       VALUES (1, $1, $2, 1)`,
      [whole, source],
    );
  }
  await database.transaction((tx) => recomputeVirtual(tx, 1, whole));

  const flat2 = await addFlat(database, 1, '2', 'Adam Nowak', '2026-10-25');
  const hourly = await addMeter(database, {
    propertyId: 1,
    tenantId: flat2,
    serial: 'A-2',
    isHourly: true,
    place: 'Kitchen',
  });
  await readHourly(
    ...([database, { propertyId: 1, deviceId: hourly, timeZone: zone }] as const),
    ['2026-10-24', '2026-10-27'],
    (hour) => (hour * litresAnHour) / 1000,
  );
  const logger = await addMeter(database, {
    propertyId: 1,
    tenantId: flat2,
    serial: 'T-2',
    isHourly: true,
    category: 'TEMPERATURE_LOGGER',
  });
  await readHourly(
    ...([database, { propertyId: 1, deviceId: logger, timeZone: zone }] as const),
    ['2026-10-24', '2026-10-27'],
    (hour) => (hour % 2 === 0 ? 20 : 23),
  );
  const neighbour = await addFlat(database, 2, '1', 'Cezary Lis');
  const far = await addMeter(database, { propertyId: 2, tenantId: neighbour, serial: 'P2-1' });
  await readDaily(
    ...([database, { propertyId: 2, deviceId: far, timeZone: londonZone }] as const),
    ['2026-10-01', '2026-11-20'],
    (_, index) => 1.5 * index,
  );
  const foreign = await addFlat(database, 9, '1', 'Stranger');
  const theirs = await addMeter(database, { propertyId: 9, tenantId: foreign, serial: 'X' });
  await readDaily(
    ...([database, { propertyId: 9, deviceId: theirs, timeZone: zone }] as const),
    ['2026-10-01', '2026-11-20'],
    (_, index) => 7 * index,
  );
}, 120_000);
afterAll(() => database?.close());

const longestDay = { startDate: '2026-10-24', endDate: '2026-10-26', sampling: 'DAILY' } as const;
const used = (hours: number) => (hours * litresAnHour) / 1000;

describe('device consumption', () => {
  it('has a row for each device and day, the longest of the year too', async () => {
    const { rows, total } = await makeReport(database, owner, {
      reportType: 'DEVICE_CONSUMPTION',
      ...longestDay,
    });
    expect(total).toBe(7 * 3);
    const days = [24, 25, 26].map((day) => `2026-10-${day}`);
    const each = (serial: string, valueOn: (day: string, at: number) => number) =>
      days.map((day, at) => [serial, day, day, expect.closeTo(valueOn(day, at), 6), 'Measured']);
    // Temperatures by the hour: 20 and 23 in turns, and 25 readings on the longest day.
    const means = [21.5, (13 * 20 + 12 * 23) / 25, (12 * 20 + 12 * 23) / 24];
    expect(pick(rows, 'deviceSerial', 'begin', 'end', 'consumption', 'status')).toEqual([
      ...each('P2-1', () => 1.5),
      ...each('M-1', () => 5),
      ...each('A-2', (day) => used(hoursOf(zone, day))),
      ...each('T-2', (_, at) => means[at] as number),
      ...each('B-10', () => 1),
      ...each('C-10', () => 2),
      ...each('V-10', () => 3),
    ]);
    expect(used(hoursOf(zone, '2026-10-25'))).toBe(0.25);
  });

  it('says where each device is, what it is, and nothing of who lived there before', async () => {
    const { rows } = await makeReport(database, owner, {
      reportType: 'DEVICE_CONSUMPTION',
      properties: [1],
      ...longestDay,
    });
    expect(rows[0]).toMatchObject({
      propertyNumber: 'W-10',
      propertyName: 'Property 1',
      deviceSerial: 'M-1',
      place: null,
      tenantNumber: null,
      tenantName: null,
      address: 'Lipowa 1, Warszawa',
      unit: 'm³',
      category: 'Cold water',
      meterRole: 'Main meter',
      knownPercent: 100,
    });
    expect(pick(rows.slice(3, 6), 'tenantNumber', 'tenantName', 'address', 'place')).toEqual([
      ['2', null, 'Lipowa 1/2', 'Kitchen'],
      ['2', 'Adam Nowak', 'Lipowa 1/2', 'Kitchen'],
      ['2', 'Adam Nowak', 'Lipowa 1/2', 'Kitchen'],
    ]);
    expect(rows.at(-1)).toMatchObject({ deviceSerial: 'V-10', meterRole: 'Calculated' });
  });

  it('leaves unknown what lies in a gap, and counts across an exchange', async () => {
    const { rows } = await makeReport(database, owner, {
      reportType: 'DEVICE_CONSUMPTION',
      properties: [1],
      consumerName: 'bEATA',
      startDate: '2026-10-04',
      endDate: '2026-10-15',
      sampling: 'DAILY',
    });
    const lists = Map.groupBy(rows, ({ deviceSerial }) => deviceSerial);
    expect([...lists.keys()]).toEqual(['B-10', 'C-10', 'V-10']);
    // Read on the 5th and on the 15th: ten days of which none is known.
    const isKnown = (at: number) => at === 0 || at === 11;
    const at = Array.from({ length: 12 }, (_, index) => index);
    expect(pick(lists.get('B-10') ?? [], 'consumption', 'status', 'knownPercent')).toEqual(
      at.map((one) => (isKnown(one) ? [1, 'Measured', 100] : [null, 'Missing', 0])),
    );
    expect(pick(lists.get('C-10') ?? [], 'consumption', 'status')).toEqual(
      at.map(() => [2, 'Measured']),
    );
    expect(pick(lists.get('V-10') ?? [], 'consumption')).toEqual(
      at.map((one) => [isKnown(one) ? 3 : null]),
    );
  });

  it('takes whole months as they are stored, and of others the days', async () => {
    const make = async (startDate: string, endDate: string) => {
      const { rows } = await makeReport(database, owner, {
        reportType: 'DEVICE_CONSUMPTION',
        properties: [1],
        startDate,
        endDate,
        sampling: 'MONTHLY',
        deviceType: 'COLD_WATER_METER',
        consumerName: 'Beata',
      });
      return pick(rows, 'begin', 'end', 'consumption', 'knownPercent');
    };
    const october = 31 * 24 + 1;
    expect(await make('2026-09-16', '2026-11-05')).toEqual([
      ['2026-09-16', '2026-09-30', 15, 100],
      ['2026-10-01', '2026-10-31', 31, expect.closeTo((1 - 240 / october) * 100, 1)],
      ['2026-11-01', '2026-11-05', 5, 100],
    ]);
    // The gap reaches out of the period: how much of it was used inside nobody knows.
    const part = 22 * 24 + 1;
    expect(await make('2026-10-10', '2026-10-31')).toEqual([
      ['2026-10-10', '2026-10-31', 17, expect.closeTo((1 - 120 / part) * 100, 1)],
    ]);
  });

  it('knows of a part of a month only what was read in it', async () => {
    const deviceId = await addMeter(database, { propertyId: 2, serial: 'Q-2', isMain: true });
    await readDaily(
      ...([database, { propertyId: 2, deviceId, timeZone: londonZone }] as const),
      ['2026-09-01', '2026-10-12'],
      (_, index) => index,
    );
    const knownIn = async (startDate: string, endDate: string) => {
      const { rows } = await makeReport(database, owner, {
        reportType: 'DEVICE_CONSUMPTION',
        properties: [2],
        sampling: 'MONTHLY',
        startDate,
        endDate,
      });
      const own = pick(rows, 'deviceSerial', 'begin', 'knownPercent');
      return own.filter(([serial]) => serial === 'Q-2').map(([, , percent]) => percent);
    };
    const whole = await knownIn('2026-10-01', '2026-10-31');
    const cut = await knownIn('2026-10-02', '2026-10-30');
    await database.pool.query('DELETE FROM device WHERE id = $1', [deviceId]);
    // The last reading is of the midnight of the 12th; the last day has an hour more.
    expect(whole).toEqual([expect.closeTo(((11 * 24) / (31 * 24 + 1)) * 100, 1)]);
    expect(cut).toEqual([expect.closeTo(((10 * 24) / (29 * 24 + 1)) * 100, 1)]);
  });

  it('ends today, and begins where the account may see', async () => {
    const { rows } = await makeReport(database, since, {
      reportType: 'DEVICE_CONSUMPTION',
      sampling: 'WEEKLY',
      consumerName: 'Beata',
      deviceType: 'HOT_WATER_METER',
      startDate: '2026-10-01',
      endDate: '2026-12-31',
    });
    expect(pick(rows, 'begin', 'end', 'consumption')).toEqual([
      ['2026-10-25', '2026-10-25', 2],
      ['2026-10-26', '2026-11-01', 14],
      ['2026-11-02', '2026-11-08', 14],
      ['2026-11-09', '2026-11-15', 14],
      // The last reading is of the midnight of the 20th.
      ['2026-11-16', '2026-11-20', 8],
    ]);
  });

  it('takes off what a main meter’s gap counts too much, too', async () => {
    const main = await addMeter(database, { propertyId: 2, serial: 'M-2', isMain: true });
    await readDaily(
      ...([database, { propertyId: 2, deviceId: main, timeZone: londonZone }] as const),
      ['2026-10-01', '2026-11-10'],
      (day, index) => (day > '2026-10-05' && day < '2026-10-15' ? undefined : 5 * index),
    );
    const { rows } = await makeReport(database, owner, {
      reportType: 'DEVICE_CONSUMPTION',
      properties: [2],
      sampling: 'MONTHLY',
      startDate: '2026-10-10',
      endDate: '2026-10-31',
    });
    await database.pool.query('UPDATE device SET is_main = true WHERE id = $1', [main]);
    expect(pick(rows, 'deviceSerial', 'consumption')).toEqual([
      ['M-2', 17 * 5],
      ['P2-1', 22 * 1.5],
    ]);
    await database.pool.query('DELETE FROM rollup WHERE subject_kind = 0 AND subject_id = $1', [
      main,
    ]);
    await database.pool.query('DELETE FROM reading_question WHERE device_id = $1', [main]);
    await database.pool.query('DELETE FROM device WHERE id = $1', [main]);
  });

  it('leaves out what was dismounted before, and keeps what fell silent', async () => {
    const ids = new Map<string, number>();
    for (const serial of ['GONE', 'SILENT']) {
      const deviceId = await addMeter(database, { propertyId: 2, serial });
      ids.set(serial, deviceId);
      await readDaily(
        ...([database, { propertyId: 2, deviceId, timeZone: londonZone }] as const),
        ['2026-10-01', '2026-10-05'],
        (_, index) => index,
      );
    }
    await database.pool.query(
      `INSERT INTO installation (property_id, device_id, installed_from, installed_until)
       VALUES (2, $1, '2020-01-01', '2026-10-06')`,
      [ids.get('GONE')],
    );
    const { rows } = await makeReport(database, owner, {
      reportType: 'DEVICE_CONSUMPTION',
      properties: [2],
      sampling: 'DAILY',
      startDate: '2026-10-10',
      endDate: '2026-10-10',
    });
    expect(pick(rows, 'deviceSerial', 'consumption', 'status')).toEqual([
      ['SILENT', null, 'Missing'],
      ['P2-1', 1.5, 'Measured'],
    ]);
    for (const id of ids.values()) {
      await database.pool.query('DELETE FROM device WHERE id = $1', [id]);
    }
  });
});

describe('apartment consumption', () => {
  it('has a row for each flat, category and sample', async () => {
    const { rows, total } = await makeReport(database, owner, {
      reportType: 'APARTMENT_CONSUMPTION',
      startDate: '2026-10-25',
      endDate: '2026-10-26',
      sampling: 'DAILY',
    });
    expect(total).toBe(6 * 2);
    expect(
      pick(rows, 'propertyNumber', 'tenantNumber', 'category', 'begin', 'consumption', 'unit'),
    ).toEqual([
      ['W-9', '1', 'Cold water', '2026-10-25', 1.5, 'm³'],
      ['W-9', '1', 'Cold water', '2026-10-26', 1.5, 'm³'],
      ['W-10', '2', 'Cold water', '2026-10-25', expect.closeTo(used(25), 6), 'm³'],
      ['W-10', '2', 'Cold water', '2026-10-26', expect.closeTo(used(24), 6), 'm³'],
      ['W-10', '2', 'Temperature', '2026-10-25', (13 * 20 + 12 * 23) / 25, '°C'],
      ['W-10', '2', 'Temperature', '2026-10-26', 21.5, '°C'],
      ['W-10', '10', 'Cold water', '2026-10-25', 1, 'm³'],
      ['W-10', '10', 'Cold water', '2026-10-26', 1, 'm³'],
      ['W-10', '10', 'Hot water', '2026-10-25', 2, 'm³'],
      ['W-10', '10', 'Hot water', '2026-10-26', 2, 'm³'],
      ['W-10', '10', 'Total water (calculated)', '2026-10-25', 3, 'm³'],
      ['W-10', '10', 'Total water (calculated)', '2026-10-26', 3, 'm³'],
    ]);
  });

  it('is the days before its making of a job, yesterday the last', async () => {
    const { rows } = await makeReport(database, owner, {
      reportType: 'APARTMENT_CONSUMPTION_JOB',
      sampling: 'DAILY',
      timeBackwards: 3,
      properties: [2],
    });
    expect(pick(rows, 'begin', 'consumption')).toEqual(
      ['2026-11-17', '2026-11-18', '2026-11-19'].map((day) => [day, 1.5]),
    );
  });
});

describe('billing periods', () => {
  it('are each property’s own, and leave out those that have none or may not be seen', async () => {
    await database.pool.query(
      `INSERT INTO billing_period (property_id, product, period_begin, period_end)
       VALUES (1, '', '2026-09-01', '2026-09-30'), (1, '', '2026-10-16', '2026-11-19'),
         (1, '', '2026-11-20', '2027-11-19'), (1, 'HOT_WATER_METER', '2026-10-20', '2026-10-31')`,
    );
    const billed: Omit<ReportDefinition, 'reportName'> = {
      reportType: 'APARTMENT_CONSUMPTION',
      sampling: 'MONTHLY',
      timeBackwards: 1,
      timeUnit: 'BILLING_PERIODS',
    };
    const days = async (account: number, given: Partial<ReportDefinition> = {}) => {
      const { rows } = await makeReport(database, account, { ...billed, ...given });
      const said = pick(rows, 'propertyNumber', 'begin', 'end').map((row) => row.join(' '));
      return [...new Set(said)];
    };
    // Of the 20th of November the 19th is over, and the period that begins then isn't.
    expect(await days(owner)).toEqual(['W-10 2026-10-16 2026-10-31', 'W-10 2026-11-01 2026-11-19']);
    expect(await days(since)).toEqual(['W-10 2026-10-25 2026-10-31', 'W-10 2026-11-01 2026-11-19']);
    expect(await days(owner, { deviceType: 'HOT_WATER_METER' })).toEqual([
      'W-10 2026-10-20 2026-10-31',
    ]);
    // Neighbours of one zone have days of their own, too.
    await database.pool.query(
      `UPDATE property SET time_zone = '${zone}' WHERE id = 2;
       INSERT INTO billing_period (property_id, period_begin, period_end)
       VALUES (2, '2026-10-01', '2026-10-31')`,
    );
    expect(await days(owner)).toEqual([
      'W-9 2026-10-01 2026-10-31',
      'W-10 2026-10-16 2026-10-31',
      'W-10 2026-11-01 2026-11-19',
    ]);
    await database.pool.query(
      `UPDATE property SET time_zone = '${londonZone}' WHERE id = 2; DELETE FROM billing_period`,
    );
  });
});

const october = { startDate: '2026-10-01', endDate: '2026-10-31' };

describe('flat consumption', () => {
  it('has a row for each flat and a column for each category that there is', async () => {
    const { rows, columns, total } = await makeReport(database, owner, {
      reportType: 'FLAT_CONSUMPTION',
      ...october,
    });
    expect(total).toBe(3);
    expect(columns.filter(({ kind }) => kind === 'quantity')).toEqual(
      [
        ['COLD_WATER_METER', 'Cold water [m³]'],
        ['HOT_WATER_METER', 'Hot water [m³]'],
        ['COLD_HOT_WATER_VIRTUAL', 'Total water (calculated) [m³]'],
        ['TEMPERATURE_LOGGER', 'Temperature [°C]'],
      ].map(([name, heading]) => ({ name, heading, kind: 'quantity' })),
    );
    const hours = (localTime(zone, '2026-10-27') - localTime(zone, '2026-10-24')) / 3_600_000;
    expect(
      pick(
        ...([rows, 'tenantNumber', 'tenantName', 'movedIn', 'COLD_WATER_METER'] as const),
        ...(['HOT_WATER_METER', 'COLD_HOT_WATER_VIRTUAL', 'TEMPERATURE_LOGGER', 'status'] as const),
      ),
    ).toEqual([
      ['1', 'Cezary Lis', null, expect.closeTo(31 * 1.5, 6), null, null, null, 'Measured'],
      ['2', null, '2026-10-25', expect.closeTo(used(hours), 6), null, null, 21.5, 'Estimated'],
      ['10', 'Beata Kos', null, 31, 62, 93, null, 'Estimated'],
    ]);
  });

  it('is of properties whose package has it, and of no stranger’s', async () => {
    const numbersOf = async (account: number, reportType: 'FLAT_CONSUMPTION' | 'AREA_ANALYSIS') => {
      const { rows } = await makeReport(database, account, { reportType, ...october });
      return [...new Set(rows.map(({ propertyNumber }) => propertyNumber))];
    };
    expect(await numbersOf(narrow, 'FLAT_CONSUMPTION')).toEqual(['W-9', 'W-10']);
    expect(await numbersOf(narrow, 'AREA_ANALYSIS')).toEqual(['W-9']);
    const asked = { reportType: 'FLAT_CONSUMPTION', ...october } as const;
    const mixed = await makeReport(database, owner, { ...asked, properties: [9, 2] });
    expect(pick(mixed.rows, 'propertyNumber')).toEqual([['W-9']]);
    await expect(makeReport(database, owner, { ...asked, properties: [9] })).rejects.toMatchObject({
      code: 'PROPERTY_NOT_FOUND',
    });
  });

  it('has no rows before anything may be seen, and none of nobody', async () => {
    const early = { startDate: '2026-09-01', endDate: '2026-09-30' };
    const made = await makeReport(database, since, { reportType: 'FLAT_CONSUMPTION', ...early });
    expect(made).toMatchObject({ rows: [], sizes: [], total: 0 });
    const nobody = await makeReport(database, owner, {
      reportType: 'FLAT_CONSUMPTION',
      ...october,
      consumerName: '%',
    });
    expect(nobody).toMatchObject({ rows: [], total: 0 });
  });
});

describe('properties next to each other', () => {
  it('have days of their own, by their zone and since they may be seen', async () => {
    const mixed = await addAccount(database, 'mixed');
    const licensed = await addPackage(database, ['REPORT_DEVICE_CONSUMPTION']);
    await grantAccess(database, mixed, licensed, [1], '2026-10-31');
    await grantAccess(database, mixed, licensed, [2]);
    const { rows, total } = await makeReport(
      database,
      mixed,
      {
        reportType: 'DEVICE_CONSUMPTION',
        sampling: 'DAILY',
        startDate: '2026-10-30',
        endDate: '2026-12-31',
        deviceType: 'COLD_WATER_METER',
      },
      // An hour after midnight in Warsaw it is still yesterday in London.
      { now: new Date('2026-10-31T23:30:00Z') },
    );
    expect(total).toBe(2 + 3 * 2);
    expect(pick(rows, 'deviceSerial', 'begin')).toEqual([
      ['P2-1', '2026-10-30'],
      ['P2-1', '2026-10-31'],
      ...['M-1', 'A-2', 'B-10'].flatMap((serial) => [
        [serial, '2026-10-31'],
        [serial, '2026-11-01'],
      ]),
    ]);
  });
});

describe('area analysis', () => {
  it('holds each flat’s square metre against the property’s', async () => {
    const { rows } = await makeReport(database, owner, {
      reportType: 'AREA_ANALYSIS',
      properties: [1],
      ...october,
    });
    const small = used(73);
    // The first flat's meter was read from the 24th on: neither its use nor its area counts.
    const rates = { cold: 31 / (420 - 50), hot: 62 / 420 };
    const row = (flat: string, category: string, total: number, rate: number, isWhole = true) => [
      ...[flat, category, 50, expect.closeTo(total, 6), expect.closeTo(total / 50, 6)],
      ...[
        expect.closeTo(rate, 6),
        isWhole ? expect.closeTo((total / 50 / rate - 1) * 100, 6) : null,
      ],
    ];
    expect(
      pick(
        ...([rows, 'tenantNumber', 'category', 'area', 'consumption', 'perSquareMetre'] as const),
        ...(['propertyPerSquareMetre', 'deviationPercent'] as const),
      ),
    ).toEqual([
      row('2', 'Cold water', small, rates.cold, false),
      row('10', 'Cold water', 31, rates.cold),
      row('10', 'Hot water', 62, rates.hot),
      row('10', 'Total water (calculated)', 93, 93 / 420),
    ]);
  });

  it('tells nothing per square metre where an area is unknown', async () => {
    await database.pool.query('UPDATE tenant SET area_square_metres = NULL WHERE tenant_no = $1', [
      '2',
    ]);
    await database.pool.query('UPDATE property SET area_square_metres = NULL WHERE id = 2');
    const { rows } = await makeReport(database, owner, {
      reportType: 'AREA_ANALYSIS',
      ...october,
      deviceType: 'COLD_WATER_METER',
    });
    expect(
      pick(rows, 'area', 'perSquareMetre', 'propertyPerSquareMetre', 'deviationPercent'),
    ).toEqual([
      [50, expect.closeTo((31 * 1.5) / 50, 6), null, null],
      [null, null, expect.any(Number), null],
      [50, 0.62, expect.any(Number), expect.any(Number)],
    ]);
    await database.pool.query('UPDATE tenant SET area_square_metres = 50');
    await database.pool.query('UPDATE property SET area_square_metres = 420');
  });
});

describe('pages', () => {
  it.each([1, 2, 7, 1000])('come in the same order, %i rows at a time', async (batchSize) => {
    const definition = { reportType: 'DEVICE_CONSUMPTION', ...longestDay } as const;
    const { rows: whole } = await makeReport(database, owner, definition);
    const { rows, sizes } = await makeReport(database, owner, definition, { batchSize });
    expect(rows).toHaveLength(7 * 3);
    expect(rows).toEqual(whole);
    const left = 21 % batchSize;
    const full = new Array<number>(Math.floor(21 / batchSize)).fill(batchSize);
    expect(sizes).toEqual(left === 0 ? full : [...full, left]);
    const flats = { reportType: 'APARTMENT_CONSUMPTION', ...longestDay } as const;
    const paged = await makeReport(database, owner, flats, { batchSize });
    expect(paged.rows).toEqual((await makeReport(database, owner, flats)).rows);
  });

  it('leave no transaction open between them, and end when nobody wants them', async () => {
    const controller = new AbortController();
    const definition = { reportType: 'DEVICE_CONSUMPTION', ...longestDay } as const;
    const making = makeReport(database, owner, definition, {
      batchSize: 1,
      signal: controller.signal,
    });
    controller.abort();
    await expect(making).rejects.toThrow(/abort/);
  });
});

describe('columns', () => {
  const definition = { reportType: 'FLAT_CONSUMPTION' as const, ...october, properties: [2] };

  it('are chosen, put in order and renamed', async () => {
    const { columns, rows } = await makeReport(database, owner, {
      ...definition,
      multiplyBy1000: true,
      columns: [
        { name: 'HCA', maxWidth: 8 },
        { name: 'COLD_WATER_METER' },
        { name: 'tenantName', customName: 'Wer' },
      ],
    });
    expect(columns).toEqual([
      { name: 'HCA', kind: 'quantity', heading: 'Heat cost allocators [10⁻³ HCA]', maxWidth: 8 },
      { name: 'COLD_WATER_METER', kind: 'quantity', heading: 'Cold water [l]' },
      { name: 'tenantName', kind: 'text', heading: 'Wer' },
    ]);
    expect(rows.map(Object.values)).toEqual([[null, expect.closeTo(46.5, 6), 'Cezary Lis']]);
  });

  it('that the type hasn’t are refused', async () => {
    const making = makeReport(database, owner, { ...definition, columns: [{ name: 'verdict' }] });
    await expect(making).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ field: 'body.columns.0.name', rule: 'choice' }],
    });
  });
});
