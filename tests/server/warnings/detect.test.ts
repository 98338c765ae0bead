import { describe, expect, it } from 'vitest';
import { measuredKinds } from '../../../schemas/kinds/warnings.ts';
import { chunksBetween } from '../../../server/metering/buckets.ts';
import { detect } from '../../../server/warnings/detect.ts';
import { compareWarningNames, completeLanguages } from '../../support/labels.ts';
import { at, begin, day, daysOf, fresh, gaugeOf, hour, hoursOf, times } from './support.ts';

const leakage = (litres: readonly (number | null)[], begun: Parameters<typeof detect>[3] = fresh) =>
  detect('LEAKAGE', measuredKinds.LEAKAGE.defaults, hoursOf(litres), begun);

describe('a leakage', () => {
  it.each([
    [23, 4, 0],
    [24, 4, 1],
    [24, 3.999, 0],
    [48, 4, 1],
  ])('of %i hours with %d l/h is noticed %i times', (hours, litres, count) => {
    expect(leakage([0, ...times(hours, litres), 0])).toHaveLength(count);
  });

  it.each([
    [20, 0, 4],
    [20.001, 10, 20],
  ])('of %d l/h has the urgency %i', (litres, urgency, limit) => {
    expect(leakage(times(24, litres))).toEqual([
      { first: at(0), last: at(24), clearedAt: null, urgency, figure: litres, limit },
    ]);
  });

  it('is measured by the least hour of its window', () => {
    const flows = [...times(12, 90), 5, ...times(12, 60)];
    expect(leakage(flows)).toMatchObject([{ figure: 5, urgency: 0 }]);
  });

  it('grows critical, and stays so while it goes on', () => {
    const flows = [...times(24, 5), ...times(24, 30), ...times(30, 5)];
    expect(leakage(flows.slice(0, 47))).toMatchObject([{ urgency: 0, limit: 4 }]);
    expect(leakage(flows.slice(0, 48))).toMatchObject([{ urgency: 10, limit: 20 }]);
    expect(leakage(flows)).toMatchObject([{ urgency: 10, figure: 30, limit: 20, last: at(78) }]);
  });

  it('is over after two hours below, not after one', () => {
    expect(leakage([...times(24, 5), 0, ...times(5, 5)])).toMatchObject([
      { last: at(30), clearedAt: null },
    ]);
    expect(leakage([...times(24, 5), 0, 0, ...times(5, 5)])).toMatchObject([
      { last: at(24), clearedAt: at(26) },
    ]);
  });

  it('is over just below the limit, too', () => {
    expect(leakage([...times(24, 5), 3.999, 3.999])).toMatchObject([{ clearedAt: at(26) }]);
  });

  it('that was open before goes on from where it had recovered to', () => {
    const open = { first: at(-30), last: at(9), urgency: 0, figure: 5, limit: 4 } as const;
    const from = (flows: number[], clearedAt: number | null) =>
      leakage(flows, { active: { ...open, clearedAt }, notBefore: null, from: at(10) });
    const before = times(10, 0);
    expect(from([...before, 0, 5], at(11))).toEqual([{ ...open, clearedAt: at(11) }]);
    expect(from([...before, 0, 5], null)).toEqual([{ ...open, last: at(12), clearedAt: null }]);
    expect(from([...before, 0, 0], null)).toEqual([{ ...open, clearedAt: at(12) }]);
    expect(from([...before, 0, 0], at(10))).toEqual([{ ...open, clearedAt: at(10) }]);
    expect(from(before, at(10))).toEqual([{ ...open, clearedAt: at(10) }]);
    expect(from([...before, ...times(24, 30)], null)).toMatchObject([{ urgency: 10, figure: 30 }]);
    const critical = { ...open, urgency: 10, figure: 5, clearedAt: null } as const;
    const begun = { active: critical, notBefore: null };
    expect(leakage(times(24, 6), begun)).toMatchObject([{ urgency: 10, figure: 6 }]);
  });

  it('that begins anew is another one', () => {
    const twice = [...times(24, 5), 0, 0, ...times(24, 30)];
    expect(leakage(twice)).toMatchObject([
      { first: at(0), clearedAt: at(26), urgency: 0 },
      { first: at(26), clearedAt: null, urgency: 10 },
    ]);
  });

  it('takes as many known hours, with up to a quarter as many that nobody knows between', () => {
    const before = times(12, 5);
    const gap = (hours: number) => [...before, ...times(hours, null)];
    expect(leakage([...gap(1), ...times(11, 5)])).toEqual([]);
    expect(leakage([...gap(6), ...times(12, 5)])).toMatchObject([{ first: at(0), last: at(30) }]);
    expect(leakage([...gap(7), ...times(12, 5)])).toEqual([]);
    expect(leakage([...gap(7), ...times(24, 5)])).toMatchObject([{ first: at(19) }]);
  });

  it('isn’t noticed by hours that were guessed, nor across those guessed to be within the limit', () => {
    const guessed = (litres: number, hours: number) => {
      const buckets = hoursOf([...times(12, 5), ...times(hours, litres), ...times(12, 5)]);
      const isGuessed = (index: number) => index >= 12 && index < 12 + hours;
      const known = buckets.map((one, index) => ({ ...one, isKnown: !isGuessed(index) }));
      return detect('LEAKAGE', measuredKinds.LEAKAGE.defaults, known, fresh);
    };
    expect(guessed(9, 6)).toMatchObject([{ figure: 5 }]);
    expect(guessed(4, 1)).toMatchObject([{ figure: 5 }]);
    expect(guessed(3.9, 1)).toEqual([]);
    expect(guessed(9, 7)).toEqual([]);
  });

  it('neither goes on nor ends by hours that were guessed', () => {
    const buckets = hoursOf([...times(24, 5), ...times(9, 0), ...times(3, 50)]);
    const known = buckets.map((one, index) => ({ ...one, isKnown: index < 24 }));
    expect(detect('LEAKAGE', measuredKinds.LEAKAGE.defaults, known, fresh)).toMatchObject([
      { last: at(24), clearedAt: null, figure: 5 },
    ]);
  });

  it('goes on while nobody knows, and isn’t over by one known hour on each side', () => {
    const open = [...times(24, 5), ...times(500, null)];
    expect(leakage(open)).toMatchObject([{ last: at(24), clearedAt: null }]);
    expect(leakage([...open, 0])).toMatchObject([{ clearedAt: null }]);
    expect(leakage([...times(24, 5), 0, null, 0, 5])).toMatchObject([
      { last: at(28), clearedAt: null },
    ]);
    expect(leakage([...open, 0, 0])).toMatchObject([{ clearedAt: at(526) }]);
  });

  it('isn’t noticed across buckets that aren’t there', () => {
    const buckets = hoursOf(times(30, 5)).filter((_, index) => index !== 15);
    expect(detect('LEAKAGE', measuredKinds.LEAKAGE.defaults, buckets, fresh)).toEqual([]);
  });

  it('isn’t over by hours between which buckets aren’t there', () => {
    const buckets = hoursOf([...times(24, 5), 0, 5, 0]).filter((_, index) => index !== 25);
    expect(detect('LEAKAGE', measuredKinds.LEAKAGE.defaults, buckets, fresh)).toMatchObject([
      { last: at(24), clearedAt: null },
    ]);
  });

  it('goes by the hours that passed in the nights when the clock changes', () => {
    for (const [dayOfChange, hours] of [
      ['2026-03-29T00:00+01:00', 23],
      ['2026-10-25T00:00+02:00', 25],
    ] as const) {
      const start = Date.parse(dayOfChange);
      const edges = chunksBetween('Europe/Warsaw', 'HOURLY', start, start + 60 * hour).flatMap(
        (chunk) => chunk.edges.slice(0, -1),
      );
      expect(edges[hours]).toBe(start + hours * hour);
      const buckets = hoursOf(times(24, 5)).map((one, index) => {
        const first = edges[index] as number;
        return { ...one, start: first, end: edges[index + 1] as number };
      });
      expect(detect('LEAKAGE', measuredKinds.LEAKAGE.defaults, buckets, fresh)).toMatchObject([
        { first: start, last: start + day, figure: 5 },
      ]);
    }
  });

  it('is a flow: half an hour, where the clock jumps by as much, has half of it', () => {
    const buckets = hoursOf([...times(23, 5), 2.5]);
    const last = buckets.at(-1) as (typeof buckets)[number];
    const half = [...buckets.slice(0, -1), { ...last, end: last.start + hour / 2 }];
    expect(detect('LEAKAGE', measuredKinds.LEAKAGE.defaults, half, fresh)).toMatchObject([
      { figure: 5 },
    ]);
  });

  it('isn’t looked for before somebody resolved one', () => {
    const flows = times(47, 5);
    const resolved = { active: leakage(flows)[0] ?? null, notBefore: at(24) };
    expect(leakage(flows, resolved)).toEqual([]);
    expect(leakage([...flows, 5], resolved)).toMatchObject([{ first: at(24), last: at(48) }]);
  });
});

