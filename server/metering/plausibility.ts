import type { DeviceCategory } from '../../schemas/entities/device.ts';
import { hourMs } from '../../schemas/time.ts';
import type { Reading } from './registers.ts';
import { micro } from './units.ts';

/**
 * Whether a register can have risen so fast (docs/metering.md, «Plausible rises»). A device's own
 * history is kept as a histogram of its flows, which readings enter and leave in any order.
 */

/** Documented defaults. */
export const plausibilityDefaults = {
  /**
   * A rise is in doubt above so many times the usual top of the device's flows, … A year of real
   * households stays below 11 times (tests/server/metering/realRises.test.ts).
   */
  timesUsual: 18,
  /** … which is the flow that this share of them stays below. Hours without use don't count. */
  usualShare: 0.95,
  /** With fewer flows than these the nominal flow of the category counts. */
  fewestFlows: 30,
} as const;

/** Bins for each doubling: a bin is a fifth wide. */
const binsPerOctave = 4;

/**
 * The overload flow Q4 of the largest usual meter, in the device's unit per hour: [of a tenant, of the
 * building]. Water: Q4 = 1.25 Q3 (EN ISO 4064-1), Q3 4 and 100 m³/h. Gas: G4 and G160 (EN 1359).
 * Energy and electricity: the connected load of a flat and of a large building, in kW.
 */
const nominalFlows: Readonly<Partial<Record<DeviceCategory, readonly [number, number]>>> = {
  COLD_WATER_METER: [5, 125],
  HOT_WATER_METER: [5, 125],
  HOT_AND_COLD_WATER: [5, 125],
  VOLUMETER: [5, 125],
  HCA: [100, 1000],
  ENERGY: [50, 5000],
  ELECTRICITY: [50, 5000],
  GAS: [6, 250],
  OIL: [0.1, 2],
};

/** How often flows of each bin were seen; empty at first. */
export type Flows = readonly number[];

/**
 * Micro-units per hour between two readings, as if the rise had taken the usual interval at least:
 * what a moment's reading shows tells nothing of a flow.
 */
export function flowBetween(previous: Reading, reading: Reading, usual: number): number {
  const gap = Math.max(reading.at - previous.at, usual);
  return ((reading.value - previous.value) * hourMs) / gap;
}

/** Adds the flows of readings in order of time, times a sign: −1 takes them away again. */
export function countFlows(
  flows: number[],
  readings: readonly Reading[],
  usual: number,
  sign: 1 | -1,
): void {
  for (let index = 1; index < readings.length; index++) {
    const flow = flowBetween(readings[index - 1] as Reading, readings[index] as Reading, usual);
    if (flow < 1) continue;
    const bin = binOf(flow);
    while (flows.length <= bin) flows.push(0);
    flows[bin] = (flows[bin] ?? 0) + sign;
  }
  while (flows.at(-1) === 0) flows.pop();
}

/**
 * The flow above which a rise is in doubt, in micro-units per hour; infinite when nothing is known of
 * the category.
 */
export function maxFlow(place: MeterPlace, flows: Flows): number {
  const count = flows.reduce((sum, one) => sum + one, 0);
  if (count < plausibilityDefaults.fewestFlows) {
    return overloadFlow(place);
  }
  // Without one, for the rise that is judged is among them.
  const usual = plausibilityDefaults.usualShare * (count - 1);
  let below = 0;
  const bin = flows.findIndex((one) => {
    below += one;
    return below >= usual;
  });
  return plausibilityDefaults.timesUsual * lowestOf(bin);
}

/** What no meter there can count, in micro-units per hour; infinite where the category has none. */
export function overloadFlow({ category, tenantId, isMain }: MeterPlace): number {
  const [ofTenant, ofBuilding] = nominalFlows[category] ?? [Infinity, Infinity];
  return (tenantId === null || isMain ? ofBuilding : ofTenant) * micro;
}

export interface MeterPlace {
  readonly category: DeviceCategory;
  readonly tenantId: number | null;
  readonly isMain: boolean;
}

/** Whether a flow was seen that one limit doubts and the other doesn't. */
export function isJudgedAnew(flows: Flows, before: number, now: number): boolean {
  if (before === now) return false;
  const [low, high] = [Math.min(before, now), Math.max(before, now)];
  return flows.some((one, bin) => one > 0 && lowestOf(bin + 1) > low && lowestOf(bin) <= high);
}

function binOf(flow: number): number {
  return Math.floor(Math.log2(flow) * binsPerOctave);
}

function lowestOf(bin: number): number {
  return 2 ** (bin / binsPerOctave);
}
