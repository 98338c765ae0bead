import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationInput } from '../../../../schemas/api/operations.ts';
import type { Database } from '../../../../server/database/open.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { type Caller, createCaller } from '../support/caller.ts';
import { createWorld, daysBetween, now, type World } from './world.ts';

let database: Database;
let caller: Caller;
let world: World;

beforeAll(async () => {
  database = await createTestDatabase();
  caller = createCaller(database, () => now);
  world = await createWorld(database);
}, 120_000);
afterAll(() => database?.close());

const graph = (query: OperationInput<'consumption.graph'>['query'], account = world.owner) =>
  caller.ask(account, 'consumption.graph', { query });

const monthLengths = [31, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31];

describe('periods', () => {
  it('shows the last twelve months when nothing is said, without the main meter', async () => {
    const found = await graph({ property: 1 });
    expect(found).toMatchObject({
      category: 'COLD_WATER_METER',
      group: 'COLD_WATER',
      kind: 'register',
      unit: 'm³',
      timeframe: 'MONTHLY',
      timeZone: 'Europe/Warsaw',
      periodBegin: '2025-12-01',
      periodEnd: '2026-11-30',
    });
    const [current] = found.series;
    // November has 19 whole days so far: the last reading is of midnight.
    expect(current?.values).toEqual([...monthLengths, 19].map((days) => days * 7));
    expect(current?.total).toBe(daysBetween('2025-12-01', '2026-11-20') * 7);
    expect(new Set(current?.statuses)).toEqual(new Set(['MEASURED']));
    expect(current?.starts[0]).toBe('2025-11-30T23:00:00.000Z');
    expect(current).not.toHaveProperty('minimum');
  });

  it.each([
    ['WEEKLY', 26, '2026-05-25', '2026-11-22'],
    ['DAILY', 31, '2026-10-21', '2026-11-20'],
    ['HOURLY', 48, '2026-11-19', '2026-11-20'],
  ] as const)('%s goes back %i buckets', async (timeframe, count, periodBegin, periodEnd) => {
    const found = await graph({ property: 1, timeframe });
    expect(found.series[0]?.starts).toHaveLength(count);
    expect(found).toMatchObject({ periodBegin, periodEnd });
  });

  it('widens a period to whole buckets', async () => {
    const weeks = {
      timeframe: 'WEEKLY',
      periodBegin: '2026-09-03',
      periodEnd: '2026-09-16',
    } as const;
    const found = await graph({ property: 1, ...weeks });
    expect(found).toMatchObject({ periodBegin: '2026-08-31', periodEnd: '2026-09-20' });
    expect(found.series[0]?.values).toEqual([49, 49, 49]);
  });

  it('ends today where a later day is asked for', async () => {
    const found = await graph({
      property: 1,
      timeframe: 'DAILY',
      periodBegin: '2026-11-18',
      periodEnd: '2031-01-01',
    });
    expect(found.periodEnd).toBe('2026-11-20');
    expect(found.series[0]?.values).toEqual([7, 7, null]);
    expect(found.series[0]?.statuses[2]).toBe('MISSING');
    const later = await graph({ property: 1, timeframe: 'DAILY', periodBegin: '2031-01-01' });
    expect(later).toMatchObject({ periodBegin: '2026-11-20', periodEnd: '2026-11-20' });
  });

  it.each([
    [{ periodBegin: '2026-05-02', periodEnd: '2026-05-01' }, 'query.periodEnd', 'before it begins'],
    [{ periodBegin: '0000-01-01' }, 'query.periodBegin', '1900'],
    [{ periodEnd: '0000-01-02' }, 'query.periodEnd', '1900'],
    [{ periodBegin: '2026-02-30' }, 'query.periodBegin', ''],
    [{ periodBegin: '2026-05-02T00:00:00Z' }, 'query.periodBegin', ''],
  ] as const)('refuses %j', async (period, field, words) => {
    const refusal = await caller.refusal(world.owner, 'consumption.graph', {
      query: { property: 1, timeframe: 'DAILY', ...period },
    });
    expect(refusal.status).toBe('VALIDATION_FAILED');
    const message = expect.stringContaining(words);
    expect(refusal.errors).toEqual([expect.objectContaining({ field, message })]);
  });

  it.each([
    ['HOURLY', '2026-01-01', '2026-10-21', 31 * 24 + 1],
    ['DAILY', '2020-01-01', '2024-09-12', 800],
  ] as const)(
    'shows of too long a period in %s the end',
    async (timeframe, begin, shown, count) => {
      const found = await graph({ property: 2, timeframe, periodBegin: begin });
      expect(found).toMatchObject({ periodBegin: shown, periodEnd: '2026-11-20' });
      // The clock went back in October.
      expect(found.series[0]?.starts).toHaveLength(count);
    },
  );
});