describe('a spill', () => {
  const spill = (litres: readonly (number | null)[], hours = 1) =>
    detect('WATER_SPILL', { litresPerHour: 750, hours }, hoursOf(litres), fresh);

  it.each([
    [749.999, 0],
    [750, 1],
  ])('of %d l in an hour is noticed %i times', (litres, count) => {
    expect(spill([0, litres, 0, 0])).toHaveLength(count);
  });

  it('is critical, has its worst hour, and is over after two hours', () => {
    expect(spill([0, 800, 1200, 900, 0, 800, 0, 0])).toEqual([
      { first: at(1), last: at(6), clearedAt: at(8), urgency: 10, figure: 1200, limit: 750 },
    ]);
  });

  it('takes as many hours in a row as it is set to', () => {
    expect(spill([800, 800, 0, 800, 800, null, 800], 3)).toEqual([]);
    expect(spill([0, 800, 800, 800], 3)).toMatchObject([{ first: at(1), last: at(4) }]);
  });
});

describe('high consumption', () => {
  const high = (litres: readonly (number | null)[], limits = {}) =>
    detect(
      'HIGH_WATER_CONSUMPTION',
      { ...measuredKinds.HIGH_WATER_CONSUMPTION.defaults, ...limits },
      daysOf(litres),
      fresh,
    );

  it.each([
    [500, 0],
    [500.001, 1],
  ])('of %d l where 100 are usual is noticed %i times', (litres, count) => {
    expect(high([...times(14, 100), litres, 100])).toHaveLength(count);
  });

  it.each([
    [900, 0],
    [900.001, 1],
  ])('of %d l where 300 are usual is noticed %i times', (litres, count) => {
    expect(high([...times(14, 300), litres])).toHaveLength(count);
  });

  it('isn’t judged while fewer than 14 days are known, but by the limit when nothing else is set', () => {
    expect(high([...times(15, null), ...times(13, 300), 9000])).toEqual([]);
    expect(high([...times(14, null), ...times(14, 300), 9000])).toHaveLength(1);
    expect(high([9000], { timesUsual: null })).toHaveLength(1);
    expect(high([...times(14, 300), 600], { timesUsual: null })).toHaveLength(1);
  });

  it('doesn’t go on while too few days are known, but is over by one within the limit', () => {
    const days = [...times(14, 300), 9000, ...times(15, null), 9000];
    expect(high(days)).toMatchObject([{ last: begin + 15 * day, clearedAt: null }]);
    expect(high([...days, 500])).toMatchObject([{ clearedAt: begin + 32 * day }]);
  });

  it('goes by the 28 days before, and the median of an even number lies between two', () => {
    const usual = [...times(14, 200), ...times(14, 300)];
    const [one] = high([...times(20, 5), ...usual, 760]);
    expect(one).toEqual({
      first: begin + 48 * day,
      last: begin + 49 * day,
      clearedAt: null,
      urgency: 5,
      figure: 760,
      limit: 750,
    });
  });

  it('takes no day for usual that isn’t known', () => {
    const days = daysOf([...times(14, 300), 1000]);
    const guessed = days.map((one, index) => ({ ...one, isKnown: index > 0 }));
    const { defaults: limits } = measuredKinds.HIGH_WATER_CONSUMPTION;
    expect(detect('HIGH_WATER_CONSUMPTION', limits, days, fresh)).toHaveLength(1);
    expect(detect('HIGH_WATER_CONSUMPTION', limits, guessed, fresh)).toEqual([]);
  });

  it('takes the median by size', () => {
    const usual = [...times(9, 100), ...times(9, 200), ...times(10, 90)];
    expect(high([...usual, 550], { timesUsual: 5 })).toMatchObject([{ limit: 500 }]);
  });

  it('is over after a day that isn’t above', () => {
    expect(high([...times(14, 100), 600, 700, 500, 100])).toMatchObject([
      { last: begin + 16 * day, clearedAt: begin + 17 * day, figure: 700 },
    ]);
  });

  it('takes as many days in a row as it is set to', () => {
    const usual = times(14, 100);
    expect(high([...usual, 600, 100, 600, null, 600], { days: 2 })).toEqual([]);
    expect(high([...usual, 600, 100, 600, 600], { days: 2 })).toHaveLength(1);
  });

  it('knows what was usual before the begin, too', () => {
    const days = daysOf([...times(20, 250), 800, 800]);
    const from = begin + 20 * day;
    const { defaults: limits } = measuredKinds.HIGH_WATER_CONSUMPTION;
    const found = (buckets: typeof days) =>
      detect('HIGH_WATER_CONSUMPTION', limits, buckets, { ...fresh, from });
    expect(found(days)).toMatchObject([{ first: from, limit: 750 }]);
    expect(found(days.slice(20))).toEqual([]);
  });
});

