import type { Graph } from '../../../schemas/entities/consumption.ts';
import { type GraphValue, toPoints } from './graphPoints.ts';

/** What the graph shows, as a file for spreadsheets: semicolons, a decimal point, ISO instants. */
export function toCsv(graph: Graph): string {
  const hasCompare = graph.series.some(({ role }) => role === 'COMPARE');
  const head = ['start', `value [${graph.unit}]`, 'status'];
  const compareHead = ['compare start', `compare value [${graph.unit}]`, 'compare status'];
  const lines = toPoints(graph).map(({ current, compare }) =>
    [...cells(current), ...(hasCompare ? cells(compare) : [])].join(';'),
  );
  return [[...head, ...(hasCompare ? compareHead : [])].join(';'), ...lines, ''].join('\r\n');
}

function cells(value: GraphValue | undefined): string[] {
  return value
    ? [value.start, value.value === null ? '' : String(value.value), value.status]
    : ['', '', ''];
}

/** A CSV text as a file. */
export function csvFile(text: string): Blob {
  // The mark tells Excel that it is UTF-8.
  return new Blob(['\ufeff', text], { type: 'text/csv' });
}
