import { minuteMs } from '../../../schemas/time.ts';
import { said } from '../../said.ts';
import type { Line } from '../lines.ts';
import { splitLines } from '../textLines.ts';
import { LineFault } from '../values.ts';
import { type Exchange, type ExchangedText, exact, readingColumns } from './exchanged.ts';

/**
 * Telegrams of a meter's P1 port (DSMR 2.2 to 5, and the Belgian eMUCS): the meter of electricity and
 * the meters of gas, heat and water that it passes on, each a device by its own serial number.
 */
export function openP1({ head, pieces, encoding, newline }: ExchangedText): Exchange | undefined {
  if (!/^[\s\ufeff]*\/[A-Za-z]{3}/.test(head) || !/^\s*\d-\d+:\d+\.\d+\.\d+\(/m.test(head)) {
    return undefined;
  }
  return {
    format: 'DSMR P1',
    columns: readingColumns,
    lines: readLines(splitLines(pieces, { encoding, newline })),
  };
}

interface Telegram {
  /** Of its first line in the file. */
  readonly number: number;
  readonly lines: readonly string[];
  /** Behind the `!` that ends it; undefined if nothing does. */
  readonly checksum: string | undefined;
}

/** More than any meter sends; what goes on is no telegram. */
const maxLines = 200;

async function* readTelegrams(lines: ReturnType<typeof splitLines>): AsyncGenerator<Telegram> {
  let number = 0;
  let open: string[] = [];
  for await (const line of lines) {
    const text = line.text.trim();
    if (text.startsWith('/') || open.length >= maxLines) {
      if (open.length > 0) yield { number, lines: open, checksum: undefined };
      open = [];
    }
    if (text.startsWith('/')) number = line.number;
    else if (open.length === 0) continue;
    if (text.startsWith('!')) {
      yield { number, lines: open, checksum: text.slice(1) };
      open = [];
    } else open.push(text);
  }
  if (open.length > 0) yield { number, lines: open, checksum: undefined };
}

/** Meters send every second or ten: of each meter's the first in a quarter of an hour counts. */
const quarterMs = 15 * minuteMs;

async function* readLines(lines: ReturnType<typeof splitLines>): AsyncGenerator<Line> {
  const quarters = new Map<string, number>();
  for await (const telegram of readTelegrams(lines)) {
    const fault = faultOf(telegram);
    if (fault) {
      yield { number: telegram.number, cells: {}, content: telegram.lines.join('\n'), fault };
      continue;
    }
    for (const { content, ...reading } of readingsOf(telegram.lines)) {
      const cells: Record<string, string> = reading;
      const about = { number: telegram.number, cells, content, exact };
      if (!reading.at) {
        yield { ...about, fault: noTime };
        continue;
      }
      const at = Math.floor(Date.parse(reading.at) / quarterMs);
      if (quarters.get(reading.serial) === at) continue;
      quarters.set(reading.serial, at);
      yield about;
    }
  }
}

const noTime = new LineFault('MISSING_VALUE', said('faults.p1NoTime'));

/** A telegram that isn't whole may have lost a digit. */
function faultOf({ lines, checksum }: Telegram): LineFault | undefined {
  if (checksum === undefined) return new LineFault('BAD_TELEGRAM', said('faults.p1NoEnd'));
  // Older meters send none.
  if (!/^[0-9a-f]{4}$/i.test(checksum)) return undefined;
  const sum = crc16(Buffer.from(`${lines.join('\r\n')}\r\n!`, 'latin1'));
  if (sum === Number.parseInt(checksum, 16)) return undefined;
  return new LineFault('BAD_TELEGRAM', said('faults.p1Checksum'));
}

/** CRC-16/ARC, over all from the `/` to the `!` (DSMR 5.0.2, 6.2). */
function crc16(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >> 1) ^ 0xa001 : sum >> 1;
  }
  return sum;
}

interface P1Reading {
  readonly serial: string;
  /** Left out where the telegram has no time. */
  readonly at?: string;
  readonly value: string;
  readonly unit?: string;
  readonly content: string;
}

