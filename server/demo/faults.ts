import { Temporal } from 'temporal-polyfill';
import type { DeviceCategory } from '../../schemas/entities/device.ts';
import { hourMs } from '../../schemas/time.ts';
import { micro } from '../metering/units.ts';
import type { DemoSize, PlannedDevice, PlannedProperty } from './plan.ts';

/**
 * What goes wrong in some of the demo's houses, as readings that show it: warnings are what the
 * detector makes of them. Days count from that of the first load.
 */

/** Something that goes wrong with a device for some time. */
export interface PlannedFault {
  /** On the property's clock: so many days before the first load, and the hour of that day. */
  readonly daysBefore: number;
  readonly hour: number;
  /** How long it lasts; left out: it goes on. */
  readonly hours?: number;
  /**
   * What a register counts in each hour, in its unit: more than its use, or below zero instead of
   * it. A gauge shows the value.
   */
  readonly value: number;
  /** Nobody has heard of the device since the day on which it began. */
  readonly silences?: boolean;
}

/** An error that a device tells. */
export interface PlannedError {
  readonly daysBefore: number;
  readonly error: string;
}

/** The flat's number in its property, from 1 on, the device and what goes wrong with it. */
type FaultRow = readonly [flat: number, category: DeviceCategory, ...faults: PlannedFault[]];

/** From a day on up to now, or for some hours. */
const since = (daysBefore: number, hour: number, value: number): PlannedFault => ({
  daysBefore,
  hour,
  value,
});
const lasting = (daysBefore: number, hour: number, hours: number, value: number): PlannedFault => ({
  daysBefore,
  hour,
  hours,
  value,
});
/**
 * A burst pipe, whose water drowned the meter's radio. It lasts no longer: each hour of it is a rise
 * in doubt, which support is asked about.
 */
const burst = (daysBefore: number, value: number) => ({
  ...lasting(daysBefore, 19, 2, value),
  silences: true,
});

/** Read by the hour, with limits as the portal has them: what goes on, then what is over. */
const ofHourly: readonly FaultRow[] = [
  [2, 'COLD_WATER_METER', since(3, 6, 0.027)],
  [3, 'COLD_WATER_METER', since(2, 3, 0.008), lasting(40, 7, 3, 0.88)],
  [4, 'COLD_WATER_METER', since(4, 0, 0.024), lasting(33, 18, 3, 0.95)],
  [1, 'HOT_WATER_METER', lasting(30, 8, 40, 0.01)],
  [2, 'HOT_WATER_METER', burst(2, 0.9), lasting(21, 10, 50, 0.009)],
  [3, 'HOT_WATER_METER', burst(4, 0.85), lasting(13, 8, 35, 0.028)],
  [4, 'HOT_WATER_METER', lasting(26, 8, 35, 0.031)],
  [1, 'TEMPERATURE_LOGGER', since(2, 4, 10.5)],
  [2, 'TEMPERATURE_LOGGER', since(3, 22, 31.4)],
  [3, 'TEMPERATURE_LOGGER', lasting(24, 1, 20, 9.8)],
  [4, 'TEMPERATURE_LOGGER', lasting(17, 9, 14, 31.2)],
  [1, 'HUMIDITY', since(5, 0, 76)],
  [2, 'HUMIDITY', since(3, 12, 81)],
  [3, 'HUMIDITY', lasting(28, 0, 60, 74)],
  [4, 'HUMIDITY', lasting(18, 0, 40, 77)],
];

/** With everything that is metered, and limits of its administrator's own. */
const ofEverything: readonly FaultRow[] = [
  [1, 'COLD_WATER_METER', lasting(36, 7, 3, 0.9)],
  [2, 'COLD_WATER_METER', lasting(15, 20, 3, 0.8)],
  [1, 'HOT_WATER_METER', burst(3, 0.85)],
  [2, 'HOT_WATER_METER', burst(4, 0.8)],
  [5, 'COLD_WATER_METER', lasting(2, 0, 192, 0.03)],
  [6, 'COLD_WATER_METER', lasting(1, 0, 144, 0.04)],
  [7, 'COLD_WATER_METER', lasting(22, 0, 24, 0.05)],
  [8, 'COLD_WATER_METER', lasting(12, 0, 24, 0.045)],
  [1, 'TEMPERATURE_LOGGER', since(2, 2, 9.4)],
  [2, 'TEMPERATURE_LOGGER', since(4, 18, 32.1)],
  [3, 'TEMPERATURE_LOGGER', lasting(31, 3, 16, 10.2)],
  [4, 'TEMPERATURE_LOGGER', lasting(20, 10, 12, 31.6)],
  [1, 'HUMIDITY', since(4, 6, 83)],
  [2, 'HUMIDITY', since(6, 0, 79)],
  [3, 'HUMIDITY', lasting(33, 0, 48, 78)],
  [4, 'HUMIDITY', lasting(16, 0, 72, 80)],
  [1, 'CO2', since(1, 8, 1650)],
  [2, 'CO2', since(1, 6, 1150)],
  [3, 'CO2', since(2, 7, 1500)],
  [4, 'CO2', since(1, 12, 1200)],
  [5, 'CO2', lasting(20, 9, 6, 1180)],
  [6, 'CO2', lasting(11, 14, 6, 1250)],
  [7, 'CO2', lasting(16, 8, 7, 1700)],
  [8, 'CO2', lasting(9, 8, 6, 1550)],
  // Whole alarms a day: a detector above somebody's stove.
  [3, 'SMOKE_DETECTOR', since(2, 0, 1 / 24)],
  [4, 'SMOKE_DETECTOR', since(1, 0, 2 / 24)],
  [5, 'SMOKE_DETECTOR', lasting(19, 0, 24, 1 / 24)],
  [6, 'SMOKE_DETECTOR', lasting(8, 0, 24, 3 / 24)],
];

