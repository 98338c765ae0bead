import { withDayIn } from '../../../../schemas/entities/fileLanguage.ts';
import type { ReportCell, ReportCellKind, ReportColumn } from '../reportTable.ts';
import { type FileStyle, precisionOf, type SettledStyle } from './fileStyle.ts';
import { formatNumber, thousandthOf, timesThousand } from './numbers.ts';

/** Cells of this column name what the row's quantities are in. */
const unitColumn = 'unit';
const wholeNumbers = { places: 0, mark: '' };
const localDay = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d)?$/;

/** What is to be written of a cell, quantities multiplied as the style says. */
export function createReadValue(
  { name, kind, keepsScale }: ReportColumn,
  { multiplyBy1000 }: FileStyle,
): (cell: ReportCell) => ReportCell {
  const finite = (cell: ReportCell) =>
    typeof cell === 'number' && !Number.isFinite(cell) ? null : cell;
  if (!multiplyBy1000) return finite;
  if (name === unitColumn) return (cell) => (typeof cell === 'string' ? thousandthOf(cell) : cell);
  if (kind !== 'quantity' || keepsScale) return finite;
  return (cell) => {
    const value = finite(cell);
    return typeof value === 'number' ? timesThousand(value) : value;
  };
}

/** Writes values of a kind as people read them; texts as they are, what isn't known as nothing. */
export function createFormat(
  kind: ReportCellKind,
  style: SettledStyle,
): (value: ReportCell) => string {
  const formatDay = createDayFormat(style);
  const precision = kind === 'integer' ? wholeNumbers : precisionOf(style);
  return (value) => {
    if (value === null) return '';
    if (typeof value === 'number') return formatNumber(value, precision);
    return isDay(kind) && localDay.test(value) ? formatDay(value) : value;
  };
}

/** Days and instants as ReportTable has them, in the style's format. */
export function createDayFormat({ dateFormat }: SettledStyle) {
  return (day: string): string => withDayIn(dateFormat, day.replace('T', ' '));
}

/** Whether a value is written as a text: also what isn't the number or day that its kind says. */
export function isText(kind: ReportCellKind, value: ReportCell): boolean {
  if (typeof value === 'number') return false;
  return !(isDay(kind) && value !== null && localDay.test(value));
}

function isDay(kind: ReportCellKind): boolean {
  return kind === 'date' || kind === 'instant';
}

/** Numbers stand on the right, all else on the left. */
export function isNumeric(kind: ReportCellKind): boolean {
  return kind === 'integer' || kind === 'quantity' || kind === 'percent';
}
