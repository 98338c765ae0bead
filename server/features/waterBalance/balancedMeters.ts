import type { DeviceCategory } from '../../../schemas/entities/device.ts';
import { type BalancedWater, balancedWaters } from '../../../schemas/entities/waterBalance.ts';
import { isMountedIn, type MeterLife } from './balance.ts';

/** Which meters a balance counts, and against which (docs/water-balance.md). */

/** The categories that flow through a main meter into the flats. */
export const balanced = [
  'COLD_WATER_METER',
  'HOT_WATER_METER',
  'HOT_AND_COLD_WATER',
] as const satisfies readonly DeviceCategory[];
/** Computed of other meters, and so never a sub-meter beside them. */
export const virtualWater = 'COLD_HOT_WATER_VIRTUAL' satisfies DeviceCategory;

/** Flags that the database answers of a day beside a month's edge. */
export const dayFacts = { isThere: 1, isKnown: 2, isWhole: 4 } as const;

const all: readonly DeviceCategory[] = balanced;

/**
 * What is behind a main meter of a category. Hot water is made of the cold water that passed the
 * cold main meter, unless the property has a main meter of its own for it.
 */
const behind: Readonly<
  Record<BalancedWater, Partial<Record<DeviceCategory, readonly DeviceCategory[]>>>
> = {
  ALL: {
    COLD_WATER_METER: all,
    HOT_WATER_METER: ['HOT_WATER_METER'],
    HOT_AND_COLD_WATER: all,
    [virtualWater]: all,
  },
  HEATED: { COLD_WATER_METER: all, HOT_AND_COLD_WATER: all, [virtualWater]: all },
  COLD: { COLD_WATER_METER: ['COLD_WATER_METER'] },
  HOT: { HOT_WATER_METER: ['HOT_WATER_METER'] },
};

/** What a building that burns it heats water with, too. */
export const fuels = ['GAS', 'OIL'] as const satisfies readonly DeviceCategory[];

interface Mounted {
  readonly category: DeviceCategory;
  readonly isMain: boolean;
}

/**
 * What may be balanced of a property by the meters that hang in it, what fits it best first. Hot water
 * without a main meter of its own is taken as made in the house. With one it is where the building
 * burns gas or oil: then that meter measures what goes into the house's heater.
 */
export function listWaters(
  meters: readonly Mounted[],
  hasFuel: boolean,
): [BalancedWater, ...BalancedWater[]] {
  const isThere = (wanted: DeviceCategory, isMain: boolean) =>
    meters.some((one) => one.category === wanted && one.isMain === isMain);
  const isSupplied = isThere('HOT_WATER_METER', true);
  const isCold = isThere('COLD_WATER_METER', true);
  const isHeated = isCold && (isSupplied ? hasFuel : isThere('HOT_WATER_METER', false));
  const mains = meters.filter(({ isMain }) => isMain);
  const found = balancedWaters.filter((water) => {
    // Where nothing else supplies hot water the two are the same.
    if (water === 'ALL' && isHeated && !isSupplied) return false;
    if (water === 'HEATED' && !isHeated && !(isCold && isSupplied)) return false;
    return mains.some(({ category }) => isBalancedMain(water, category));
  });
  const usual = isHeated ? 'HEATED' : 'ALL';
  return [usual, ...found.filter((water) => water !== usual)];
}

/** Whether a main meter of the category counts in a balance of that water. */
export function isBalancedMain(water: BalancedWater, category: DeviceCategory): boolean {
  return behind[water][category] !== undefined;
}

/** Whether a sub-meter of the category belongs into a balance of that water. */
export function isBalancedSub(water: BalancedWater, category: DeviceCategory): boolean {
  return Object.values(behind[water]).some((subs) => subs.includes(category));
}

/** Whether the water that a sub-meter counts has passed one of the main meters. */
export function isLinked(
  water: BalancedWater,
  category: DeviceCategory,
  mains: Iterable<DeviceCategory>,
): boolean {
  return [...mains].some((main) => behind[water][main]?.includes(category));
}

/** On which side of a balance a property's meters count that hang there between two instants, UTC ms. */
export function chooseMeters<Meter extends Mounted & MeterLife>(
  all: readonly Meter[],
  water: BalancedWater,
  from: number,
  until: number,
) {
  const registered = all.filter((one) => one.isMain && isBalancedMain(water, one.category));
  const mains = registered.filter((one) => isMountedIn(one, from, until));
  const kinds = new Set(mains.map(({ category }) => category));
  const subs = all.filter(
    (one) => !one.isMain && isBalancedSub(water, one.category) && isMountedIn(one, from, until),
  );
  const isBehind = ({ category }: Meter) => isLinked(water, category, kinds);
  return {
    registered,
    mains,
    linked: subs.filter(isBehind),
    notLinked: subs.filter((one) => !isBehind(one)),
  };
}
