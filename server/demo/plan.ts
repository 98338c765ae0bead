import {
  type DeviceCategory,
  deviceTraits,
  type ReadingInterval,
} from '../../schemas/entities/device.ts';
import type { DemoMarket } from './demoMarkets.ts';
import type { PlannedError, PlannedFault } from './faults.ts';
import { createRandom, type Random } from './random.ts';

/** What the demo consists of: master data only, the same for the same parameters. */

export interface DemoSize {
  readonly properties: number;
  /** Months of readings. */
  readonly months: number;
  /** So many more before those, of what people look at first: then years can be compared. */
  readonly monthsBefore?: number | undefined;
  readonly seed: number;
  /** The day of the first load, YYYY-MM-DD: what befalls devices is planned up to it. */
  readonly until: string;
  /** With the buildings beside the small properties. */
  readonly buildings?: boolean | undefined;
  /** With main meters that count what their flats use, and a little more (mainMeters.ts). */
  readonly balanced?: boolean | undefined;
  /** What is read by the hour comes behind what shows all markets, for it takes most of the time. */
  readonly opensQuickly?: boolean | undefined;
  /** With what goes wrong in some houses (faults.ts), of which one is read by the hour less. */
  readonly faults?: boolean | undefined;
}

export interface PlannedDevice {
  readonly serialNumber: string;
  readonly category: DeviceCategory;
  readonly place: string;
  readonly isMain: boolean;
  readonly interval: ReadingInterval;
  /** How many times a usual flat's use it counts; left out: once. */
  readonly scale?: number;
  /** The same, exactly, in place of what is drawn by chance. */
  readonly level?: number;
  /** For how many days before the first load nobody has heard of it; left out: it speaks. */
  readonly silentDays?: number;
  /** Local days, both included, of which nobody has heard. */
  readonly unreadDays?: { readonly first: string; readonly last: string };
  /** For so many days before the first load it has been read; left out: for all. Of gauges. */
  readonly sinceDays?: number;
  readonly faults?: readonly PlannedFault[];
  readonly errors?: readonly PlannedError[];
  /** What happens to it; decided here so that master data and readings agree. */
  readonly events: {
    readonly isEmptyFlat: boolean;
    readonly hasExchange: boolean;
    readonly rollsOver: boolean;
    readonly hasGap: boolean;
    readonly hasLeak: boolean;
  };
}

export interface PlannedTenant {
  readonly tenantNo: string;
  readonly tenantName: string;
  readonly areaSquareMetres: number;
  readonly devices: PlannedDevice[];
}

export interface PlannedProperty {
  readonly id: number;
  readonly market: DemoMarket;
  readonly worksNo: string;
  readonly worksOldNumber?: string;
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly zipCode: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly tenants: PlannedTenant[];
  /** Devices of the building itself, its main meters among them. */
  readonly mainMeters: PlannedDevice[];
}

export const firstId = 1001;

/** The position of the property that is read every hour. */
export const hourlyPosition = 1;
/** And of another one, in a demo without faults: its readings make room for theirs. */
const otherHourlyPosition = 4;

/** The plan of a size: `markets` are those of `listDemoMarkets`. */
export function planProperties(
  { properties, seed, faults = false }: Pick<DemoSize, 'properties' | 'seed' | 'faults'>,
  markets: readonly DemoMarket[],
): PlannedProperty[] {
  const pickMarket = createMarketPick(markets);
  return Array.from({ length: markets.length === 0 ? 0 : properties }, (_, index) =>
    planProperty({ index, total: properties, seed, faults, pickMarket }),
  );
}

/** How many properties show all markets, at the beginning. */
export function countOpening(markets: readonly DemoMarket[]): number {
  return markets.length + 2;
}

/** Mixed by their shares, so that any beginning has all; the first market also begins and ends it. */
function createMarketPick(markets: readonly DemoMarket[]) {
  const opening = [markets[0], ...markets, markets[0]];
  const whole = markets.reduce((sum, { places }) => sum + places.share, 0);
  return (index: number, random: Random): DemoMarket => {
    const fixed = opening[index];
    if (fixed !== undefined) return fixed;
    let share = random.next() * whole;
    const picked = markets.find(({ places }) => {
      share -= places.share;
      return share < 0;
    });
    return picked ?? (markets[0] as DemoMarket);
  };
}

