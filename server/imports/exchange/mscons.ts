import { type Said, said } from '../../said.ts';
import { ImportRefused } from '../importRefused.ts';
import type { Line } from '../lines.ts';
import { LineFault } from '../values.ts';
import { findSigns, readSegments, type Segment, type Signs } from './edifact.ts';
import {
  type Exchange,
  type ExchangedText,
  exact,
  readingColumns,
  volumeColumns,
} from './exchanged.ts';
import { isTotalOfUse, shortCode } from './obis.ts';

/**
 * MSCONS, by which grid and metering operators deliver figures (UN/EDIFACT D.04B, as the German BDEW
 * and the Swiss VSE use it). Each quantity is a line: with begin and end a volume, with a day of
 * reading what a register showed.
 */
export function openMscons({ head, pieces, encoding }: ExchangedText): Exchange | undefined {
  const signs = findSigns(head);
  if (!signs) return undefined;
  refuseOtherMessages(head, signs);
  const isOfReadings = firstTime(head, signs) === 'reading';
  return {
    format: 'MSCONS',
    columns: isOfReadings ? readingColumns : volumeColumns,
    lines: readLines(readSegments(pieces, encoding, signs), signs, isOfReadings),
  };
}

function refuseOtherMessages(head: string, { element, component }: Signs): void {
  const at = head.indexOf(`UNH${element}`);
  const [, , message = ''] = head.slice(Math.max(0, at), at + 200).split(element);
  const [type, , release] = message.split(component);
  if (at >= 0 && type === 'MSCONS' && release === '04B') return;
  const found = at < 0 ? said('words.noMessage') : `${[type, release].filter(Boolean).join(' D.')}`;
  throw new ImportRefused(said('refusals.ediOther', { found }));
}

/** DTM qualifiers: an interval's begin and end; the day of a reading, or the instant that it is for. */
const begins = '163';
const ends = '164';
const reads: readonly string[] = ['9', '7'];

/** Whether the first quantity tells of an interval or what a register shows. */
function firstTime(head: string, { element, component }: Signs): 'interval' | 'reading' {
  const behind = head.slice(Math.max(0, head.indexOf(`QTY${element}`)));
  const at = (qualifier: string) => behind.indexOf(`DTM${element}${qualifier}${component}`);
  const reading = Math.min(...reads.map(at).filter((place) => place >= 0), Infinity);
  const interval = at(begins);
  return reading < (interval < 0 ? Infinity : interval) ? 'reading' : 'interval';
}

/** The qualifiers of QTY whose figures are taken, with the portal's mark: 0 measured, 2 estimated. */
const qualities: ReadonlyMap<string, string> = new Map([
  ['220', '0'],
  ['79', '0'],
  ['67', '2'],
  ['Z18', '2'],
]);
const untaken: ReadonlyMap<string, Said> = new Map([
  ['20', said('faults.notUsable')],
  ['187', said('faults.isForecast')],
  ['201', said('faults.isProposal')],
]);

interface Quantity {
  readonly segment: Segment;
  readonly times: Segment[];
}

/** What the segments before a quantity say of it. */
interface Place {
  /** The message takes an earlier one back. */
  readonly isCancelling: boolean;
  /** The metering or market location. */
  readonly point?: string | undefined;
  readonly meter?: string | undefined;
  readonly obis?: string | undefined;
}

async function* readLines(
  segments: AsyncIterable<Segment>,
  signs: Signs,
  isOfReadings: boolean,
): AsyncGenerator<Line> {
  let place: Place = { isCancelling: false };
  let open: Quantity | undefined;
  for await (const segment of segments) {
    const { tag } = segment;
    if (open && tag === 'DTM') open.times.push(segment);
    else if (open && tag !== 'STS') {
      yield toLine(open, place, { signs, isOfReadings });
      open = undefined;
    }
    if (tag === 'QTY') open = { segment, times: [] };
    else place = placeBehind(segment, place);
  }
  if (open) yield toLine(open, place, { signs, isOfReadings });
}

function placeBehind({ tag, elements }: Segment, place: Place): Place {
  const [[qualifier, text] = [], [named] = [], [third] = []] = elements;
  if (tag === 'UNH') return { isCancelling: false };
  if (tag === 'BGM') return { isCancelling: third === '1' };
  if (tag === 'LOC' && qualifier === '172')
    return { ...place, point: named, meter: undefined, obis: undefined };
  if (tag === 'RFF' && qualifier === 'MG') return { ...place, meter: text };
  if (tag === 'LIN') return { ...place, obis: undefined };
  if (tag === 'PIA') return { ...place, obis: named };
  return place;
}

function toLine(
  { segment, times }: Quantity,
  { isCancelling, point, meter, obis }: Place,
  { signs, isOfReadings }: { signs: Signs; isOfReadings: boolean },
): Line {
  const [[qualifier = '', value = '', unit = ''] = []] = segment.elements;
  const quality = qualities.get(qualifier);
  const named = unit || (obis?.startsWith('1-') ? 'kWh' : '');
  const serial = meter || point || '';
  const read = readTimes(times, isOfReadings);
  const cells: Record<string, string> = {
    serial: !obis || isTotalOfUse(obis) ? serial : `${serial}/${shortCode(obis)}`,
    value: value.replace(signs.decimal, '.'),
    ...(named ? { unit: named } : {}),
    ...(quality ? { quality } : {}),
    ...('cells' in read ? read.cells : {}),
  };
  const content = [segment, ...times].map(({ text }) => text).join(signs.terminator);
  const fault = isCancelling
    ? new LineFault('REFUSED', said('faults.takenBack'))
    : (faultOf(qualifier) ?? ('fault' in read ? read.fault : undefined));
  return { number: segment.number, cells, content, fault, exact };
}

function faultOf(qualifier: string): LineFault | undefined {
  if (qualities.has(qualifier)) return undefined;
  const why = untaken.get(qualifier) ?? said('faults.unknownMark', { mark: qualifier });
  return new LineFault('BAD_QUALITY', why);
}

function readTimes(
  times: readonly Segment[],
  isOfReadings: boolean,
): { readonly cells: Record<string, string> } | { readonly fault: LineFault } {
  const said = new Map(times.map(({ elements: [[key = '', text = ''] = []] }) => [key, text]));
  const at = reads.flatMap((key) => said.get(key) ?? [])[0];
  const [from, until] = [said.get(begins), said.get(ends)];
  if (isOfReadings && at) return { cells: { at: toInstant(at) } };
  if (!isOfReadings && from && until) {
    return { cells: { from: toInstant(from), until: toInstant(until) } };
  }
  return { fault: noTime(isOfReadings, at !== undefined || from !== undefined) };
}

function noTime(isOfReadings: boolean, isOfOtherKind: boolean): LineFault {
  if (!isOfOtherKind) return new LineFault('MISSING_VALUE', said('faults.noTime'));
  return new LineFault(
    'MISSING_VALUE',
    isOfReadings ? said('faults.noDayOfReading') : said('faults.noBeginAndEnd'),
  );
}

/** CCYYMMDD, with HHMM or HHMMSS and with an offset or not, as the portal writes times. */
function toInstant(text: string): string {
  const [, year, month, day, hours, minutes, seconds = '00', offset = ''] =
    /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?([+-]\d\d(?:\d\d)?)?)?$/.exec(text) ?? [];
  // Refused in words by who reads times.
  if (!year) return text;
  if (!hours) return `${year}-${month}-${day}`;
  return `${year}-${month}-${day}T${hours}:${minutes}:${seconds}${offset.length === 3 ? `${offset}:00` : offset}`;
}