/** One meter is mounted the wrong way round for some days, through the other water flows back. */
const ofBackwards: readonly FaultRow[] = [
  [2, 'COLD_WATER_METER', lasting(12, 0, 96, -0.0015)],
  [3, 'COLD_WATER_METER', lasting(14, 0, 24, -0.001), lasting(9, 0, 24, -0.0012)],
];

const faultsOf = { hourly: ofHourly, everything: ofEverything, backwards: ofBackwards };

/** One error for each report of them, and some that tell of what else is wrong. */
const errorsOfFlats: readonly (readonly PlannedError[])[] = [
  [{ daysBefore: 3, error: 'LOW_BATTERY' }],
  [{ daysBefore: 6, error: 'BACKFLOW' }],
  [{ daysBefore: 9, error: 'TAMPER' }],
  [
    { daysBefore: 2, error: 'PERMANENT_ERROR' },
    { daysBefore: 1, error: 'PERMANENT_ERROR' },
  ],
];

const waters: ReadonlySet<DeviceCategory> = new Set(['COLD_WATER_METER', 'HOT_WATER_METER']);

/** The property with the faults of a table, which its main meters count as well. */
export function breakProperty(
  property: PlannedProperty,
  kind: keyof typeof faultsOf,
  { until }: Pick<DemoSize, 'until'>,
): PlannedProperty {
  const rows = faultsOf[kind];
  const find = (flat: number, { category }: PlannedDevice) =>
    rows.find((row) => row[0] === flat + 1 && row[1] === category)?.slice(2) as
      | PlannedFault[]
      | undefined;
  const throughMain = rows
    .filter(([, category]) => waters.has(category))
    .flatMap(([, , ...faults]) => faults);
  return {
    ...property,
    mainMeters: property.mainMeters.map((device) =>
      device.isMain ? { ...device, faults: throughMain } : device,
    ),
    tenants: property.tenants.map((tenant, flat) => ({
      ...tenant,
      devices: tenant.devices.map((device) => breakDevice(device, find(flat, device), until)),
    })),
  };
}

/** Nothing else befalls it by chance, which might hide the fault. */
function breakDevice(
  device: PlannedDevice,
  faults: readonly PlannedFault[] | undefined,
  until: string,
): PlannedDevice {
  if (!faults) return device;
  const nothing = { isEmptyFlat: false, hasExchange: false, rollsOver: false, hasGap: false };
  const events = { ...device.events, ...nothing };
  const silencing = faults.find(({ silences }) => silences);
  if (!silencing) return { ...device, events, faults };
  const first = Temporal.PlainDate.from(until).subtract({ days: silencing.daysBefore - 1 });
  return { ...device, events, faults, unreadDays: { first: first.toString(), last: '9999-12-31' } };
}

/** The property with an error for each report of errors, one in each of its first flats. */
export function addErrors(property: PlannedProperty): PlannedProperty {
  return {
    ...property,
    tenants: property.tenants.map((tenant, flat) => ({
      ...tenant,
      devices: tenant.devices.map((device, at) =>
        at === 0 && errorsOfFlats[flat] ? { ...device, errors: errorsOfFlats[flat] } : device,
      ),
    })),
  };
}

/** A fault's time in UTC ms. */
export interface TimedFault {
  readonly begin: number;
  readonly end: number;
  /** As of the planned one. */
  readonly value: number;
}

/** `startOf` tells when a local day begins that is so many days before the first load. */
export function timeFaults(
  faults: readonly PlannedFault[],
  startOf: (daysBefore: number) => number,
): TimedFault[] {
  return faults.map(({ daysBefore, hour, hours = Infinity, value }) => {
    const begin = startOf(daysBefore) + hour * hourMs;
    return { begin, end: begin + hours * hourMs, value };
  });
}

/** What a register counts in a time whose usual `use` is known; both in micro-units. */
export function countFaults(
  faults: readonly TimedFault[],
  { from, length }: { readonly from: number; readonly length: number },
  use: number,
): number {
  let counted = use;
  for (const { begin, end, value } of faults) {
    const hours = (Math.min(from + length, end) - Math.max(from, begin)) / hourMs;
    if (hours <= 0) continue;
    counted = (value < 0 ? 0 : counted) + value * hours * micro;
  }
  return counted;
}
