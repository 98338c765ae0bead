import { Temporal } from 'temporal-polyfill';

/** One reading: instant in UTC ms, value in micro-units, quality 0 measured, 1 interpolated, 2 estimated. */
export interface Reading {
  readonly at: number;
  readonly value: number;
  readonly quality: number;
}

export interface Installation {
  readonly from: number;
  readonly until: number | null;
  readonly startIndex: number | null;
  readonly endIndex: number | null;
  readonly factor: number;
  readonly modulus: number | null;
}

export interface RegisterTraits {
  /** Heat cost allocators count from zero again at their yearly set date. */
  readonly resetsYearly: boolean;
  readonly timeZone: string;
  /** Readings of which support has said that the fall before them is water that flowed back. */
  readonly reverseAt?: ReadonlySet<number>;
}

/** Volume from the reading before to this one; null when a drop leaves it unknown. */
export interface Step {
  readonly at: number;
  readonly increment: number | null;
  readonly quality: number;
}

export interface RegisterDrop {
  readonly at: number;
  readonly previousAt: number;
  readonly previousValue: number;
  readonly value: number;
}

/** Documented defaults (METERING.md, «Registers to consumption»). */
export const registerDefaults = {
  /** A roll-over begins above this share of the modulus … */
  rollOverFrom: 0.9,
  /** … and uses less than this share of it. */
  rollOverUse: 0.1,
  /** A fall up to this share of the register, or this much, is water that flowed back. */
  reverseShare: 0.0005,
  reverseMicroUnits: 50_000,
  /** The reset may be seen this many days around 1 January. */
  resetDays: 3,
} as const;

const wholeLife: Installation = {
  from: Number.NEGATIVE_INFINITY,
  until: null,
  startIndex: null,
  endIndex: null,
  factor: 1,
  modulus: null,
};

/**
 * Unwraps a register into increments: exchanges by their recorded indexes, roll-overs and yearly
 * resets by rule, small falls as reverse volume with their sign. A fall that nothing explains is
 * returned as a question, and its increment is unknown. Readings are in order of time.
 *
 * Increments are differences of rounded products, so they telescope exactly.
 */
export function unwrap(
  readings: readonly Reading[],
  installations: readonly Installation[],
  traits: RegisterTraits,
): { steps: Step[]; drops: RegisterDrop[] } {
  const steps: Step[] = [];
  const drops: RegisterDrop[] = [];
  const order = [...installations].sort((a, b) => a.from - b.from);
  let position = -1;
  let previous: Reading | undefined;
  let mounted = wholeLife;
  for (const reading of readings) {
    const before = mounted;
    while (position + 1 < order.length && (order[position + 1]?.from ?? 0) <= reading.at)
      position++;
    mounted = order[position] ?? wholeLife;
    if (previous) {
      const increment =
        before === mounted
          ? within(previous, reading, mounted, traits)
          : acrossExchange(previous, reading, before, mounted);
      if (increment === null) {
        drops.push(betweenReadings(previous, reading));
      }
      steps.push({ at: reading.at, increment, quality: reading.quality });
    } else {
      steps.push({ at: reading.at, increment: 0, quality: reading.quality });
    }
    previous = reading;
  }
  return { steps, drops };
}

/** What lies between two readings, as a question names it. */
export function betweenReadings(previous: Reading, reading: Reading): RegisterDrop {
  const { at, value } = reading;
  return { at, previousAt: previous.at, previousValue: previous.value, value };
}

function within(
  previous: Reading,
  reading: Reading,
  { factor, modulus }: Installation,
  traits: RegisterTraits,
): number | null {
  const before = Math.round(previous.value * factor);
  const now = Math.round(reading.value * factor);
  if (now >= before || traits.reverseAt?.has(reading.at)) return now - before;
  if (modulus !== null && previous.value > registerDefaults.rollOverFrom * modulus) {
    const used = reading.value + modulus - previous.value;
    if (used < registerDefaults.rollOverUse * modulus) {
      return now + Math.round(modulus * factor) - before;
    }
  }
  if (traits.resetsYearly && crossesNewYear(previous.at, reading.at, traits.timeZone)) return now;
  const fall = previous.value - reading.value;
  const isReverse =
    fall <=
    Math.max(registerDefaults.reverseMicroUnits, registerDefaults.reverseShare * previous.value);
  return isReverse ? now - before : null;
}

/** Both ends must be recorded: what the old register still counted, and from where the new one did. */
function acrossExchange(
  previous: Reading,
  reading: Reading,
  before: Installation,
  after: Installation,
): number | null {
  if (after.startIndex === null) return null;
  const begun =
    Math.round(reading.value * after.factor) - Math.round(after.startIndex * after.factor);
  // A register that nothing is known of ended where it was last read.
  const last = before.endIndex ?? previous.value;
  const ended = Math.round(last * before.factor) - Math.round(previous.value * before.factor);
  return begun >= 0 && ended >= 0 ? begun + ended : null;
}

function crossesNewYear(from: number, until: number, timeZone: string): boolean {
  const slack = registerDefaults.resetDays * 86_400_000;
  const yearOf = (at: number) =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).year;
  return yearOf(from - slack) !== yearOf(until + slack);
}