function readingsOf(lines: readonly string[]): P1Reading[] {
  const objects = new Map<string, { readonly values: readonly string[]; readonly text: string }>();
  let last = '';
  for (const text of lines) {
    const [, code = last, values = ''] = /^(\d-\d+:[\d.]+)?((?:\([^)]*\)?)+)$/.exec(text) ?? [];
    if (values === '') continue;
    // The gas reading of the oldest meters stands in a line of its own below its code.
    const known = code === last ? objects.get(code) : undefined;
    const own = [...values.matchAll(/\(([^)]*)\)?/g)].map(([, value = '']) => value);
    objects.set(code, {
      values: [...(known?.values ?? []), ...own],
      text: known ? `${known.text}\n${text}` : text,
    });
    last = code;
  }
  const channels = [1, 2, 3, 4].map((channel) => passedOn(objects, channel));
  return [ownReading(objects), ...channels].flatMap((reading) => reading ?? []);
}

type Objects = ReadonlyMap<string, { readonly values: readonly string[]; readonly text: string }>;

/** Meters send three decimals. */
const maxPlaces = 6;

/** What the meter itself counts as used: in all, or the sum of its tariffs. */
function ownReading(objects: Objects): P1Reading | undefined {
  const serial = toSerial(objects.get('0-0:96.1.1') ?? objects.get('0-0:42.0.0'));
  const total = objects.get('1-0:1.8.0');
  const registers = total
    ? [total]
    : [1, 2, 3, 4].flatMap((tariff) => objects.get(`1-0:1.8.${tariff}`) ?? []);
  if (!serial || registers.length === 0) return undefined;
  return {
    serial,
    ...timed(objects.get('0-0:1.0.0')?.values[0]),
    ...addUp(registers.map(({ values }) => figureOf(values[0] ?? ''))),
    content: registers.map(({ text }) => text).join('\n'),
  };
}

/** The sum of a meter's tariffs. */
function addUp(figures: readonly Figure[]): Figure {
  const [first] = figures as readonly [Figure];
  if (figures.length === 1) return first;
  const places = Math.max(...figures.map(({ value }) => value.split('.')[1]?.length ?? 0));
  if (places > maxPlaces) return { ...first, value: '' };
  // Whole numbers, which add up exactly.
  const sum = figures.reduce((all, { value }) => all + Math.round(+value * 10 ** places), 0);
  return { ...first, value: (sum / 10 ** places).toFixed(places) };
}

/** The last reading of a meter that this one passes on, with the time of its own. */
function passedOn(objects: Objects, channel: number): P1Reading | undefined {
  const serial = toSerial(objects.get(`0-${channel}:96.1.0`) ?? objects.get(`0-${channel}:96.1.1`));
  const named = ['24.2.1', '24.2.3', '24.3.0'].flatMap(
    (code) => objects.get(`0-${channel}:${code}`) ?? [],
  );
  const [reading] = named;
  if (!serial || !reading) return undefined;
  const { values, text } = reading;
  // The oldest name the unit before the figure: (time)(…)(…)(…)(code)(unit)(figure).
  const unit = values.length > 2 ? (values.at(-2) as string) : undefined;
  return {
    serial,
    ...timed(values[0]),
    ...(unit ? { unit } : {}),
    ...figureOf(values.at(-1) ?? ''),
    content: text,
  };
}

interface Figure {
  readonly value: string;
  readonly unit?: string;
}

/** `012785.123*m3` */
function figureOf(text: string): Figure {
  const [value = '', unit] = text.split('*');
  const plain = value.replace(/^0+(?=\d)/, '');
  return unit ? { value: plain, unit } : { value: plain };
}

/** YYMMDDhhmmss in the time of Central Europe, with S in summer and W in winter. */
function timed(text = ''): { readonly at?: string } {
  const [, year, month, day, hours, minutes, seconds, season] =
    /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)([SW])?$/.exec(text) ?? [];
  if (!year) return {};
  const offset = season ? { S: '+02:00', W: '+01:00' }[season] : '';
  return { at: `20${year}-${month}-${day}T${hours}:${minutes}:${seconds}${offset}` };
}

/** Letters and digits, each sent as two hexadecimal ones; or as it is. */
function toSerial(object: { readonly values: readonly string[] } | undefined): string {
  const [text = ''] = object?.values ?? [];
  if (!/^([0-9a-f]{2})+$/i.test(text)) return text;
  const letters = Buffer.from(text, 'hex').toString('latin1');
  return /^[A-Za-z0-9][A-Za-z0-9 ./-]*$/.test(letters) ? letters.trim() : text;
}