describe('a temperature', () => {
  const temperature = (hours: readonly (readonly number[] | null)[], limits = {}) =>
    detect(
      'TEMPERATURE',
      { ...measuredKinds.TEMPERATURE.defaults, ...limits },
      gaugeOf(hours),
      fresh,
    );

  it.each([
    [5, 11.9, 0],
    [6, 12, 0],
    [6, 11.999, 1],
    [6, 30, 0],
    [6, 30.001, 1],
  ])('for %i hours of %d °C is noticed %i times', (hours, degrees, count) => {
    expect(temperature([...times(hours, [degrees]), [20]])).toHaveLength(count);
  });

  it('goes by the hour’s least and greatest reading', () => {
    expect(temperature(times(6, [11, 25]))).toMatchObject([{ figure: 11, limit: 12, urgency: 5 }]);
    expect(temperature(times(6, [20, 31]))).toMatchObject([{ figure: 31, limit: 30 }]);
  });

  it('doesn’t take cold hours and hot ones together', () => {
    const [cold, hot] = [
      [10, 20],
      [20, 35],
    ];
    expect(temperature([...times(5, cold), ...times(5, hot)])).toEqual([]);
  });

  it('is the worse the further it lies from its limit', () => {
    expect(temperature([...times(6, [11]), [5], [9]])).toMatchObject([{ figure: 5, limit: 12 }]);
    expect(temperature([...times(6, [5]), [33]])).toMatchObject([{ figure: 5, limit: 12 }]);
  });

  it('names what is worst, and is over when it is neither too cold nor too hot', () => {
    const found = temperature([...times(6, [11]), [33], [31], [11.9], ...times(4, [20])]);
    expect(found).toEqual([
      { first: at(0), last: at(9), clearedAt: at(11), urgency: 5, figure: 33, limit: 30 },
    ]);
  });

  it('has to come back by half a degree, for two hours', () => {
    const cold = times(6, [11]);
    expect(temperature([...cold, ...times(9, [12.4])])).toMatchObject([{ clearedAt: null }]);
    expect(temperature([...cold, [12.5], [12.4], [12.5]])).toMatchObject([{ clearedAt: null }]);
    expect(temperature([...cold, [12.5], [12.5]])).toMatchObject([{ clearedAt: at(8) }]);
    const hot = times(6, [31]);
    expect(temperature([...hot, ...times(9, [29.6])])).toMatchObject([{ clearedAt: null }]);
    expect(temperature([...hot, [29.5], [29.5]])).toMatchObject([{ clearedAt: at(8) }]);
  });

  it('can’t be too cold or too hot where no limit is set', () => {
    expect(temperature(times(9, [-5]), { lowest: null })).toEqual([]);
    expect(temperature(times(9, [50]), { highest: null })).toEqual([]);
    expect(temperature(times(9, [-5, 50]), { highest: null })).toMatchObject([{ figure: -5 }]);
  });
});

