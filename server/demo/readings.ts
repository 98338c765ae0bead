import { Temporal } from 'temporal-polyfill';
import { deviceTraits } from '../../schemas/entities/device.ts';
import { hourMs, minuteMs } from '../../schemas/time.ts';
import { startOfLocalDay } from '../metering/buckets.ts';
import { micro } from '../metering/units.ts';
import { countFaults, type TimedFault, timeFaults } from './faults.ts';
import type { DemoSize, PlannedDevice } from './plan.ts';
import { createRandom, type Random } from './random.ts';

interface Installation {
  installedFrom: number;
  installedUntil: number | null;
  startIndex: number | null;
  endIndex: number | null;
  modulus: number | null;
}

/** The readings of one planned device and the registers that gave them. */
export interface DeviceHistory {
  readonly readings: { at: number; value: number; quality: 0 | 1 | 2 }[];
  readonly installations: Installation[];
}

const rollOverAt = 10_000 * micro;

const never = Number.NaN;

/** What befalls one device, as days counted from the first of `months`. */
function planDays(
  {
    category,
    events,
    interval,
    silentDays = 0,
    sinceDays = Number.POSITIVE_INFINITY,
    unreadDays,
  }: PlannedDevice,
  random: Random,
  days: number,
) {
  const exchange = events.hasExchange ? random.integer(60, Math.max(61, days - 30)) : never;
  const gap = events.hasGap ? random.integer(20, days) : never;
  const gapLength = random.integer(1, 7);
  // Read by the hour it goes on, so that there is a warning to look at.
  const goesOn = interval === 'HOURLY';
  const leakBegins = goesOn ? days - 5 : random.integer(Math.max(1, days - 60), days - 5);
  // In an empty flat it would be more than anybody believes: a question to support.
  const leak = events.hasLeak && !events.isEmptyFlat ? leakBegins : never;
  const isSilent = (day: number) =>
    (silentDays > 0 && day > days - silentDays) || day < days - sinceDays;
  const isUnread = (date: string) =>
    unreadDays !== undefined && date >= unreadDays.first && date <= unreadDays.last;
  return {
    isReset: (date: Temporal.PlainDate) =>
      deviceTraits[category].resetsYearly && date.dayOfYear === 1,
    isExchange: (day: number) => day === exchange,
    isGap: (day: number, date: string) =>
      isSilent(day) || isUnread(date) || (day >= gap && day < gap + gapLength),
    leakOf: (day: number) => (day >= leak && (goesOn || day < leak + 6) ? 0.012 * 24 * micro : 0),
  };
}

function firstValue({ category, events }: PlannedDevice, random: Random): number {
  // What counts alarms has counted none.
  if (!deviceTraits[category].isConsumption) return 0;
  return events.rollsOver ? rollOverAt - 20 * micro : random.integer(5, 900) * micro;
}

/** How much of a usual use it counts. */
function levelOf({ scale = 1, level, events }: PlannedDevice, random: Random): number {
  return level ?? random.between(0.6, 1.5) * scale * (events.isEmptyFlat ? 0.02 : 1);
}

/** What a water meter counts on a usual day, in micro-units: the mean of what chance makes of it. */
export function usualUse(device: PlannedDevice, seed: number): number {
  const level = levelOf(device, randomOf(device, seed));
  return perDay(device) * level * (device.interval === 'HOURLY' ? usualShareOfHours : 1);
}

const randomOf = ({ serialNumber }: PlannedDevice, seed: number) =>
  createRandom(seed, 'device', serialNumber);

/** The register that hangs on the wall, and those before it. */
function createRegister(device: PlannedDevice, installedFrom: number, random: Random) {
  const { rollsOver } = device.events;
  let value = firstValue(device, random);
  let current: Installation = {
    installedFrom,
    installedUntil: null,
    startIndex: 0,
    endIndex: null,
    modulus: rollsOver ? rollOverAt : null,
  };
  const former: Installation[] = [];
  return {
    value: () => value,
    reset() {
      value = 0;
    },
    add(amount: number) {
      value += Math.round(amount / 1000) * 1000;
      if (current.modulus !== null) value %= current.modulus;
    },
    exchange(at: number) {
      former.push({ ...current, installedUntil: at, endIndex: value });
      value = random.integer(0, 3) * micro;
      current = { ...current, installedFrom: at, startIndex: value, modulus: null };
    },
    installations: () => [...former, current],
  };
}

