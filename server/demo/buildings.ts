import type { DeviceCategory } from '../../schemas/entities/device.ts';
import type { DemoMarket } from './demoMarkets.ts';
import {
  type DemoSize,
  type FlatDevice,
  firstId,
  type PlannedDevice,
  type PlannedProperty,
  type PlannedTenant,
  planDevice,
  planFlat,
  planPlace,
} from './plan.ts';
import { createRandom, type Random } from './random.ts';

/**
 * Beside the many small properties of the plan: buildings as large as in life, one with everything
 * that is metered, and those of another administrator, without whom a country's average would tell
 * each what the others use.
 */
export interface PlannedBuildings {
  /** Of each market's administrator; the first market's first has everything. */
  readonly own: readonly PlannedProperty[];
  /** Of each market's other administrator. */
  readonly others: readonly PlannedProperty[];
}

/** How many flats the buildings have, in the first market and in each other. */
const sizes = { first: [8, 14, 24, 40, 80], other: [30] };
/** An average needs five that aren't the asker's own; one may be left out for the most of the area. */
const otherCount = 6;
const flatsOfEverything = 10;
const flatsByTheHour = 2;
/** Sensors that came later, by how many of the first flats have them: read by the hour since. */
const newSensors: Partial<Record<DeviceCategory, number>> = {
  TEMPERATURE_LOGGER: 4,
  HUMIDITY: 4,
  CO2: 8,
};
const newSensorsDays = 45;
/** Nobody has heard of one flat of so many for some weeks. */
const flatsOfSilent = 20;
const silentDays = 19;

export function planBuildings(
  { properties, seed, faults = false }: Pick<DemoSize, 'properties' | 'seed' | 'faults'>,
  markets: readonly DemoMarket[],
): PlannedBuildings {
  let next = firstId + properties;
  const plan = (market: DemoMarket, of: (begun: Begun) => PlannedProperty) => {
    const id = next++;
    return of({ id, market, random: createRandom(seed, 'building', id) });
  };
  const own = markets.flatMap((market, at) => [
    ...(at === 0 ? [plan(market, (begun) => planEverything(begun, faults))] : []),
    ...(at === 0 ? sizes.first : sizes.other).map((flats) =>
      plan(market, (begun) => planBuilding(begun, flats)),
    ),
  ]);
  const others = markets.flatMap((market) =>
    Array.from({ length: otherCount }, () =>
      plan(market, (begun) => planBuilding(begun, begun.random.integer(3, 5))),
    ),
  );
  return { own, others };
}

interface Begun {
  readonly id: number;
  readonly market: DemoMarket;
  readonly random: Random;
}

const usualFlat: readonly FlatDevice[] = [
  ['COLD_WATER_METER', 'WC 1'],
  ['HOT_WATER_METER', 'WC 1'],
  ['HCA', '1'],
];
/** In the small properties the main meter counts as much as four or five flats use. */
const flatsOfMainMeter = 4.5;

function planBuilding(begun: Begun, flats: number): PlannedProperty {
  const { id, random } = begun;
  const main = planDevice(`${id}00`, 'COLD_WATER_METER', '', false, random, true);
  return {
    ...planHead(begun),
    tenants: Array.from({ length: flats }, (_, flat) => {
      const tenant = planFlat({ ...begun, flat, isHourly: false }, usualFlat);
      return flat % flatsOfSilent === flatsOfSilent - 1 ? silence(tenant) : tenant;
    }),
    mainMeters: [{ ...main, scale: flats / flatsOfMainMeter }],
  };
}

/** As when the battery of a whole flat's radio is empty. */
function silence(tenant: PlannedTenant): PlannedTenant {
  const devices = tenant.devices.map((device) => ({ ...device, silentDays }));
  return { ...tenant, devices };
}

function addSensors(tenant: PlannedTenant, flat: number): PlannedTenant {
  const devices = tenant.devices.map((device) =>
    flat < (newSensors[device.category] ?? 0)
      ? { ...device, interval: 'HOURLY' as const, sinceDays: newSensorsDays }
      : device,
  );
  return { ...tenant, devices };
}

function planHead({ id, market, random }: Begun) {
  const old = random.integer(100, 999);
  return {
    ...planPlace(id, market, random)(),
    worksOldNumber: `${market.country}/${old}/${random.integer(2, 12)}`,
  };
}

/** Every category; read by the hour in the first flats, for a year of hours takes its time. */
function planEverything(begun: Begun, faults: boolean): PlannedProperty {
  const { id, random } = begun;
  const flat: readonly FlatDevice[] = [
    ...usualFlat,
    ['TEMPERATURE_LOGGER', '1'],
    ['HUMIDITY', '1'],
    ['CO2', '1'],
    ['ELECTRICITY', ''],
    ['SMOKE_DETECTOR', '1'],
  ];
  const shared = ['ENERGY', 'GAS', 'OIL', 'VOLUMETER', 'HOT_AND_COLD_WATER'] as const;
  const ofBuilding = (serial: string, category: PlannedDevice['category'], isMain: boolean) => ({
    ...planDevice(`${id}${serial}`, category, '', isMain, random, isMain),
    scale: flatsOfEverything / flatsOfMainMeter,
  });
  return {
    ...planHead(begun),
    tenants: Array.from({ length: flatsOfEverything }, (_, at) => {
      const tenant = planFlat({ ...begun, flat: at, isHourly: at < flatsByTheHour }, flat);
      return faults && at >= flatsByTheHour ? addSensors(tenant, at) : tenant;
    }),
    mainMeters: [
      ofBuilding('00', 'COLD_WATER_METER', true),
      ...shared.map((category, at) => ofBuilding(`0${at + 1}`, category, false)),
    ],
  };
}