describe('humidity', () => {
  const humid = (hours: readonly (readonly number[] | null)[]) =>
    detect('HUMIDITY', measuredKinds.HUMIDITY.defaults, gaugeOf(hours), fresh);

  it('is too high by the hour’s mean, for a whole day', () => {
    expect(humid(times(24, [60, 79.999]))).toEqual([]);
    expect(humid(times(23, [60, 80]))).toEqual([]);
    expect(humid(times(24, [60, 80]))).toMatchObject([{ urgency: 5, figure: 70, limit: 70 }]);
  });

  it('is noticed by hours that were measured', () => {
    const buckets = gaugeOf(times(30, [80])).map((one) => ({ ...one, isKnown: false }));
    expect(detect('HUMIDITY', measuredKinds.HUMIDITY.defaults, buckets, fresh)).toEqual([]);
  });

  it('doesn’t flap about the limit', () => {
    const about = Array.from({ length: 48 }, (_, index) => [index % 3 ? 67.1 : 70.5]);
    expect(humid([...times(24, [71]), ...about])).toMatchObject([
      { first: at(0), last: at(70), clearedAt: null, figure: 71 },
    ]);
    expect(humid([...times(24, [71]), ...about, [67], [67]])).toMatchObject([
      { clearedAt: at(74) },
    ]);
  });
});

