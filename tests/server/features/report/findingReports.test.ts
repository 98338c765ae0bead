import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportType } from '../../../../schemas/kinds/reports.ts';
import type { Database } from '../../../../server/database/open.ts';
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
  now,
  pick,
  readDaily,
  readHourly,
} from './reportWorld.ts';

/** Reports that tell of single devices only: what ran backwards, used little, or is broken. */

const zone = 'Europe/Warsaw';

let database: Database;
let tenantId: number;
let owner: number;
let since: number;

/** A device that shows these values at midnight from a day on; undefined: nothing came. */
async function addRead(
  serial: string,
  first: string,
  values: readonly (number | undefined)[],
  given: Partial<Parameters<typeof addMeter>[1]> = {},
): Promise<number> {
  const deviceId = await addMeter(database, { propertyId: 1, tenantId, serial, ...given });
  const at = { propertyId: 1, deviceId, timeZone: zone };
  const last = new Date(Date.parse(first) + (values.length - 1) * 86_400_000).toISOString();
  await readDaily(database, at, [first, last.slice(0, 10)], (_, index) => values[index]);
  return deviceId;
}

beforeAll(async () => {
  database = await createTestDatabase();
  await addProperty(database, { id: 1, timeZone: zone });
  await addProperty(database, { id: 9, timeZone: zone });
  tenantId = await addFlat(database, 1, '1', 'Ewa');
  const licensed = await addPackage(database, [
    'REPORT_REVERSE_FLOW',
    'REPORT_ZERO_LOW_CONSUMPTION',
    'REPORT_AMM_ERRORS',
  ]);
  owner = await addAccount(database, 'owner');
  since = await addAccount(database, 'since');
  await grantAccess(database, owner, licensed, [1]);
  await grantAccess(database, since, licensed, [1], '2026-11-12');
}, 120_000);
afterAll(() => database?.close());

const days = (count: number, valueOn: (index: number) => number | undefined) =>
  Array.from({ length: count }, (_, index) => valueOn(index));

describe('reverse flow', () => {
  const definition = { reportType: 'REVERSE_FLOW' } as const;
  const november = { startDate: '2026-11-01', endDate: '2026-11-18' };

  beforeAll(async () => {
    // Back by 30 l on the 5th and by 20 l on the 14th.
    const dips = [1, 1, 1, 1, -0.03, 1, 1, 1, 1, 1, 1, 1, 1, -0.02, 1, 1, 1, 1];
    await addRead(
      'dips',
      '2026-10-31',
      [0, ...dips].map((_, at) => 100 + dips.slice(0, at).reduce((sum, one) => sum + one, 0)),
    );
    // Six days in a row by 0.2 m³, more than what flows back now and then.
    await addRead(
      'wrong',
      '2026-11-01',
      days(18, (at) => 100 - 0.2 * Math.min(at, 6)),
    );
    // One fall alone may be another meter, and a single low reading is a wrong one.
    await addRead('exchanged', '2026-11-01', [98, 99, 100, 3, 4, 5, 6]);
    await addRead('misread', '2026-11-01', [50, 51, 52, 5, 54, 55]);
    await addRead('forward', '2026-11-01', [1, 2, 3, 4, 4, 4]);
    const hourly = await addMeter(database, {
      propertyId: 1,
      tenantId,
      serial: 'hours',
      isHourly: true,
    });
    // Three hours in a row by 1 m³: nothing explains it, and it isn't two days.
    await readHourly(
      ...([database, { propertyId: 1, deviceId: hourly, timeZone: zone }] as const),
      ['2026-11-02', '2026-11-04'],
      (hour) => 500 + Math.min(hour, 10) - Math.max(0, Math.min(hour - 10, 3)),
    );
  }, 60_000);

  it('is how often, how much, and whether the meter is the wrong way round', async () => {
    const { rows, total } = await makeReport(database, owner, { ...definition, ...november });
    expect(total).toBe(6);
    expect(
      pick(rows, 'deviceSerial', 'verdict', 'times', 'volume', 'unit', 'firstAt', 'lastAt'),
    ).toEqual([
      [
        ...['dips', 'Reverse volume', 2, expect.closeTo(0.05, 6), 'm³'],
        ...['2026-11-05T00:00', '2026-11-14T00:00'],
      ],
      [
        ...['wrong', 'Mounted the wrong way round', 6, expect.closeTo(1.2, 6), 'm³'],
        ...['2026-11-02T00:00', '2026-11-07T00:00'],
      ],
    ]);
  });

  it('is wrongly mounted from two days on', async () => {
    const make = async (endDate: string) => {
      const span = { startDate: '2026-11-01', endDate };
      const { rows } = await makeReport(database, owner, { ...definition, ...span });
      return pick(
        rows.filter(({ deviceSerial }) => deviceSerial === 'wrong'),
        ...(['times', 'verdict'] as const),
      );
    };
    expect(await make('2026-11-01')).toEqual([]);
    expect(await make('2026-11-02')).toEqual([[2, 'Mounted the wrong way round']]);
  });

  it('counts only between readings that the account may see', async () => {
    const { rows } = await makeReport(database, since, { ...definition, ...november });
    expect(pick(rows, 'deviceSerial', 'begin', 'times', 'volume', 'firstAt')).toEqual([
      ['dips', '2026-11-12', 1, expect.closeTo(0.02, 6), '2026-11-14T00:00'],
    ]);
  });

  it('comes page by page alike', async () => {
    const whole = await makeReport(database, owner, { ...definition, ...november });
    const paged = await makeReport(
      ...([database, owner, { ...definition, ...november }, { batchSize: 1 }] as const),
    );
    expect(paged.sizes).toEqual([1, 1]);
    expect(paged.rows).toEqual(whole.rows);
  });
});

