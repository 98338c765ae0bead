import { Temporal } from 'temporal-polyfill';
import type { ImportFault } from '../../schemas/entities/importRun.ts';
import { meteredUnits, type Unit } from '../../schemas/entities/units.ts';
import { dayMs } from '../../schemas/time.ts';
import { startOfLocalDay } from '../metering/buckets.ts';
import { microPlaces } from '../metering/units.ts';
import { type Said, said, sayInEnglish } from '../said.ts';

/** Of such a line nobody keeps more than its beginning. */
export const lineTooLong = said('faults.lineTooLong');

/** A value of a file that can't be taken: which, why, and how to mend it. */
export class LineFault extends Error {
  readonly code: ImportFault;
  /** The message without words of any language; none of what only commands are told. */
  readonly said: Said | undefined;

  constructor(code: ImportFault, words: Said | { readonly onlyCommands: string }) {
    super('onlyCommands' in words ? words.onlyCommands : sayInEnglish(words));
    this.code = code;
    this.said = 'onlyCommands' in words ? undefined : words;
  }
}

/**
 * A number with a decimal point or comma, in micro-units of the device's unit. Exact: digits are
 * counted, not computed with. Only gauges may be below zero.
 */
export function parseValue(
  text: string,
  { unit, given, isGauge }: { unit: Unit; given?: string | undefined; isGauge: boolean },
): number {
  if (given === undefined) {
    const plain = plainMicroUnits(text);
    if (!Number.isNaN(plain)) return plain;
  }
  const [, sign = '', whole = '', part = ''] = /^([-+]?)(\d{1,12})(?:[.,](\d*))?$/.exec(text) ?? [];
  if (!whole) throw new LineFault('BAD_VALUE', said('faults.noNumber', { text }));
  if (sign === '-' && !isGauge) {
    throw new LineFault('NEGATIVE', said('faults.negative', { text }));
  }
  const { spellings } = meteredUnits[unit];
  const [numerator, denominator] = findFactor(spellings, given) ?? [0, 1];
  if (numerator === 0) {
    throw new LineFault(
      'WRONG_UNIT',
      said('faults.wrongUnit', { unit, given, units: Object.keys(spellings).join(', ') }),
    );
  }
  const digits = BigInt(whole + part.padEnd(microPlaces, '0'));
  const scale = 10n ** BigInt(Math.max(0, part.length - microPlaces));
  const divisor = scale * BigInt(denominator);
  const micro = (digits * BigInt(numerator) + divisor / 2n) / divisor;
  if (micro > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new LineFault('BAD_VALUE', said('faults.tooLarge', { text }));
  }
  return sign === '-' ? -Number(micro) : Number(micro);
}

/**
 * Of digits alone with at most six decimals, in the device's own unit, which is how nearly every value
 * is written; NaN for all others.
 */
function plainMicroUnits(text: string): number {
  if (text.length > 14) return Number.NaN;
  let [digits, point] = [0, -1];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 48 && code <= 57) digits = digits * 10 + code - 48;
    else if ((code === 46 || code === 44) && point < 0) point = index;
    else return Number.NaN;
  }
  const whole = point < 0 ? text.length : point;
  const decimals = point < 0 ? 0 : text.length - point - 1;
  if (whole === 0 || whole > 12 || decimals > microPlaces) return Number.NaN;
  const micro = digits * 10 ** (microPlaces - decimals);
  return micro <= Number.MAX_SAFE_INTEGER ? micro : Number.NaN;
}

/** Left out, a value is in the device's own unit; a name that an object has anyway is none. */
function findFactor(
  spellings: Readonly<Record<string, readonly [number, number]>>,
  given: string | undefined,
): readonly [number, number] | undefined {
  if (given === undefined) return [1, 1];
  const name = given.toLowerCase();
  return Object.hasOwn(spellings, name) ? spellings[name] : undefined;
}

/** MM-DD of a day of the year, which files write like it, or like 30.04. */
export function parseSetDate(text: string): string {
  const [, month, day] = /^(\d{2})-(\d{2})$/.exec(text) ?? [];
  const [, europeanDay, europeanMonth] = /^(\d{1,2})\.(\d{1,2})\.?$/.exec(text) ?? [];
  const [m = '', d = ''] = [month ?? europeanMonth, day ?? europeanDay];
  const found = `${m.padStart(2, '0')}-${d.padStart(2, '0')}`;
  // A leap year, which has all days.
  if (isDay(`2024-${found}`)) return found;
  throw new LineFault('BAD_DATE', said('faults.noDayOfYear', { text }));
}

const isoLocal = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/;
const european = /^(\d{2})[-./](\d{2})[-./](\d{4})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?$/;

const withOffset = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;

/** Whether a text is a day of the calendar, YYYY-MM-DD. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(text);
  // Of 31 February it makes 3 March.
  return !Number.isNaN(at) && new Date(at).getUTCDate() === Number(text.slice(8));
}

/** Before any meter that is read from afar; each month that holds readings costs a partition. */
const earliest = Date.UTC(1990, 0, 1);

