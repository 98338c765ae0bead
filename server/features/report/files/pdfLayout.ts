import { cutTo, lengthOf } from './texts.ts';

export type FontName = 'normal' | 'bold';

/** Width of a text at font size 1. */
export type Measure = (text: string) => number;

export interface PageColumn {
  readonly width: number;
  readonly toTheRight: boolean;
}

/** A row as it is written. */
export type Cells = readonly string[];

export interface Layout {
  readonly columns: readonly PageColumn[];
  readonly headings: readonly string[][];
  readonly starts: readonly number[];
  readonly measure: Readonly<Record<FontName, Measure>>;
}

/** Points; A4 upright, A4 and A3 lying. */
const papers = [
  { size: 'A4', layout: 'portrait', width: 595, height: 842 },
  { size: 'A4', layout: 'landscape', width: 842, height: 595 },
  { size: 'A3', layout: 'landscape', width: 1191, height: 842 },
] as const;
export const margin = 30;
export const fontSize = 8;
/** Between two columns, and what keeps lines apart. */
export const gap = 8;
export const lineHeight = 11;
/** What the title takes above the table, and the page's number below it. */
export const titleHeight = 24;
export const footerHeight = 20;
const maxLines = 4;
const narrowestText = 40;

/** The first paper that the columns fit on as wide as they would like to be, else the widest. */
export function choosePaper(natural: readonly PageColumn[]): (typeof papers)[number] {
  const needed = sum(natural.map(({ width }) => width + gap));
  return papers.find(({ width }) => needed <= width - 2 * margin) ?? papers[2];
}

/**
 * The columns made to fit into `room`: texts, which may go on in a further line, give way before
 * numbers do.
 */
export function fitColumns(natural: readonly PageColumn[], room: number): readonly PageColumn[] {
  const spare = room - natural.length * gap;
  const widths = natural.map(({ width }) => width);
  const total = sum(widths);
  if (total <= spare) return natural;
  const least = natural.map(({ width, toTheRight }) =>
    toTheRight ? width : Math.min(width, narrowestText),
  );
  const leastTotal = sum(least);
  if (leastTotal >= spare) {
    return natural.map((column, index) => ({
      ...column,
      width: ((least[index] ?? 0) * spare) / leastTotal,
    }));
  }
  const share = (spare - leastTotal) / (total - leastTotal);
  return natural.map((column, index) => {
    const at = least[index] ?? 0;
    return { ...column, width: at + (column.width - at) * share };
  });
}

/** A cell's lines, broken between words where that is possible; what is beyond the last ends in …. */
export function wrap(text: string, width: number, measure: Measure): string[] {
  const room = width / fontSize;
  if (measure(text) <= room) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (measure(longer) <= room) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (measure(line) > room && lines.length < maxLines) {
      const part = cutToWidth(line, room, measure);
      lines.push(part);
      line = line.slice(part.length);
    }
  }
  if (line !== '') lines.push(line);
  if (lines.length <= maxLines) return lines;
  const last = cutToWidth(lines[maxLines - 1] ?? '', room - measure('…'), measure);
  return [...lines.slice(0, maxLines - 1), `${last}…`];
}

/** As much of a text as fits, at least one character. */
export function cutToWidth(text: string, room: number, measure: Measure): string {
  let length = lengthOf(text);
  while (length > 1 && measure(cutTo(text, length)) > room) length--;
  return cutTo(text, Math.max(1, length));
}

/** Which row each page begins with, for rows of so many lines each and so much room on a page. */
export function paginate(lines: readonly number[], room: number): number[] {
  const starts: number[] = [0];
  let used = 0;
  for (const [index, count] of lines.entries()) {
    const height = count * lineHeight;
    if (used + height > room && used > 0) {
      starts.push(index);
      used = 0;
    }
    used += height;
  }
  return starts;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

export function linesOf(cells: Cells, columns: readonly PageColumn[], measure: Measure): number {
  const counts = columns.map(({ width, toTheRight }, index) =>
    toTheRight ? 1 : wrap(cells[index] ?? '', width, measure).length,
  );
  return Math.max(...counts);
}

export function headingLines(headings: readonly string[][]): number {
  return Math.max(0, ...headings.map((lines) => lines.length));
}
