import { said } from '../said.ts';
import type { Line } from './lines.ts';
import { isDay, LineFault } from './values.ts';

/** A cell's text; throws `LineFault` when it is empty. */
export function need(cells: Line['cells'], name: string): string {
  const value = cells[name];
  if (value) return value;
  throw new LineFault('MISSING_VALUE', said('faults.columnEmpty', { column: name }));
}

/** A number with a decimal point or comma; null when the cell is empty. */
export function optionalNumber(cells: Line['cells'], name: string, most = 1e9): number | null {
  const text = cells[name];
  if (!text) return null;
  const value = Number(text.replace(',', '.'));
  if (Number.isFinite(value) && Math.abs(value) <= most) return value;
  throw new LineFault('BAD_NUMBER', said('faults.noNumberUpTo', { column: name, text, most }));
}

/** A local day, YYYY-MM-DD, from 1900 to 2199. */
export function parseDay(cells: Line['cells'], name: string): string {
  const day = need(cells, name);
  if (isDay(day) && day >= '1900' && day < '2200') return day;
  throw new LineFault('BAD_DATE', said('faults.noDay', { column: name, text: day }));
}
