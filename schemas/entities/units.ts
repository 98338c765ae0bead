/**
 * What is known of units, said once for the server, imports and the renderer. Without zod, which the
 * first load of the portal does without.
 */

export interface UnitFacts {
  /** Places shown after the point: the same for all of a column, so that its digits line up. */
  readonly decimals: number;
  /** The text that names it; null: it is its own symbol. */
  readonly text: string | null;
}

export interface MeteredUnitFacts extends UnitFacts {
  /**
   * How files write units that fit a device which counts in this one, in lower case: so much of this
   * unit one of them is, as a fraction of whole numbers.
   */
  readonly spellings: Readonly<Record<string, readonly [number, number]>>;
}

/** What devices count in. */
const metered = {
  'm³': { decimals: 2, text: null, spellings: { 'm³': [1, 1], m3: [1, 1], l: [1, 1000] } },
  kWh: {
    decimals: 1,
    text: null,
    spellings: { kwh: [1, 1], mwh: [1000, 1], wh: [1, 1000], gj: [2500, 9], mj: [5, 18] },
  },
  HCA: { decimals: 1, text: 'ui:units.HCA', spellings: { hca: [1, 1], units: [1, 1] } },
  '°C': { decimals: 1, text: null, spellings: { '°c': [1, 1], c: [1, 1] } },
  '%RH': { decimals: 1, text: null, spellings: { '%rh': [1, 1], '%': [1, 1], rh: [1, 1] } },
  ppm: { decimals: 0, text: null, spellings: { ppm: [1, 1] } },
  count: { decimals: 0, text: 'ui:units.count', spellings: { count: [1, 1] } },
} as const satisfies Readonly<Record<string, MeteredUnitFacts>>;

/** What only computed figures have: Kelvin days, and flows and volumes of warnings. */
const computed = {
  l: { decimals: 0, text: null },
  'l/h': { decimals: 1, text: null },
  Kd: { decimals: 1, text: null },
} as const satisfies Readonly<Record<string, UnitFacts>>;

export type Unit = keyof typeof metered;
export const units = Object.keys(metered) as readonly Unit[];
export const meteredUnits: Readonly<Record<Unit, MeteredUnitFacts>> = metered;

const all: Readonly<Record<string, UnitFacts>> = { ...metered, ...computed };

/** The facts of any unit that a screen may show; undefined for names that are none. */
export function findUnit(name: string): UnitFacts | undefined {
  return Object.hasOwn(all, name) ? all[name] : undefined;
}
