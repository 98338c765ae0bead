import type { Graph } from '../../../schemas/entities/consumption.ts';
import { type GraphValue, type Overlay, toPoints } from './graphPoints.ts';

/** What the graph shows, as a file for spreadsheets: semicolons, a decimal point, ISO instants. */
export function toCsv(graph: Graph, overlays: readonly Overlay[] = []): string {
  const hasCompare = graph.series.some(({ role }) => role === 'COMPARE');
  const shares = ['interpolated share', 'unknown share'];
  const head = ['start', `value [${graph.unit}]`, 'status', ...shares];
  const compareHead = head.map((name) => `compare ${name}`);
  const overlayHead = overlays.map(
    ({ label, unit }) => `${label.replaceAll(/[;"\r\n]/g, ' ')} [${unit}]`,
  );
  const lines = toPoints(graph, overlays).map(({ current, compare, overlays: values }) =>
    [
      ...cells(current),
      ...(hasCompare ? cells(compare) : []),
      ...values.map((value) => value ?? ''),
    ].join(';'),
  );
  const heading = [...head, ...(hasCompare ? compareHead : []), ...overlayHead].join(';');
  return [heading, ...lines, ''].join('\r\n');
}

function cells(value: GraphValue | undefined): string[] {
  if (!value) return ['', '', '', '', ''];
  const { start, value: quantity, status, coverage } = value;
  const shares = coverage ? [coverage.interpolated, coverage.unknown].map(String) : ['', ''];
  return [start, quantity === null ? '' : String(quantity), status, ...shares];
}

/** A CSV text as a file. */
export function csvFile(text: string): Blob {
  // The mark tells Excel that it is UTF-8.
  return new Blob(['\ufeff', text], { type: 'text/csv' });
}
