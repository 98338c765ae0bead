import type { DeviceCategory } from '../../schemas/entities/device.ts';
import type { Random } from '../../server/demo/random.ts';
import {
  begin,
  type Circumstances,
  day,
  expectedOf,
  hour,
  minute,
  type Planted,
  randomOf,
  readingTimes,
  type Scenario,
  spread,
} from './scenario.ts';

/** Rooms that are aired, showered and slept in, and now and then are what they shouldn't be. */

const days = 60;
const micro = 1_000_000;

/** How a room usually is, at an hour of the day. */
type Usual = (hourOfDay: number, at: number) => number;

/** A heating that fails, or a room that the sun heats. */
export function temperatureScenario(given: Circumstances): Scenario {
  const random = randomOf('TEMPERATURE', given);
  const planted = plant(random, (lasts) => {
    const size = random.next() < 0.6 ? random.between(5, 14) : random.between(28, 36);
    const isFar = size <= 11.4 || size >= 30.6;
    const isNear = size < 12.6 || size > 29.4;
    return { size, expected: expectedOf(isFar && lasts >= 8 * hour, isNear && lasts >= 4 * hour) };
  });
  const usual: Usual = (hourOfDay) => {
    // A window stands open, and the sensor feels it.
    const isAired = hourOfDay > 7 && hourOfDay < 8 && random.next() < 0.5;
    return isAired ? random.between(5, 16) : 21 + 1.5 * wave(hourOfDay);
  };
  return room(random, 'TEMPERATURE_LOGGER', planted, usual, 0.15, given);
}

/** Rooms that stay damp, beside bathrooms that dry again. */
export function humidityScenario(given: Circumstances): Scenario {
  const random = randomOf('HUMIDITY', given);
  const planted = plant(random, (lasts) => {
    const size = random.between(58, 92);
    const isDamp = size >= 72 && lasts >= 26 * hour;
    return { size, expected: expectedOf(isDamp, size > 68 && lasts > 20 * hour) };
  });
  const usual: Usual = (hourOfDay) => {
    const sinceShower = hourOfDay - 7;
    const shower = sinceShower > 0 ? 35 * Math.exp(-sinceShower / 1.5) : 0;
    return 52 + 6 * wave(hourOfDay) + shower;
  };
  return room(random, 'HUMIDITY', planted, usual, 1, given);
}

/** Rooms with too many people and too little air, beside bedrooms that are as they should be. */
export function co2Scenario(given: Circumstances): Scenario {
  const random = randomOf('CO2', given);
  const planted = plant(random, (lasts) => {
    const size = spread(random, 700, 2500);
    const isBad = size >= 1060 && lasts >= 3.5 * hour;
    return { size, expected: expectedOf(isBad, size > 940 && lasts > 1.5 * hour) };
  });
  const usual: Usual = (hourOfDay) => (hourOfDay < 7 ? 780 + 15 * hourOfDay : 550);
  return room(random, 'CO2', planted, usual, 25, given);
}

function plant(
  random: Random,
  choose: (lasts: number) => Pick<Planted, 'size' | 'expected'>,
): Planted[] {
  return Array.from({ length: 3 }, (_, index) => {
    const lasts = spread(random, 1, 240) * hour;
    const from = begin + (2 + 19 * index + random.between(0, 8)) * day;
    return { from, until: from + lasts, ...choose(lasts) };
  });
}

/** −1 before dawn, 1 in the afternoon. */
function wave(hourOfDay: number): number {
  return Math.sin(((hourOfDay - 10) / 24) * 2 * Math.PI);
}

/** Four readings an hour, with the sensor's noise. */
function room(
  random: Random,
  category: DeviceCategory,
  planted: readonly Planted[],
  usual: Usual,
  noise: number,
  { lostPercent }: Circumstances,
): Scenario {
  const times = readingTimes(random, { days, every: 15 * minute, lostPercent });
  const readings = times.map((at) => {
    const wrong = planted.find(({ from, until }) => at >= from && at < until);
    const hourOfDay = ((at - begin) % day) / hour;
    const swing = noise * (random.next() + random.next() + random.next() - 1.5) * 2;
    const value = (wrong?.size ?? usual(hourOfDay, at)) + swing;
    return { at, value: Math.round(value * 10) * (micro / 10), quality: 0 };
  });
  return { category, readings, planted };
}
