import type { DeviceCategory } from '../../../../schemas/entities/device.ts';
import { localDayOf, startOfLocalDay } from '../../../../server/metering/buckets.ts';

/**
 * What meters measured, in one past and in another. Registers stand the same when the first day begins,
 * for from there on they count.
 */

const timeZone = 'Europe/Warsaw';
export const hour = 3_600_000;
export const dayLength = 24 * hour;
export const firstDaysAgo = 20;
const yearAgo = 400;
/** Warnings judge hours, and the four weeks before. */
const hourlyAgo = 60;

/** A local day so many before today, and the instant at which it begins. */
export const localDay = (ago: number): string =>
  localDayOf(
    timeZone,
    startOfLocalDay(timeZone, localDayOf(timeZone, Date.now())) - ago * dayLength + 12 * hour,
  );
const instantOf = (ago: number) => startOfLocalDay(timeZone, localDay(ago));

export const firstDay = localDay(firstDaysAgo);
export const first = instantOf(firstDaysAgo);

/** What flows, or is measured, in the hour or day that begins so many milliseconds behind the first day. */
type Course = (behind: number) => number;

export interface Meter {
  readonly category: DeviceCategory;
  readonly interval: 'HOURLY' | 'DAILY';
  readonly isGauge?: true;
  readonly place: 'flat' | 'other flat' | 'building' | 'main';
  /** Behind the first one; left out: it is read till now. */
  readonly lastDay?: number;
  readonly course: Course;
  /** The same before the first day, in the other past. */
  readonly otherwise: Course;
}

const within = (from: number, until: number) => (behind: number) =>
  behind >= from * dayLength && behind < until * dayLength;
const isNight = (behind: number) => (((behind / hour) % 24) + 24) % 24 < 5;
/** m³ in an hour, which stands still at night. */
const usual: Course = (behind) => (isNight(behind) ? 0 : 0.012);
const leak =
  (litres: number, from: number, until: number): Course =>
  (behind) =>
    usual(behind) + (within(from, until)(behind) ? litres / 1000 : 0);
const spill =
  (litres: number, from: number, until: number): Course =>
  (behind) =>
    within(from, until)(behind) ? litres / 1000 : 0;
const sum =
  (...courses: Course[]): Course =>
  (behind) =>
    courses.reduce((total, course) => total + course(behind), 0);
const either =
  (isThen: (behind: number) => boolean, value: number, other: number): Course =>
  (behind) =>
    isThen(behind) ? value : other;

/**
 * Each type's warning goes on over the first day; in the other past it is worse, and others were. Of a
 * device that fell silent before nobody knows that it ended.
 */
export const meters: readonly Meter[] = [
  {
    category: 'COLD_WATER_METER',
    interval: 'HOURLY',
    place: 'flat',
    course: leak(9, -3, 99),
    otherwise: sum(leak(14, -5, 0), spill(900, -12, -11.9)),
  },
  {
    category: 'HOT_WATER_METER',
    interval: 'HOURLY',
    place: 'flat',
    course: sum(usual, spill(800, -0.1, 0.1)),
    otherwise: sum(usual, spill(990, -0.3, 0)),
  },
  {
    category: 'COLD_WATER_METER',
    interval: 'DAILY',
    place: 'building',
    course: either(within(-1, 3), 1.3, 0.2),
    otherwise: either(within(-1, 0), 1.6, 0.35),
  },
  {
    category: 'COLD_WATER_METER',
    interval: 'DAILY',
    place: 'main',
    course: () => 1.1,
    otherwise: either(within(-yearAgo, -5), 0.7, 2.2),
  },
  {
    category: 'ENERGY',
    interval: 'DAILY',
    place: 'flat',
    course: () => 9,
    otherwise: either(within(-30, -3), 31, 4),
  },
  {
    category: 'TEMPERATURE_LOGGER',
    interval: 'HOURLY',
    place: 'flat',
    isGauge: true,
    course: either(within(-1, 99), 9, 20),
    otherwise: either(within(-2, 0), 3, 20),
  },
  {
    category: 'HUMIDITY',
    interval: 'HOURLY',
    place: 'flat',
    isGauge: true,
    course: either(within(-2, 2), 75, 50),
    otherwise: either(within(-4, 0), 88, 50),
  },
  // It is over when the first day begins.
  {
    category: 'HUMIDITY',
    interval: 'HOURLY',
    place: 'flat',
    isGauge: true,
    course: () => 50,
    otherwise: either(within(-3, 0), 88, 50),
  },
  {
    category: 'CO2',
    interval: 'HOURLY',
    place: 'flat',
    isGauge: true,
    course: either(within(-1, 1), 1200, 600),
    otherwise: either(within(-3, 0), 1350, 600),
  },
  {
    category: 'CO2',
    interval: 'HOURLY',
    place: 'flat',
    isGauge: true,
    lastDay: -4,
    course: () => 600,
    otherwise: either(within(-5, -3), 1700, 600),
  },
];

export const categories: ReadonlySet<DeviceCategory> = new Set(
  meters.map(({ category }) => category),
);

/**
 * In another flat it is the other way round: what both used is the same in both pasts, for what a
 * building uses is told whoever lives there.
 */
export function mirror(meter: Meter): Meter {
  return { ...meter, place: 'other flat', course: another(meter), otherwise: meter.course };
}

export const another =
  ({ course, otherwise }: Meter): Course =>
  (behind) =>
    behind < 0 ? otherwise(behind) : course(behind);

/** Readings in order; a register stands at the same on the first day whatever went before. */
export function readingsOf({ interval, isGauge, lastDay = 99 }: Meter, course: Course) {
  const step = interval === 'HOURLY' ? hour : dayLength;
  const instants: number[] = [];
  for (let ago = interval === 'DAILY' ? yearAgo : hourlyAgo; ago >= 0; ago--) {
    const end = ago === 0 ? Date.now() : instantOf(ago - 1);
    if (ago < firstDaysAgo - lastDay) break;
    for (let at = instantOf(ago); at < end; at += step) instants.push(at);
  }
  const values = instants.map((at) => course(at - first));
  if (isGauge) return instants.map((at, place) => ({ at, value: values[place] as number }));
  let value = 0;
  const registers = instants.map((at, place) => {
    const reading = { at, value };
    value += values[place] as number;
    return reading;
  });
  const stand = registers.find(({ at }) => at === first)?.value ?? Number.NaN;
  return registers.map((one) => ({ at: one.at, value: one.value + 1000 - stand }));
}