/** The first day of the months that every property has. */
export function firstDayOf({ months, until }: Pick<DemoSize, 'months' | 'until'>): string {
  return Temporal.PlainDate.from(until).subtract({ months }).toString();
}

function countDaysBefore({ monthsBefore = 0, ...size }: DemoSize): number {
  const first = Temporal.PlainDate.from(firstDayOf(size));
  return first.subtract({ months: monthsBefore }).until(first, { largestUnit: 'days' }).days;
}

/**
 * All readings up to `now`, on local days of the property. A later `now` only adds readings at the
 * end, so that a demo of yesterday can be carried on.
 */
export function createHistory(
  device: PlannedDevice,
  timeZone: string,
  size: DemoSize,
  now: number,
): DeviceHistory {
  const { seed, until } = size;
  const random = randomOf(device, seed);
  const { category, interval } = device;
  // What came before changes nothing of what follows but the registers. By category, so that main
  // meters still count what their flats use.
  const before = {
    chance: createRandom(seed, 'before', device.serialNumber),
    share: createRandom(seed, 'before', category).between(0.9, 1.15),
  };
  const since = { chance: random, share: 1 };
  const last = Temporal.PlainDate.from(until);
  const first = Temporal.PlainDate.from(firstDayOf(size));
  const days = first.until(last, { largestUnit: 'days' }).days;
  const level = levelOf(device, random);
  const jitter = random.integer(1, 20) * minuteMs;
  const befalls = planDays(device, random, days);
  const faults = timeFaults(device.faults ?? [], (daysBefore) =>
    startOfLocalDay(timeZone, last.subtract({ days: daysBefore }).toString()),
  );
  const daysBefore = countDaysBefore(size);
  const begin = startOfLocalDay(timeZone, first.subtract({ days: daysBefore }).toString());
  const register = createRegister(device, begin - 365 * 24 * hourMs, random);
  const use = interval === 'HOURLY' ? hourly : daily;
  const shown = createShown(device, register, faults);
  const readings: DeviceHistory['readings'] = [];

  for (const { day, date, start, end } of listDays(timeZone, first, daysBefore, now)) {
    const { chance, share } = day < 0 ? before : since;
    const rounds = interval === 'HOURLY' ? (end - start) / hourMs : 1;
    const length = (end - start) / rounds;
    if (befalls.isReset(date)) register.reset();
    if (befalls.isExchange(day)) register.exchange(start);
    const leaked = befalls.leakOf(day) / rounds;
    const isGap = befalls.isGap(day, date.toString());
    for (let round = 0; round < rounds; round++) {
      const at = start + round * hourMs + jitter;
      if (at > now) break;
      const quality = qualityOf(chance.next());
      const value = shown(date, round, chance, at);
      if (!isGap) readings.push({ at, value, quality });
      const used = (use(device, date, chance.next(), round) * level + leaked) * share;
      register.add(countFaults(faults, { from: start + round * length, length }, used));
    }
  }
  return { readings, installations: isGauge(device) ? [] : register.installations() };
}

interface LocalDay {
  readonly day: number;
  readonly date: Temporal.PlainDate;
  /** Instants in milliseconds. */
  readonly start: number;
  readonly end: number;
}

/** By zone and first day: all devices of a demo have the same days. */
const calendars = new Map<string, LocalDay[]>();

/** Local days up to `now`, counted from `first`, so many before it too. */
function* listDays(timeZone: string, first: Temporal.PlainDate, before: number, now: number) {
  const key = `${timeZone} ${first} ${before}`;
  const calendar = calendars.get(key) ?? [];
  calendars.set(key, calendar);
  for (let at = 0; ; at++) {
    const found = calendar[at] ?? localDay(timeZone, first, at - before);
    calendar[at] = found;
    if (found.start > now) return;
    yield found;
  }
}

function localDay(timeZone: string, first: Temporal.PlainDate, day: number): LocalDay {
  const date = first.add({ days: day });
  const start = startOfLocalDay(timeZone, date.toString());
  return { day, date, start, end: startOfLocalDay(timeZone, date.add({ days: 1 }).toString()) };
}

/** Four readings in a thousand are not measured. */
function qualityOf(chance: number): 0 | 1 | 2 {
  if (chance < 0.002) return 1;
  return chance < 0.004 ? 2 : 0;
}