interface InstantOptions {
  /** Times more than a day later are refused, for clocks go wrong. */
  readonly now: Date;
  /** UTC ms of the device's time before. */
  readonly after?: number | undefined;
}

/**
 * UTC ms of a time as files write it: ISO with an offset, or local to the property as YYYY-MM-DD or
 * DD.MM.YYYY, with hours or at midnight. The hour that autumn doubles is the first one, unless
 * `after` shows that the first has passed; the hour that spring leaves out is refused, and so are
 * times before 1990 and those to come.
 */
export function parseInstant(text: string, timeZone: string, options: InstantOptions): number {
  const at = readInstant(text, timeZone, options.after);
  refuseFar(at, text, options.now);
  return at;
}

/** Throws `LineFault` for instants before 1990 and for those to come. */
export function refuseFar(at: number, text: string, now: Date): void {
  if (at < earliest) throw new LineFault('BAD_DATE', said('faults.before1990', { text }));
  if (at > now.getTime() + dayMs) {
    throw new LineFault('BAD_DATE', said('faults.toCome', { text }));
  }
}

/** The same as `parseInstant` without bounds. */
export function readInstant(text: string, timeZone: string, after?: number): number {
  const [first, second] = readInstants(text, timeZone);
  return second !== undefined && after !== undefined && after >= first ? second : first;
}

/** What a time may mean: two instants in the hour that autumn doubles, else one. */
export function readInstants(
  text: string,
  timeZone: string,
): readonly [first: number, ...second: number[]] {
  const plain = plainInstant(text, timeZone);
  if (!Number.isNaN(plain)) return [plain];
  if (withOffset.test(text) && isDay(text.slice(0, 10))) {
    const at = Date.parse(text.replace(' ', 'T'));
    if (!Number.isNaN(at)) return [at];
  }
  const iso = isoLocal.exec(text);
  const other = european.exec(text);
  const [year, month, day] = iso?.slice(1, 4) ?? other?.slice(1, 4).reverse() ?? [];
  const [hour = '0', minute = '0', second = '0'] = (iso ?? other)?.slice(4, 7) ?? [];
  try {
    const local = Temporal.PlainDateTime.from(
      {
        year: Number(year),
        month: Number(month),
        day: Number(day),
        hour: Number(hour),
        minute: Number(minute),
        second: Number(second),
      },
      { overflow: 'reject' },
    );
    return toInstants(local, timeZone, text);
  } catch (error) {
    if (error instanceof LineFault) throw error;
    throw new LineFault('BAD_DATE', said('faults.noDate', { text }));
  }
}

/** `2026-03-29T14:00`, with or without seconds; the `Z` and the thousandths before it count in UTC. */
const isoInstant =
  /^(\d{4}-\d{2}-\d{2})[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{3})Z|(Z))?)?$/;

/** Of how files nearly always write it, on a day of 24 hours; NaN for all others. */
function plainInstant(text: string, timeZone: string): number {
  const found = isoInstant.exec(text);
  if (!found) return Number.NaN;
  const [, day = '', hour, minute, second = 0, thousandths = 0, zulu] = found;
  const isUtc = zulu !== undefined || thousandths !== 0;
  const time = (Number(hour) * 60 + Number(minute)) * 60 + Number(second);
  return plainDay(day, isUtc ? 'UTC' : timeZone) + time * 1000 + Number(thousandths);
}

const plainDays = new Map<string, number>();
const maxPlainDays = 20_000;

/** UTC ms at which a day of 24 hours begins; NaN for one on which clocks change, and for no day. */
function plainDay(day: string, timeZone: string): number {
  const key = `${day} ${timeZone}`;
  const known = plainDays.get(key);
  if (known !== undefined) return known;
  if (plainDays.size >= maxPlainDays) plainDays.clear();
  const begin = isDay(day) ? startOfLocalDay(timeZone, day) : Number.NaN;
  const end = isDay(day) ? startOfLocalDay(timeZone, dayAfter(day)) : Number.NaN;
  const found = end - begin === dayMs ? begin : Number.NaN;
  plainDays.set(key, found);
  return found;
}

function dayAfter(day: string): string {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toString();
}

function toInstants(
  local: Temporal.PlainDateTime,
  timeZone: string,
  text: string,
): readonly [first: number, ...second: number[]] {
  const first = local.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  const second = local.toZonedDateTime(timeZone, { disambiguation: 'later' });
  if (first.epochMilliseconds === second.epochMilliseconds) return [first.epochMilliseconds];
  if (!first.toPlainDateTime().equals(local)) {
    throw new LineFault('BAD_DATE', said('faults.noSuchTime', { text, timeZone }));
  }
  return [first.epochMilliseconds, second.epochMilliseconds];
}