describe('days on which the clock changes', () => {
  it.each([
    ['2026-03-29', 23],
    ['2026-10-25', 25],
  ])('%s has %i hours', async (day, hours) => {
    const around = { property: 2, periodBegin: day, periodEnd: day };
    const hourly = (await graph({ ...around, timeframe: 'HOURLY' })).series[0];
    expect(hourly?.values).toEqual(new Array(hours).fill(0.01));
    expect(new Set(hourly?.statuses)).toEqual(new Set(['MEASURED']));
    const daily = (await graph({ ...around, timeframe: 'DAILY' })).series[0];
    expect(daily?.values).toEqual([hours / 100]);
  });

  it('begins each day at local midnight', async () => {
    const { series } = await graph({
      property: 1,
      timeframe: 'DAILY',
      periodBegin: '2026-10-24',
      periodEnd: '2026-10-26',
    });
    expect(series[0]?.starts).toEqual([
      '2026-10-23T22:00:00.000Z',
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T23:00:00.000Z',
    ]);
    expect(series[0]?.values).toEqual([7, 7, 7]);
  });
});

describe('comparison', () => {
  const days = { timeframe: 'DAILY', periodBegin: '2026-11-01', periodEnd: '2026-11-10' } as const;

  it('puts the same number of buckets before beside the period', async () => {
    const { series } = await graph({ property: 1, ...days, compare: 'PREVIOUS_PERIOD' });
    expect(series.map(({ role, total }) => ({ role, total }))).toEqual([
      { role: 'CURRENT', total: 70 },
      { role: 'COMPARE', total: 70 },
    ]);
    expect(series[1]?.starts).toHaveLength(10);
    expect(series[1]?.starts[0]).toBe('2026-10-21T22:00:00.000Z');
    expect(series[1]?.starts[9]).toBe('2026-10-30T23:00:00.000Z');
  });

  it('puts the same local days of the year before beside the period', async () => {
    const { series } = await graph({ property: 1, ...days, compare: 'LAST_YEAR' });
    expect(series[1]?.starts[0]).toBe('2025-10-31T23:00:00.000Z');
    expect(series[1]?.values).toEqual(new Array(10).fill(7));
  });

  it.each([
    ['PREVIOUS_PERIOD', 30 * 7],
    ['LAST_YEAR', 31 * 7],
    ['NONE', null],
  ] as const)('is what the figures are compared with, too: %s', async (compare, previous) => {
    const october = { periodBegin: '2026-10-01', periodEnd: '2026-10-31', compare };
    const { series } = await graph({ property: 1, ...october });
    expect(series[1]?.total ?? null).toBe(previous);
    const { content } = await caller.ask(world.owner, 'consumption.overview', {
      query: { property: 1, ...october },
    });
    expect(content).toMatchObject([
      {
        current: 31 * 7,
        previous,
        basis: compare,
        changePercent: previous && expect.closeTo(((31 * 7) / previous - 1) * 100, 6),
        comparedUntil: previous && '2026-10-31',
      },
    ]);
  });

  it('has figures of those categories alone that are asked for', async () => {
    const figuresOf = async (query: object) => {
      const { content } = await caller.ask(world.owner, 'consumption.overview', { query } as never);
      return content.map(({ category }) => category);
    };
    for (const of of [{ property: 1 }, {}]) {
      const [category] = await figuresOf(of);
      expect(await figuresOf({ ...of, categories: [category] })).toEqual([category]);
      expect(await figuresOf({ ...of, categories: ['CO2'] })).toEqual([]);
    }
  });

  it('knows nothing from before the first reading, and says so', async () => {
    const { series } = await graph({ property: 1, compare: 'LAST_YEAR' });
    const [, compared] = series;
    expect(compared?.starts[0]).toBe('2024-11-30T23:00:00.000Z');
    expect(compared?.values.slice(0, 6)).toEqual(new Array(6).fill(null));
    expect(compared?.statuses.slice(0, 6)).toEqual(new Array(6).fill('MISSING'));
    expect(compared?.values.slice(6)).toEqual([30, 31, 31, 30, 31, 30].map((length) => length * 7));
  });

  it('compares the hours of a day with those of the day before, from its midnight on', async () => {
    const { series } = await graph({
      property: 2,
      timeframe: 'HOURLY',
      periodBegin: '2026-10-25',
      periodEnd: '2026-10-25',
      compare: 'PREVIOUS_PERIOD',
    });
    expect(series.map(({ starts }) => starts.length)).toEqual([25, 24]);
    expect(series[1]?.values).toEqual(new Array(24).fill(0.01));
  });

  it.each([
    ['2026-03-30', '2026-03-28T23:00:00.000Z', 23],
    ['2026-10-26', '2026-10-24T22:00:00.000Z', 25],
  ])('on %s, after a change of the clock, too', async (day, start, count) => {
    const { series } = await graph({
      property: 2,
      timeframe: 'HOURLY',
      compare: 'PREVIOUS_PERIOD',
      periodBegin: day,
      periodEnd: day,
    });
    expect(series[1]?.starts[0]).toBe(start);
    expect(series[1]?.starts).toHaveLength(count);
  });

  it.each([
    ['HOURLY', '2026-10-27'],
    ['DAILY', '2026-10-27'],
    ['WEEKLY', '2026-11-01'],
    ['MONTHLY', '2026-10-31'],
  ] as const)(
    '%s opens where a history ended, and in the present when asked',
    async (timeframe, end) => {
      const found = await graph({ property: 2, timeframe });
      expect(found.periodEnd).toBe(end);
      expect(found.series[0]?.total).toBeGreaterThan(0.2);
      const asked = await graph({ property: 2, timeframe, periodEnd: '2026-11-20' });
      expect(asked.periodEnd >= '2026-11-20').toBe(true);
    },
  );
});