describe('zero or low consumption', () => {
  const definition = { reportType: 'ZERO_OR_LOW_CONSUMPTION', numberOfDays: 10 } as const;
  // The ten days are those from the 10th to the 19th; read on each midnight up to the 20th.
  const first = '2026-11-01';

  beforeAll(async () => {
    await database.pool.query('DELETE FROM device');
    await addRead(
      'zero',
      first,
      days(20, () => 7),
    );
    await addRead(
      'main',
      first,
      days(20, () => 7),
      { isMain: true },
    );
    await addRead(
      'low',
      first,
      days(20, (at) => 7 + at / 100),
    );
    await addRead(
      'much',
      first,
      days(20, (at) => 7 + at),
    );
    await addRead(
      'silent',
      first,
      days(8, () => 7),
    );
    await addRead(
      'new',
      '2026-11-15',
      days(6, () => 0),
    );
    // Silent inside: what lies between is known as a whole.
    await addRead(
      'same',
      first,
      days(20, (at) => (at > 11 && at < 16 ? undefined : 7)),
    );
    const late = (at: number) => (at < 14 ? 7 : 7.05);
    await addRead(
      'gap',
      first,
      days(20, (at) => (at > 11 && at < 16 ? undefined : late(at))),
    );
    // Silent over the begin: how much of it was used inside nobody knows.
    await addRead(
      'begin',
      first,
      days(20, (at) => (at > 6 && at < 11 ? undefined : late(at + 4))),
    );
    await addRead(
      'fell',
      first,
      days(20, (at) => (at < 14 ? 700 : 7)),
    );
    await addRead(
      'warm',
      first,
      days(20, () => 0),
      { category: 'TEMPERATURE_LOGGER' },
    );
    await addRead(
      'yesterday',
      first,
      days(19, () => 7),
    );
    // Mounted at noon of the first day.
    const noon = await addMeter(database, { propertyId: 1, tenantId, serial: 'noon' });
    await addReadings(
      database,
      { propertyId: 1, deviceId: noon },
      [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20].map((day) => ({
        at: localTime(zone, `2026-11-${day}`, '12:00'),
        value: 3,
      })),
    );
  }, 60_000);

  const serials = async (minimumConsumption?: number, account = owner) => {
    const { rows } = await makeReport(database, account, {
      ...definition,
      ...(minimumConsumption !== undefined && { minimumConsumption }),
    });
    return pick(rows, 'deviceSerial', 'consumption');
  };

  it('tells of what used nothing, where that is known', async () => {
    const { rows, total } = await makeReport(database, owner, definition);
    expect(total).toBe(12);
    expect(pick(rows, 'deviceSerial', 'begin', 'end', 'consumption', 'readAt', 'reading')).toEqual(
      [
        ['main', '2026-11-20'],
        ['same', '2026-11-20'],
        ['yesterday', '2026-11-19'],
        ['zero', '2026-11-20'],
      ].map(([serial, day]) => [serial, '2026-11-10', '2026-11-19', 0, `${day}T00:00`, 7]),
    );
  });

  it('tells of low use up to the limit', async () => {
    const none = ['main', 'same', 'yesterday', 'zero'].map((one) => [one, 0]);
    const withLow = (...low: [string, number][]) =>
      expect.arrayContaining([
        ...none,
        ...low.map(([one, used]) => [one, expect.closeTo(used, 6)]),
      ]);
    const atLimit = await serials(0.1);
    expect(atLimit).toEqual(withLow(['low', 0.1], ['gap', 0.05]));
    expect(atLimit).toHaveLength(6);
    expect(await serials(0.0999)).toHaveLength(5);
    expect(await serials(0.0499)).toHaveLength(4);
  });

  it('ends on an earlier day on request, and is empty where not all days may be seen', async () => {
    const { rows } = await makeReport(database, owner, { ...definition, endDate: '2026-11-12' });
    expect(pick(rows.slice(0, 1), 'begin', 'end')).toEqual([['2026-11-03', '2026-11-12']]);
    // A gap over the end: how much of it was used before nobody knows.
    const inGap = { ...definition, endDate: '2026-11-13', minimumConsumption: 1 };
    const names = pick((await makeReport(database, owner, inGap)).rows, 'deviceSerial').flat();
    expect(names).toContain('same');
    expect(names).not.toContain('gap');
    expect(await serials(undefined, since)).toEqual([]);
  });
});