/** What a device shows when it is read. */
function createShown(
  device: PlannedDevice,
  register: { readonly value: () => number },
  faults: readonly TimedFault[],
) {
  if (!isGauge(device)) return register.value;
  return (date: Temporal.PlainDate, round: number, chance: Random, at: number) =>
    gauge(device, date.dayOfYear, round, chance.next(), faultAt(faults, at));
}

function faultAt(faults: readonly TimedFault[], at: number): TimedFault | undefined {
  return faults.find(({ begin, end }) => at >= begin && at < end);
}

function isGauge({ category }: PlannedDevice): boolean {
  return deviceTraits[category].kind === 'gauge';
}

/** 1 in the middle of January, 0 from May to September. */
function cold(dayOfYear: number): number {
  return Math.max(0, Math.cos(((dayOfYear - 15) / 365) * 2 * Math.PI) * 0.85 + 0.15);
}

/** A day's use in micro-units: more at weekends, heat by season. */
function daily(device: PlannedDevice, date: Temporal.PlainDate, chance: number): number {
  const weekend = date.dayOfWeek >= 6 ? 1.25 : 1;
  // What many flats use together varies less.
  const isEven = device.level !== undefined && device.interval === 'DAILY';
  const spread = isEven ? 0.9 + 0.2 * chance : 0.6 + 0.8 * chance;
  return perDay(device, date.dayOfYear) * weekend * spread;
}

/** In micro-units; day 180 is in summer. */
function perDay({ category, isMain }: PlannedDevice, dayOfYear = 180): number {
  const uses: Partial<Record<PlannedDevice['category'], number>> = {
    COLD_WATER_METER: isMain ? 0.9 : 0.13,
    HOT_WATER_METER: 0.07,
    HCA: 6 * cold(dayOfYear),
    ENERGY: 38 * cold(dayOfYear) + 3,
    ELECTRICITY: 5.5 + 2 * cold(dayOfYear),
    GAS: 9 * cold(dayOfYear) + 1,
    OIL: 0.012 * cold(dayOfYear) + 0.002,
    VOLUMETER: 1.8 * cold(dayOfYear) + 0.3,
    HOT_AND_COLD_WATER: 0.2,
  };
  return (uses[category] ?? 0) * micro;
}

const usualHours = [
  0.1, 0.05, 0.05, 0.05, 0.1, 0.5, 1.5, 2.2, 1.8, 1, 0.8, 0.8, 1, 1, 0.8, 0.8, 1, 1.4, 1.8, 2, 1.9,
  1.6, 1, 0.4,
];

/** How many of an hour's chances are none; those of the rest are that much above their mean. */
const quietOf = (weight: number) => (weight < 0.2 ? 0.9 : 0.35);
/** What of a day's use is left by hours, in the mean. */
const usualShareOfHours =
  usualHours.reduce((sum, weight) => {
    const quiet = quietOf(weight);
    return sum + weight * (1 - quiet) * (0.6 + 0.8 * ((1 + quiet) / 2));
  }, 0) / 24;

/** An hour's use: mornings and evenings, nothing in most nights. */
function hourly(
  device: PlannedDevice,
  date: Temporal.PlainDate,
  chance: number,
  round: number,
): number {
  const weight = usualHours[round] ?? 1;
  const isQuiet = chance < quietOf(weight);
  return isQuiet ? 0 : (daily(device, date, chance) * weight) / 24;
}

function gauge(
  { category }: PlannedDevice,
  dayOfYear: number,
  round: number,
  chance: number,
  fault: TimedFault | undefined,
): number {
  if (fault) return Math.round((fault.value + chance) * 10) * (micro / 10);
  const day = Math.sin(((round - 9) / 24) * 2 * Math.PI);
  const shown: Partial<Record<PlannedDevice['category'], number>> = {
    HUMIDITY: 48 + 8 * Math.sin((dayOfYear / 365) * 2 * Math.PI) + 3 * day + 4 * chance,
    // People breathe out what they don't air, most in the evening and in winter.
    CO2: 560 + 140 * day + 160 * cold(dayOfYear) + 220 * chance,
  };
  const value = shown[category] ?? 23.5 - 2.5 * cold(dayOfYear) + 0.8 * day + chance;
  return Math.round(value * 10) * (micro / 10);
}
