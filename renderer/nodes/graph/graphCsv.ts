import type { Graph } from '../../../schemas/entities/consumption.ts';
import {
  columnSeparators,
  fileLanguageOf,
  withDayIn,
} from '../../../schemas/entities/fileLanguage.ts';
import { formatDateTime } from '../../core/format.ts';
import { localDay } from './graphDates.ts';
import { type GraphValue, type Overlay, toPoints } from './graphPoints.ts';

/**
 * What the graph shows, as a file that spreadsheets of the language read: local days, and hours, of
 * which a night of autumn has one twice.
 */
export function toCsv(graph: Graph, overlays: readonly Overlay[], locale: string): string {
  const { mark, separator, dateFormat } = fileLanguageOf(locale);
  const writeNumber = (value: number | null | undefined) =>
    value === null || value === undefined ? '' : String(value).replace('.', mark);
  const writeStart = (start: string) => {
    const day = withDayIn(dateFormat, localDay(start, graph.timeZone));
    const time = formatDateTime(start, graph.timeZone).slice('DD.MM.YYYY'.length);
    return graph.timeframe === 'HOURLY' ? day + time : day;
  };
  const cells = (value: GraphValue | undefined): string[] => {
    if (!value) return ['', '', '', '', ''];
    const { interpolated, unknown } = value.coverage ?? {};
    const figures = [interpolated, unknown].map(writeNumber);
    return [writeStart(value.start), writeNumber(value.value), value.status, ...figures];
  };
  const hasCompare = graph.series.some(({ role }) => role === 'COMPARE');
  const shares = ['interpolated share', 'unknown share'];
  const head = ['start', `value [${graph.unit}]`, 'status', ...shares];
  const compareHead = head.map((name) => `compare ${name}`);
  const overlayHead = overlays.map(
    ({ label, unit }) => `${label.replaceAll(/[;,"\r\n]/g, ' ')} [${unit}]`,
  );
  const lines = toPoints(graph, overlays).map(({ current, compare, overlays: values }) => [
    ...cells(current),
    ...(hasCompare ? cells(compare) : []),
    ...values.map(writeNumber),
  ]);
  const heading = [...head, ...(hasCompare ? compareHead : []), ...overlayHead];
  const written = [heading, ...lines].map((line) => line.join(columnSeparators[separator]));
  return [...written, ''].join('\r\n');
}

/** A CSV text as a file. */
export function csvFile(text: string): Blob {
  // The mark tells Excel that it is UTF-8.
  return new Blob(['\ufeff', text], { type: 'text/csv' });
}