describe('errors of devices', () => {
  const reported: readonly (readonly [serial: string, error: string, at: string])[] = [
    ['E1', 'LOW_BATTERY', '2026-11-10T08:00'],
    ['E1', 'LOW_BATTERY', '2026-11-10T20:30'],
    ['E1', 'low battery', '2026-11-11T06:00'],
    ['E1', 'LEAK', '2026-11-11T06:00'],
    ['E2', 'Removed', '2026-11-19T12:00'],
    ['E2', 'XYZ_42', '2026-11-20T12:00'],
    ['E2', 'TAMPER', '2026-10-10T12:00'],
  ];

  beforeAll(async () => {
    await database.pool.query('DELETE FROM device');
    for (const serial of ['E1', 'E2', 'E3']) {
      const deviceId = await addMeter(database, { propertyId: 1, tenantId, serial });
      for (const [of, error, at] of reported) {
        if (of !== serial) continue;
        const [day = '', time = ''] = at.split('T');
        await database.pool.query(
          `INSERT INTO device_error (property_id, device_id, at, error)
           VALUES (1, $1, to_timestamp($2::float8 / 1000), $3)`,
          [deviceId, localTime(zone, day, time), error],
        );
      }
    }
  });

  const list = async (reportType: ReportType, given = {}, account = owner) => {
    const { rows } = await makeReport(database, account, { reportType, ...given });
    return pick(rows, 'deviceSerial', 'error', 'times', 'firstAt', 'lastAt');
  };
  const battery = ['E1', 'LOW_BATTERY', 3, '2026-11-10T08:00', '2026-11-11T06:00'];
  const leak = ['E1', 'LEAK', 1, '2026-11-11T06:00', '2026-11-11T06:00'];
  const removed = ['E2', 'Removed', 1, '2026-11-19T12:00', '2026-11-19T12:00'];
  const unknown = ['E2', 'XYZ_42', 1, '2026-11-20T12:00', '2026-11-20T12:00'];

  it('are told by day in the list of all', async () => {
    const { rows, total } = await makeReport(database, owner, { reportType: 'AMM_ERROR_LIST' });
    expect(total).toBe(6);
    expect(pick(rows, 'deviceSerial', 'error', 'errorKind', 'day', 'times', 'lastAt')).toEqual([
      ['E1', 'LEAK', 'To be checked', '2026-11-11', 1, '2026-11-11T06:00'],
      ['E1', 'LOW_BATTERY', 'To be exchanged', '2026-11-10', 2, '2026-11-10T20:30'],
      ['E1', 'low battery', 'To be exchanged', '2026-11-11', 1, '2026-11-11T06:00'],
      ['E2', 'Removed', 'Removed or tampered with', '2026-11-19', 1, '2026-11-19T12:00'],
      ['E2', 'XYZ_42', 'To be checked', '2026-11-20', 1, '2026-11-20T12:00'],
    ]);
  });

  it('stand in the list of what they ask for, unknown ones among those to be checked', async () => {
    expect(await list('ERROR_REQUIRE_EXCHANGE_DEVICE')).toEqual([
      battery.map((cell) =>
        cell === 'LOW_BATTERY' ? expect.stringMatching(/low.battery/i) : cell,
      ),
    ]);
    expect(await list('DISASSEMBLY_ERRORS')).toEqual([removed]);
    expect(await list('ERRORS_REQUIRE_CHECKING_DEVICE')).toEqual([leak, unknown]);
  });

  it('are those of the days and types asked for', async () => {
    const past = await list('DISASSEMBLY_ERRORS', { timeBackwards: 60 });
    expect(past.map(([, error]) => error)).toEqual(['Removed', 'TAMPER']);
    const checking = { errorTypes: ['xyz-42', 'Removed'] };
    expect(await list('ERRORS_REQUIRE_CHECKING_DEVICE', checking)).toEqual([unknown]);
    expect(await list('ERRORS_REQUIRE_CHECKING_DEVICE', { timeBackwards: 1 })).toEqual([unknown]);
    expect(await list('AMM_ERROR_LIST', { deviceType: 'HCA' })).toEqual([]);
    expect(now.toISOString().slice(0, 10)).toBe('2026-11-20');
  });

  it('are none from before the account may see', async () => {
    expect(await list('ERRORS_REQUIRE_CHECKING_DEVICE', { timeBackwards: 60 }, since)).toEqual([
      unknown,
    ]);
    expect(await list('ERROR_REQUIRE_EXCHANGE_DEVICE', {}, since)).toEqual([]);
  });
});
