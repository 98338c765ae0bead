import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { isObject } from '../../../schemas/isObject.ts';
import { withInput, wordsOfIssue } from '../../forms/issueWords.ts';
import { said } from '../../said.ts';
import { ImportRefused } from '../importRefused.ts';
import type { Line } from '../lines.ts';
import { LineFault } from '../values.ts';
import { type Exchange, type ExchangedText, exact, volumeColumns } from './exchanged.ts';

/**
 * The time series of Eloverblik, by which Danish grid operators' figures are fetched: what was used in
 * each interval, by metering point.
 */
export function openEloverblik(given: ExchangedText): Exchange | undefined {
  const { head } = given;
  if (!/^[\s\ufeff]*[[{]/.test(head) || !head.includes('"MyEnergyData_MarketDocument"')) {
    return undefined;
  }
  return { format: 'Eloverblik', columns: volumeColumns, lines: readLines(given) };
}

/** The file is one object, which is known as a whole only. */
const maxMegabytes = 64;

async function readText(pieces: AsyncIterable<Buffer>, encoding: string): Promise<string> {
  const decoder = new TextDecoder(encoding);
  let text = '';
  for await (const piece of pieces) {
    text += decoder.decode(piece, { stream: true });
    if (text.length <= maxMegabytes * 1_000_000) continue;
    throw new ImportRefused(said('refusals.eloverblikSize', { most: maxMegabytes }));
  }
  return text + decoder.decode();
}

const intervalSchema = z.object({ start: z.string(), end: z.string() });
const seriesSchema = z.object({
  mRID: z.string(),
  'measurement_Unit.name': z.string().optional(),
  MarketEvaluationPoint: z.object({ mRID: z.object({ name: z.string() }) }).optional(),
  Period: z.array(
    z.object({
      resolution: z.string(),
      timeInterval: intervalSchema,
      Point: z.array(
        z.object({
          position: z.coerce.number().int().positive(),
          'out_Quantity.quantity': z.coerce.string(),
          'out_Quantity.quality': z.string().optional(),
        }),
      ),
    }),
  ),
});
const documentSchema = z.object({
  MyEnergyData_MarketDocument: z.object({ TimeSeries: z.array(seriesSchema) }),
});
type Series = z.infer<typeof seriesSchema>;
type Period = Series['Period'][number];

async function* readLines({ pieces, encoding, timeZone }: ExchangedText): AsyncGenerator<Line> {
  const documents = parse(await readText(pieces, encoding));
  let number = 0;
  for (const { MyEnergyData_MarketDocument: document } of documents) {
    for (const series of document.TimeSeries) {
      for (const period of series.Period) {
        for (const point of period.Point) {
          yield toLine(++number, series, { period, point, timeZone });
        }
      }
    }
  }
}

/** An answer of its interface, or the documents out of one. */
function parse(text: string): z.infer<typeof documentSchema>[] {
  try {
    const value: unknown = JSON.parse(text);
    const inside = isObject(value) && 'result' in value ? value.result : value;
    return z.array(documentSchema).parse(Array.isArray(inside) ? inside : [inside], withInput);
  } catch (error) {
    const [first] = error instanceof z.ZodError ? error.issues : [];
    if (!first) throw new ImportRefused(said('refusals.eloverblikBroken'));
    const place = first.path.join('.');
    throw new ImportRefused(said('refusals.eloverblikPlace', { place, why: wordsOfIssue(first) }));
  }
}

/** As provided, adjusted, estimated, incomplete. */
const qualities: ReadonlyMap<string, string> = new Map([
  ['A04', '0'],
  ['A01', '0'],
  ['A03', '2'],
  ['A05', '2'],
]);

function toLine(
  number: number,
  series: Series,
  { period, point, timeZone }: { period: Period; point: Period['Point'][number]; timeZone: string },
): Line {
  const mark = point['out_Quantity.quality'] ?? 'A04';
  const quality = qualities.get(mark);
  const span = tryInterval(period, point.position, timeZone);
  const unit = series['measurement_Unit.name'];
  const cells: Record<string, string> = {
    serial: series.MarketEvaluationPoint?.mRID.name || series.mRID,
    ...span,
    value: point['out_Quantity.quantity'],
    ...(unit ? { unit } : {}),
    ...(quality ? { quality } : {}),
  };
  const content = JSON.stringify({ ...span, ...point });
  return { number, cells, content, fault: faultOf(mark, quality, span), exact };
}

function faultOf(
  mark: string,
  quality: string | undefined,
  span: { readonly from?: string },
): LineFault | undefined {
  if (mark === 'A02') return new LineFault('NO_VALUE', said('faults.notAvailable'));
  if (!quality) return new LineFault('BAD_QUALITY', said('faults.unknownMark', { mark }));
  if (span.from) return undefined;
  return new LineFault('BAD_INTERVAL', said('faults.pointOutside'));
}

function tryInterval(
  period: Period,
  position: number,
  timeZone: string,
): ReturnType<typeof intervalOf> {
  try {
    return intervalOf(period, position, timeZone);
  } catch (error) {
    if (error instanceof RangeError) return {};
    throw error;
  }
}

/** Begin and end of the interval at a position, from 1, by the days of a zone; empty if the period is over before. */
function intervalOf(
  { resolution, timeInterval }: Period,
  position: number,
  timeZone: string,
): { from?: string; until?: string } {
  const start = Temporal.Instant.from(timeInterval.start).toZonedDateTimeISO(timeZone);
  // Eloverblik writes a day as PT1D.
  const step = Temporal.Duration.from(resolution.replace(/^PT(\d+[DY])$/, 'P$1'));
  const at = (count: number) =>
    start.add(multiply(step, count)).toInstant().toString({ smallestUnit: 'second' });
  const from = at(position - 1);
  if (Temporal.Instant.compare(from, timeInterval.end) >= 0) return {};
  return { from, until: at(position) };
}

function multiply(duration: Temporal.Duration, count: number): Temporal.Duration {
  const { years, months, days, hours, minutes } = duration;
  return Temporal.Duration.from({
    years: years * count,
    months: months * count,
    days: days * count,
    hours: hours * count,
    minutes: minutes * count,
  });
}
