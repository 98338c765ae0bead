import { Temporal } from 'temporal-polyfill';
import type { DeviceCategory } from '../../schemas/entities/device.ts';
import type { DemoSize, PlannedDevice, PlannedProperty } from './plan.ts';
import { createRandom } from './random.ts';
import { usualUse } from './readings.ts';

/** What flows through a building's main meter, whatever it is counted as behind it. */
const waters: ReadonlySet<DeviceCategory> = new Set([
  'COLD_WATER_METER',
  'HOT_WATER_METER',
  'HOT_AND_COLD_WATER',
]);
/** In so many properties one has a difference that is worth looking for. */
const oneInLosing = 6;
/** Of so many main meters one has been silent for months, and one wasn't read around a month's begin. */
const oneInUnread = 9;
const silentDays = 70;

/**
 * Main meters that count what the meters behind them do, and some per cent more; of some properties
 * so much that somebody should look for it. `at` is the property's place in its list.
 */
export function balanceMainMeters(
  property: PlannedProperty,
  { seed, until }: Pick<DemoSize, 'seed' | 'until'>,
  at: number,
): PlannedProperty {
  const behind = [...property.mainMeters, ...property.tenants.flatMap(({ devices }) => devices)]
    .filter(({ category, isMain }) => !isMain && waters.has(category))
    .reduce((sum, device) => sum + usualUse(device, seed), 0);
  const random = createRandom(seed, 'balance', property.id);
  const isLosing = at % oneInLosing === oneInLosing - 1;
  const more = isLosing ? random.between(0.14, 0.22) : random.between(0.02, 0.08);
  const begin = Temporal.PlainDate.from(until).with({ day: 1 }).subtract({ months: 1 });
  const unread = {
    first: begin.subtract({ days: 5 }).toString(),
    last: begin.add({ days: 5 }).toString(),
  };
  const silence = { 4: { unreadDays: unread }, 8: { silentDays } }[at % oneInUnread] ?? {};
  const balance = (meter: PlannedDevice): PlannedDevice => {
    const usual = usualUse({ ...meter, level: 1 }, seed);
    const level = (behind * (1 + more)) / usual;
    return { ...meter, level, ...silence };
  };
  return {
    ...property,
    mainMeters: property.mainMeters.map((meter) => (meter.isMain ? balance(meter) : meter)),
  };
}
