import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunksBetween, startOfLocalDay } from '../../../server/metering/buckets.ts';
import { registerBuckets } from '../../../server/metering/consumption.ts';
import { type Installation, type Reading, unwrap } from '../../../server/metering/registers.ts';

/** The rules of docs/metering.md, for any readings: over changes of the clock, roll-over, exchange and gaps. */

const zones = ['Europe/Warsaw', 'Europe/Prague', 'Europe/Copenhagen', 'America/New_York', 'UTC'];
const hour = 3_600_000;
const modulus = 100_000_000_000;
const mounted: Installation = {
  from: Number.NEGATIVE_INFINITY,
  until: null,
  startIndex: null,
  endIndex: null,
  factor: 1,
  modulus,
};

/** A meter read about hourly for some days around a day of the year, with what befalls it. */
const history = fc.record({
  timeZone: fc.constantFrom(...zones),
  /** Around both changes of the clock, and elsewhere. */
  day: fc.constantFrom('2026-03-26', '2026-10-22', '2026-03-05', '2026-10-30', '2026-12-29'),
  days: fc.integer({ min: 4, max: 9 }),
  jitter: fc.array(fc.integer({ min: 0, max: 20 * 60_000 }), { minLength: 3, maxLength: 20 }),
  uses: fc.array(fc.integer({ min: 0, max: 90_000 }), { minLength: 3, maxLength: 40 }),
  /** Where the register begins: near its end it rolls over. */
  begin: fc.oneof(
    fc.integer({ min: 0, max: 1e9 }),
    fc.integer({ min: 99_999e6, max: modulus - 1 }),
  ),
  exchangeAt: fc.option(fc.integer({ min: 10, max: 60 }), { nil: undefined }),
});
type History = typeof history extends fc.Arbitrary<infer One> ? One : never;

function make({ timeZone, day, days, jitter, uses, begin, exchangeAt }: History) {
  const start = startOfLocalDay(timeZone, day);
  const readings: Reading[] = [];
  const installations: Installation[] = [mounted];
  let register = begin;
  let used = 0;
  for (let index = 0; index <= days * 24; index++) {
    const at = start + index * hour + (jitter[index % jitter.length] as number);
    if (index > 0) {
      const use = uses[index % uses.length] as number;
      used += use;
      register = (register + use) % modulus;
    }
    if (index === exchangeAt) {
      installations[0] = { ...mounted, until: at, endIndex: register };
      register = 5_000_000;
      installations.push({ ...mounted, from: at, startIndex: register });
    }
    readings.push({ at, value: register, quality: 0 });
  }
  return { start, readings, installations, used, rolls: begin > 1e9, timeZone };
}

function volumes(
  {
    readings,
    installations,
    timeZone,
  }: Pick<ReturnType<typeof make>, 'readings' | 'installations' | 'timeZone'>,
  timeframe: 'HOURLY' | 'DAILY' | 'WEEKLY' | 'MONTHLY',
) {
  const { steps } = unwrap(readings, installations, { resetsYearly: false, timeZone });
  const [first, last] = [readings[0] as Reading, readings.at(-1) as Reading];
  return chunksBetween(timeZone, timeframe, first.at, last.at).flatMap(({ edges }) =>
    registerBuckets(steps, edges, 'HOURLY').map((bucket, index) => ({
      ...bucket,
      start: edges[index] as number,
      end: edges[index + 1] as number,
    })),
  );
}

const sum = (list: readonly { volume: number | null }[]) =>
  list.reduce((total, { volume }) => total + (volume ?? 0), 0);

describe('any register without gaps', () => {
  it('uses the same in hours, days, weeks and months: all that went through', () => {
    fc.assert(
      fc.property(history, (given) => {
        const made = make(given);
        // A roll-over must not fall together with an exchange, which has its own indexes.
        fc.pre(!(made.rolls && given.exchangeAt !== undefined));
        const totals = (['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY'] as const).map((timeframe) =>
          sum(volumes(made, timeframe)),
        );
        expect(new Set(totals)).toEqual(new Set([made.used]));
      }),
      { numRuns: 150 },
    );
  });

  it('has hours that add up to each day, whether it has 23, 24 or 25 of them', () => {
    fc.assert(
      fc.property(history, (given) => {
        const made = make({ ...given, exchangeAt: undefined });
        const hours = volumes(made, 'HOURLY');
        const [from, until] = [made.readings[0]?.at ?? 0, made.readings.at(-1)?.at ?? 0];
        const days = volumes(made, 'DAILY');
        for (const day of days.filter(({ start, end }) => end > from && start <= until)) {
          const inside = hours.filter(({ start }) => start >= day.start && start < day.end);
          expect(inside.length).toBe((day.end - day.start) / hour);
          expect(sum(inside)).toBe(day.volume ?? 0);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('any register with gaps', () => {
  it('never makes anything up: a part is known, missing or outside of its life', () => {
    fc.assert(
      fc.property(
        history,
        fc.array(fc.integer({ min: 0, max: 9 * 24 }), { minLength: 1, maxLength: 80 }),
        (given, holes) => {
          const made = make({ ...given, exchangeAt: undefined });
          const lost = new Set(holes);
          const readings = made.readings.filter((_, index) => !lost.has(index));
          fc.pre(readings.length > 2);
          const whole = made.readings;
          const registerAt = (at: number) => {
            const { steps } = unwrap(whole, [mounted], { resetsYearly: false, timeZone: 'UTC' });
            return steps
              .filter((step) => step.at <= at)
              .reduce((a, b) => a + (b.increment ?? 0), 0);
          };
          const most =
            registerAt((readings.at(-1) as Reading).at) - registerAt((readings[0] as Reading).at);
          for (const timeframe of ['HOURLY', 'DAILY'] as const) {
            const list = volumes({ ...made, readings }, timeframe);
            for (const { volume, missing, measured, interpolated, estimated } of list) {
              expect(measured + interpolated + estimated + missing).toBeLessThanOrEqual(1);
              expect(volume === null).toBe(measured + interpolated + estimated === 0);
              if (volume !== null) expect(volume).toBeGreaterThanOrEqual(0);
            }
            expect(sum(list)).toBeLessThanOrEqual(most);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
