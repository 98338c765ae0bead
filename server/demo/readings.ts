import { Temporal } from 'temporal-polyfill';
import { startOfLocalDay } from '../metering/buckets.ts';
import type { DemoSize, PlannedDevice } from './plan.ts';
import { createRandom } from './random.ts';

/** The readings of one planned device and the registers that gave them. */
export interface DeviceHistory {
  readonly readings: { at: number; value: number; quality: 0 | 1 | 2 }[];
  readonly installations: {
    installedFrom: number;
    installedUntil: number | null;
    startIndex: number | null;
    endIndex: number | null;
    modulus: number | null;
  }[];
}

const micro = 1_000_000;
const hour = 3_600_000;
const rollOverAt = 10_000 * micro;

/** Instants are local days of the property; `now` cuts off what hasn't happened yet. */
export function createHistory(
  device: PlannedDevice,
  timeZone: string,
  { seed, months, until }: DemoSize,
  now: number,
): DeviceHistory {
  const random = createRandom(seed, 'device', device.serialNumber);
  const { events, category, interval } = device;
  const last = Temporal.PlainDate.from(until);
  const first = last.subtract({ months });
  const days = first.until(last, { largestUnit: 'days' }).days;
  const level = random.between(0.6, 1.5) * (events.isEmptyFlat ? 0.02 : 1);
  const jitter = random.integer(1, 20) * 60_000;
  const exchangeDay = events.hasExchange ? random.integer(60, Math.max(61, days - 30)) : -1;
  const gapDay = events.hasGap ? random.integer(20, days) : -1;
  const gapLength = random.integer(1, 7);
  const leakDay = events.hasLeak ? random.integer(Math.floor(days / 2), days - 5) : -1;

  const begin = startOfLocalDay(timeZone, first.toString());
  let register = events.rollsOver ? rollOverAt - 20 * micro : random.integer(5, 900) * micro;
  const installations: DeviceHistory['installations'] = [
    {
      installedFrom: begin - 365 * 24 * hour,
      installedUntil: null,
      startIndex: 0,
      endIndex: null,
      modulus: events.rollsOver ? rollOverAt : null,
    },
  ];
  const readings: DeviceHistory['readings'] = [];

  for (let day = 0; day <= days; day++) {
    const date = first.add({ days: day });
    const start = startOfLocalDay(timeZone, date.toString());
    const isGap = day >= gapDay && day < gapDay + gapLength && gapDay >= 0;
    const isLeak = leakDay >= 0 && day >= leakDay && day < leakDay + 6;
    if (category === 'HCA' && date.dayOfYear === 1) register = 0;
    if (day === exchangeDay) {
      const current = installations.at(-1) as (typeof installations)[number];
      installations[installations.length - 1] = {
        ...current,
        installedUntil: start,
        endIndex: register,
      };
      register = random.integer(0, 3) * micro;
      installations.push({
        installedFrom: start,
        installedUntil: null,
        startIndex: register,
        endIndex: null,
        modulus: null,
      });
    }
    const rounds = interval === 'HOURLY' ? 24 : 1;
    for (let round = 0; round < rounds; round++) {
      const at = start + round * hour + jitter;
      if (at > now) break;
      const quality = random.next() < 0.004 ? (random.next() < 0.5 ? 1 : 2) : 0;
      const value = isGauge(device)
        ? gauge(device, date.dayOfYear, round, random.next())
        : register;
      if (!isGap) readings.push({ at, value, quality });
      const use =
        interval === 'HOURLY'
          ? hourly(device, date, round, random.next())
          : daily(device, date, random.next());
      const leaked = isLeak ? (0.012 * 24 * micro) / rounds : 0;
      register += Math.round((use * level + leaked) / 1000) * 1000;
      if (events.rollsOver && register >= rollOverAt) register -= rollOverAt;
    }
  }
  return { readings, installations: isGauge(device) ? [] : installations };
}

function isGauge({ category }: PlannedDevice): boolean {
  return category === 'TEMPERATURE_LOGGER' || category === 'HUMIDITY';
}

/** 1 in the middle of January, 0 from May to September. */
function cold(dayOfYear: number): number {
  return Math.max(0, Math.cos(((dayOfYear - 15) / 365) * 2 * Math.PI) * 0.85 + 0.15);
}

/** A day's use in micro-units: more at weekends, heat by season. */
function daily(device: PlannedDevice, date: Temporal.PlainDate, chance: number): number {
  const weekend = date.dayOfWeek >= 6 ? 1.25 : 1;
  const spread = 0.6 + 0.8 * chance;
  const perDay: Partial<Record<PlannedDevice['category'], number>> = {
    COLD_WATER_METER: device.isMain ? 0.9 : 0.13,
    HOT_WATER_METER: 0.07,
    HCA: 6 * cold(date.dayOfYear),
    ENERGY: 38 * cold(date.dayOfYear) + 3,
  };
  return (perDay[device.category] ?? 0) * weekend * spread * micro;
}

const usualHours = [
  0.1, 0.05, 0.05, 0.05, 0.1, 0.5, 1.5, 2.2, 1.8, 1, 0.8, 0.8, 1, 1, 0.8, 0.8, 1, 1.4, 1.8, 2, 1.9,
  1.6, 1, 0.4,
];

/** An hour's use: mornings and evenings, nothing in most nights. */
function hourly(
  device: PlannedDevice,
  date: Temporal.PlainDate,
  round: number,
  chance: number,
): number {
  const weight = usualHours[round] ?? 1;
  const isQuiet = chance < (weight < 0.2 ? 0.9 : 0.35);
  return isQuiet ? 0 : (daily(device, date, chance) * weight) / 24;
}

function gauge(device: PlannedDevice, dayOfYear: number, round: number, chance: number): number {
  const day = Math.sin(((round - 9) / 24) * 2 * Math.PI);
  const value =
    device.category === 'HUMIDITY'
      ? 48 + 8 * Math.sin((dayOfYear / 365) * 2 * Math.PI) + 3 * day + 4 * chance
      : 23.5 - 2.5 * cold(dayOfYear) + 0.8 * day + chance;
  return Math.round(value * 10) * (micro / 10);
}
