import { dayMs } from '../../../../schemas/time.ts';
import type { ReportCell, ReportColumn, ReportRow } from '../reportTable.ts';
import { createFormat, createReadValue } from './cells.ts';
import type { SettledStyle } from './fileStyle.ts';
import { cutTo, lengthOf } from './texts.ts';
import { cellStyles, toXml } from './xlsxParts.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
/** Characters; wider columns hide the others. */
const widest = 60;
/** Excel's limit for a cell. */
const longestText = 32_767;
/** Days from Excel's day 0 to 1970. Before 1900-03-01 its calendar is wrong. */
const dayOf1970 = 25_569;
const firstRightDay = 61;

/** Everything before the rows: the first line stays in view, columns as wide as the sample needs. */
export function sheetStart(
  columns: readonly ReportColumn[],
  at: { sample: readonly ReportRow[]; style: SettledStyle; headings: boolean; isFirst: boolean },
): string {
  const pane =
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>';
  const widths = columns.map((column, index) => {
    const width = widthOf(
      column,
      at.sample.map((row) => row[index] ?? null),
      at.style,
    );
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
  });
  const view = `<sheetView${at.isFirst ? ' tabSelected="1"' : ''} workbookViewId="0">${at.headings ? pane : ''}</sheetView>`;
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
    `<worksheet xmlns="${main}"><sheetViews>${view}</sheetViews>` +
    `<cols>${widths.join('')}</cols><sheetData>`
  );
}

/** Everything after the rows, of which there are `rows` with the headings. */
export function sheetEnd(columns: number, rows: number, headings: boolean): string {
  const filter = headings ? `<autoFilter ref="A1:${letters(columns - 1)}${rows}"/>` : '';
  return `</sheetData>${filter}</worksheet>`;
}

export function headingRow(columns: readonly ReportColumn[]): string {
  const cells = columns.map(({ heading, maxWidth }, index) =>
    textCell(
      `${letters(index)}1`,
      maxWidth ? cutTo(heading, maxWidth) : heading,
      cellStyles.heading,
    ),
  );
  return `<row r="1">${cells.join('')}</row>`;
}

/** Writes rows in XML: numbers and days as such, everything else as text that is no formula. */
export function createRowXml(columns: readonly ReportColumn[], style: SettledStyle) {
  const cells = columns.map((column, index) => createCell(column, letters(index), style));
  return (row: ReportRow, number: number): string => {
    let xml = `<row r="${number}">`;
    for (let index = 0; index < cells.length; index++) {
      xml += cells[index]?.(row[index] ?? null, number);
    }
    return `${xml}</row>`;
  };
}

function createCell(column: ReportColumn, letter: string, style: SettledStyle) {
  const readValue = createReadValue(column, style);
  const { kind, maxWidth } = column;
  const figure = (place: string, value: number) =>
    `<c r="${place}" s="${cellStyles[kind]}"><v>${value}</v></c>`;
  return (cell: ReportCell, number: number): string => {
    const value = readValue(cell);
    if (value === null) return '';
    const place = letter + number;
    if (typeof value === 'number') return figure(place, value);
    const serial = kind === 'date' || kind === 'instant' ? serialOf(value) : undefined;
    if (serial !== undefined) return figure(place, serial);
    return textCell(place, maxWidth ? cutTo(value, maxWidth) : value, cellStyles.text);
  };
}

function textCell(place: string, text: string, style: number): string {
  const xml = toXml(text.slice(0, longestText));
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xml}</t></is></c>`;
}

/** Days since Excel's day 0, as it counts them, of a day or a local instant. */
function serialOf(value: string): number | undefined {
  const [, day, hour = '0', minute = '0'] =
    /^(\d{4}-\d\d-\d\d)(?:T(\d\d):(\d\d))?$/.exec(value) ?? [];
  const serial = day === undefined ? Number.NaN : Date.parse(day) / dayMs + dayOf1970;
  if (!(serial >= firstRightDay)) return undefined;
  return serial + (Number(hour) * 60 + Number(minute)) / 1440;
}

function widthOf(column: ReportColumn, sample: readonly ReportCell[], style: SettledStyle): number {
  const readValue = createReadValue(column, style);
  const format = createFormat(column.kind, style);
  // The filter's button takes the place of three characters.
  let width = lengthOf(column.heading) + 3;
  for (const cell of sample) width = Math.max(width, lengthOf(format(readValue(cell))));
  return Math.min(width, column.maxWidth ?? widest, widest) + 2;
}

/** A, B, … Z, AA, … of a column that is counted from 0. */
function letters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letters(Math.floor(index / 26) - 1) + last;
}