function planProperty({
  index,
  total,
  seed,
  faults,
  pickMarket,
}: {
  index: number;
  total: number;
  seed: number;
  faults: boolean;
  pickMarket: ReturnType<typeof createMarketPick>;
}): PlannedProperty {
  const random = createRandom(seed, 'property', index);
  const market = pickMarket(index, random);
  const isHourly =
    index < total && (index === hourlyPosition || (index === otherHourlyPosition && !faults));
  const id = firstId + index;
  const place = planPlace(id, market, random);
  const flats = isHourly ? 4 : random.integer(3, 5);
  const hasEnergy = index % 4 === 0;
  const hasElectricity = index % 6 === 2;
  return {
    ...place(),
    tenants: Array.from({ length: flats }, (_, flat) =>
      planTenant({ id, flat, isHourly, hasEnergy, hasElectricity, market, random }),
    ),
    mainMeters: [planDevice(`${id}00`, 'COLD_WATER_METER', '', isHourly, random, true)],
  };
}

/** Where a property lies and what it is called; its spot in the town is drawn when asked. */
export function planPlace(id: number, market: DemoMarket, random: Random) {
  const { places } = market;
  const town = random.pick(places.towns);
  const { timeZone = market.timeZone } = town;
  const number = random.integer(1, 98);
  const address = `${random.pick(places.streets)} ${number}`;
  return () => ({
    id,
    market: { ...market, timeZone },
    worksNo: `${market.country}-${id}`,
    name: `${places.owner} ${address}`,
    address,
    city: town.name,
    zipCode: town.zip,
    latitude: town.latitude + random.between(-0.05, 0.05),
    longitude: town.longitude + random.between(-0.08, 0.08),
  });
}

interface TenantParts {
  readonly id: number;
  readonly flat: number;
  readonly isHourly: boolean;
  readonly hasEnergy: boolean;
  readonly hasElectricity: boolean;
  readonly market: DemoMarket;
  readonly random: Random;
}

/** What a flat has, and where in it. */
export type FlatDevice = readonly [category: DeviceCategory, place: string];

function planTenant(parts: TenantParts): PlannedTenant {
  const { isHourly, hasEnergy, hasElectricity, flat } = parts;
  const kinds: FlatDevice[] = [
    ['COLD_WATER_METER', 'WC 1'],
    ['HOT_WATER_METER', 'WC 1'],
    ...(isHourly
      ? ([
          ['TEMPERATURE_LOGGER', '1'],
          ['HUMIDITY', '1'],
        ] as FlatDevice[])
      : ([['HCA', '1']] as FlatDevice[])),
    ...(hasEnergy && flat === 0 ? ([['ENERGY', '']] as FlatDevice[]) : []),
    ...(hasElectricity ? ([['ELECTRICITY', '']] as FlatDevice[]) : []),
  ];
  return planFlat(parts, kinds);
}

export function planFlat(
  { id, flat, isHourly, market, random }: Omit<TenantParts, 'hasEnergy' | 'hasElectricity'>,
  kinds: readonly FlatDevice[],
): PlannedTenant {
  // By the hour a leak shows as a flow that never stops: the first flat has one, and is lived in.
  const showsLeak = isHourly && flat === 0;
  const isEmptyFlat = random.next() < 0.07 && !showsLeak;
  return {
    tenantNo: String(flat + 1).padStart(3, '0'),
    tenantName: `${random.pick(market.places.firstNames)} ${random.pick(market.places.surnames)}`,
    areaSquareMetres: random.integer(28, 96),
    devices: kinds
      .map(([category, place], index) =>
        planDevice(
          `${id}${flat + 1}${index}`,
          category,
          place,
          isHourly,
          random,
          false,
          isEmptyFlat,
        ),
      )
      .map((device) =>
        showsLeak && device.category === 'COLD_WATER_METER'
          ? { ...device, events: { ...device.events, hasLeak: true } }
          : device,
      ),
  };
}

export function planDevice(
  serialNumber: string,
  category: DeviceCategory,
  place: string,
  isHourly: boolean,
  random: Random,
  isMain: boolean,
  isEmptyFlat = false,
): PlannedDevice {
  const isWater = deviceTraits[category].unit === 'm³';
  const chance = random.next();
  return {
    serialNumber,
    category,
    place,
    isMain,
    interval: isHourly ? 'HOURLY' : 'DAILY',
    events: {
      isEmptyFlat,
      hasExchange: isWater && chance < 0.05,
      rollsOver: isWater && chance > 0.96,
      hasGap: random.next() < 0.12,
      hasLeak: isWater && !isMain && random.next() < 0.06,
    },
  };
}