describe('CO₂', () => {
  const co2 = (means: readonly number[]) =>
    detect(
      'CO2',
      measuredKinds.CO2.defaults,
      gaugeOf(means.map((one) => [one - 50, one + 50])),
      fresh,
    );

  it('is too much for two hours, and critical when that much is held', () => {
    expect(co2([1200, 999, 1200])).toEqual([]);
    expect(co2([1000, 1000])).toMatchObject([{ urgency: 0, figure: 1000, limit: 1000 }]);
    expect(co2([1100, 1800, 1300])).toMatchObject([{ urgency: 0, figure: 1300 }]);
    expect(co2([1400, 1400])).toMatchObject([{ urgency: 0 }]);
    expect(co2([1401, 1800, 1000])).toMatchObject([{ urgency: 10, figure: 1401, limit: 1400 }]);
  });

  it('has to come back by 100 ppm, for two hours', () => {
    expect(co2([1200, 1200, 901, 901, 901])).toMatchObject([{ clearedAt: null }]);
    expect(co2([1200, 1200, 900, 900])).toMatchObject([{ clearedAt: at(4) }]);
  });
});

it.each(completeLanguages)(
  'each type has its names in %s, and so has what licenses it',
  (language) => {
    const { found, wanted } = compareWarningNames(language);
    expect(found).toEqual(wanted);
  },
);