describe('what is shown', () => {
  it('shows gauges as mean and range', async () => {
    const { series, kind, unit } = await graph({
      property: 2,
      category: 'TEMPERATURE_LOGGER',
      timeframe: 'DAILY',
      periodBegin: '2026-10-24',
      periodEnd: '2026-10-24',
    });
    expect({ kind, unit }).toEqual({ kind: 'gauge', unit: '°C' });
    expect(series[0]).toMatchObject({ values: [21.5], minimum: [20], maximum: [23], total: 21.5 });
  });

  it('shows one tenant of several', async () => {
    const { series } = await graph({
      property: 1,
      tenant: world.tenants[2] as number,
      timeframe: 'DAILY',
      periodBegin: '2026-11-01',
      periodEnd: '2026-11-02',
    });
    expect(series[0]?.values).toEqual([4, 4]);
  });

  it('is all missing by the hour where meters are read once a day', async () => {
    const { series } = await graph({ property: 1, timeframe: 'HOURLY' });
    expect(new Set(series[0]?.values)).toEqual(new Set([null]));
    expect(new Set(series[0]?.statuses)).toEqual(new Set(['MISSING']));
    expect(series[0]?.total).toBeNull();
  });

  it('has no period where nothing is metered', async () => {
    const refusal = await caller.refusal(world.owner, 'consumption.graph', {
      query: { property: 3 },
    });
    expect(refusal.status).toBe('PERIOD_NOT_FOUND');
  });
});

describe('access since a day within a month', () => {
  it('leaves out the month that began before', async () => {
    const { series } = await graph({ property: 1 }, world.since);
    expect(series[0]?.values).toEqual([...new Array(10).fill(null), 31 * 7, 19 * 7]);
    expect(series[0]?.total).toBe(50 * 7);
  });

  it('begins with that very day', async () => {
    const september = { periodBegin: '2026-09-14', periodEnd: '2026-09-17' };
    const { series } = await graph({ property: 1, timeframe: 'DAILY', ...september }, world.since);
    expect(series[0]?.values).toEqual([null, null, 7, 7]);
  });

  it('holds for the compared period too', async () => {
    const { series } = await graph({ property: 1, compare: 'LAST_YEAR' }, world.since);
    expect(new Set(series[1]?.values)).toEqual(new Set([null]));
    expect(series[1]?.total).toBeNull();
  });
});
