import type { DeviceCategory } from '../../schemas/entities/device.ts';
import type { MeasuredType } from '../../schemas/kinds/warnings.ts';
import { createRandom, type Random } from '../../server/demo/random.ts';
import type { Installation, Reading } from '../../server/metering/registers.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;
export const timeZone = 'Europe/Warsaw';
/** Local midnight in winter; the clock changes within the time of most scenarios. */
export const begin = Date.parse('2026-02-01T00:00+01:00');

/** Something that goes wrong in a scenario, which detection isn't told. */
export interface Planted {
  readonly from: number;
  readonly until: number;
  /** l/h, litres of the day, °C, %RH, ppm. */
  readonly size: number;
  /** Whether it is to be noticed; either: its figures are nearer to the limit than devices measure. */
  readonly expected: 'yes' | 'either' | 'no';
}

export function expectedOf(isSure: boolean, isNear: boolean): Planted['expected'] {
  const otherwise = isNear ? 'either' : 'no';
  return isSure ? 'yes' : otherwise;
}

/** A device's readings over some weeks, and what was wrong. */
export interface Scenario {
  readonly category: DeviceCategory;
  readonly readings: readonly Reading[];
  readonly installations?: Installation[];
  readonly planted: readonly Planted[];
}

/** The same for all measurements: which device, and how many of a hundred readings get lost. */
export interface Circumstances {
  readonly number: number;
  readonly lostPercent: number;
}

export function randomOf(type: MeasuredType, { number }: Circumstances): Random {
  return createRandom('detection', type, number);
}

/** As many of each size as of twice that size. */
export function spread(random: Random, low: number, high: number): number {
  return low * (high / low) ** random.next();
}

/**
 * When a device is read: each so many minutes, up to five early or late. Single readings get lost, and
 * now and then all of some hours; one device in three is silent for one to three days.
 */
export function readingTimes(
  random: Random,
  options: { days: number; every: number; lostPercent: number },
): number[] {
  const { days, every, lostPercent } = options;
  const offset = random.integer(6, every / minute - 1) * minute;
  const isSilent = random.next() < 1 / 3;
  const silentFrom = begin + random.between(0, days) * day;
  const silentUntil = isSilent ? silentFrom + random.between(1, 3) * day : silentFrom;
  const times: number[] = [];
  let next = begin;
  for (let at = begin + offset; at < begin + days * day; at += every) {
    const late = random.integer(-300, 300) * 1000;
    if (random.next() < 0.001) next = at + random.integer(2, 8) * hour;
    const isLost = random.next() * 100 < lostPercent || at < next;
    if (!isLost && !(at >= silentFrom && at < silentUntil)) times.push(at + late);
  }
  return times;
}
