import { Temporal } from 'temporal-polyfill';
import { dayMs } from '../../schemas/time.ts';
import { flowBetween } from './plausibility.ts';

/** One reading: instant in UTC ms, value in micro-units, quality 0 measured, 1 interpolated, 2 estimated. */
export interface Reading {
  readonly at: number;
  readonly value: number;
  readonly quality: number;
  /** Of a volume, when the interval begins that ends at `at`; UTC ms (volumes.ts). */
  readonly begin?: number;
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
  /** Heat cost allocators count from zero again behind their yearly set date. */
  readonly resetsYearly: boolean;
  /** Its month and day, MM-DD; 31 December when nobody has said. */
  readonly setDate?: string;
  readonly timeZone: string;
  /** Readings of which support has said that the fall before them is water that flowed back. */
  readonly reverseAt?: ReadonlySet<number>;
  /** Readings that support has confirmed, however they look. */
  readonly trustedAt?: ReadonlySet<number>;
  /** The flow above which a rise is in doubt, in micro-units per hour (plausibility.ts). */
  readonly maxFlow?: number;
  /** Milliseconds between two readings. */
  readonly usual?: number;
}

/** Volume from the reading before to this one; null when a drop or a doubt leaves it unknown. */
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

/** Documented defaults (docs/metering.md, «Registers to consumption»). */
export const registerDefaults = {
  /** A roll-over begins above this share of the modulus … */
  rollOverFrom: 0.9,
  /** … and uses less than this share of it. */
  rollOverUse: 0.1,
  /** A fall up to this share of the register, or this much, is water that flowed back. */
  reverseShare: 0.0005,
  reverseMicroUnits: 50_000,
  /** The last day before a yearly reset, … */
  setDate: '12-31',
  /** … which may be seen this many days around the midnight behind it. */
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
 * resets by rule, small falls as reverse volume with their sign. A fall that nothing explains and a
 * rise that no flow explains are returned as questions, and their increments are unknown; where the
 * register goes on as if nothing had been, the reading alone is left out. Readings are in order of
 * time. Whether one is left out depends on the two before it and the one behind it.
 *
 * Increments are differences of rounded products, so they telescope exactly.
 */
export function unwrap(
  readings: readonly Reading[],
  installations: readonly Installation[],
  traits: RegisterTraits,
): { steps: Step[]; drops: RegisterDrop[]; rises: RegisterDrop[] } {
  const steps: Step[] = [];
  const drops: RegisterDrop[] = [];
  const rises: RegisterDrop[] = [];
  const order = [...installations].sort((a, b) => a.from - b.from);
  const strays = findStrays(readings, order, traits);
  let position = -1;
  let previous: Reading | undefined;
  let mounted = wholeLife;
  for (const [index, reading] of readings.entries()) {
    const before = mounted;
    const stray = strays.get(index);
    if (stray) {
      const question = betweenReadings(readings[index - 1] as Reading, reading);
      (stray === 'high' ? rises : drops).push(question);
      continue;
    }
    while ((order[position + 1]?.from ?? Infinity) <= reading.at) position++;
    mounted = order[position] ?? wholeLife;
    const step = previous && stepTo(previous, reading, before, mounted, traits);
    if (previous && step?.doubt) {
      (step.doubt === 'high' ? rises : drops).push(betweenReadings(previous, reading));
    }
    const increment = step ? step.increment : 0;
    steps.push({ at: reading.at, increment, quality: reading.quality });
    previous = reading;
  }
  return { steps, drops, rises };
}

function stepTo(
  previous: Reading,
  reading: Reading,
  before: Installation,
  mounted: Installation,
  traits: RegisterTraits,
): { increment: number | null; doubt: 'high' | 'low' | undefined } {
  const isSame = before === mounted;
  if (isSame && isDoubtful(previous, reading, traits)) return { increment: null, doubt: 'high' };
  const increment = isSame
    ? within(previous, reading, mounted, traits)
    : acrossExchange(previous, reading, before, mounted);
  return { increment, doubt: increment === null ? 'low' : undefined };
}

/**
 * Readings that the register passes by: a rise in doubt or a fall without a reason, behind which it
 * goes on from where it was. Two beside each other are none.
 */
function findStrays(
  readings: readonly Reading[],
  installations: readonly Installation[],
  traits: RegisterTraits,
): Map<number, 'high' | 'low'> {
  const strays = new Map<number, 'high' | 'low'>();
  let wasOdd = false;
  for (let index = 1; index + 1 < readings.length; index++) {
    const odd = oddityOf(readings, index, installations, traits);
    if (odd && !wasOdd) strays.set(index, odd);
    wasOdd = odd !== undefined;
  }
  return strays;
}

function oddityOf(
  readings: readonly Reading[],
  index: number,
  installations: readonly Installation[],
  traits: RegisterTraits,
): 'high' | 'low' | undefined {
  const [before, reading, after] = readings.slice(index - 1, index + 2) as [
    Reading,
    Reading,
    Reading,
  ];
  // Nearly all readings end here.
  const isHigh = isDoubtful(before, reading, traits);
  if (!isHigh && reading.value >= before.value) return undefined;
  if (after.value < before.value || isDoubtful(before, after, traits)) return undefined;
  const mounted = mountedAt(installations, before.at);
  if (mounted !== mountedAt(installations, after.at)) return undefined;
  if (isHigh) return 'high';
  return within(before, reading, mounted, traits) === null ? 'low' : undefined;
}

function mountedAt(installations: readonly Installation[], at: number): Installation {
  return installations.findLast(({ from }) => from <= at) ?? wholeLife;
}

function isDoubtful(
  previous: Reading,
  reading: Reading,
  { maxFlow = Infinity, usual = 0, trustedAt }: RegisterTraits,
): boolean {
  return flowBetween(previous, reading, usual) > maxFlow && !trustedAt?.has(reading.at);
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
  if (traits.resetsYearly && crossesSetDate(previous.at, reading.at, traits)) return now;
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

function crossesSetDate(
  from: number,
  until: number,
  { timeZone, setDate = registerDefaults.setDate }: RegisterTraits,
): boolean {
  const slack = registerDefaults.resetDays * dayMs;
  const [first, last] = [from - slack, until + slack];
  const yearOf = (at: number) =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).year;
  const [month, day] = setDate.split('-').map(Number) as [number, number];
  // From the year before: what is set on 31 December begins anew in the next.
  for (let year = yearOf(first) - 1; year <= yearOf(last); year++) {
    // Of 29 February it is the 28th where there is none.
    const begun = Temporal.PlainDate.from({ year, month, day }).add({ days: 1 });
    const reset = begun.toZonedDateTime(timeZone).epochMilliseconds;
    if (reset > first && reset <= last) return true;
  }
  return false;
}
