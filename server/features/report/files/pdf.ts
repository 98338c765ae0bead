import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import type { ReportColumn } from '../reportTable.ts';
import { createDayFormat, createFormat, createReadValue, isNumeric } from './cells.ts';
import type { FileContents } from './fileContents.ts';
import type { SettledStyle } from './fileStyle.ts';
import {
  type Cells,
  choosePaper,
  type FontName,
  fitColumns,
  fontSize,
  footerHeight,
  headingLines,
  type Layout,
  lineHeight,
  linesOf,
  type Measure,
  margin,
  paginate,
  titleHeight,
  wrap,
} from './pdfLayout.ts';
import { drain, drawFrame, drawRows } from './pdfPages.ts';
import { rowLimits, TooManyRows } from './rowLimits.ts';
import { nextTurn } from './slots.ts';
import { cutTo } from './texts.ts';

const fonts: Readonly<Record<FontName, string>> = {
  normal: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf',
  bold: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf',
};
/** Texts beyond this go on in further lines. */
const widestText = 200;
/** Cells that are measured between two turns. */
const cellsInTurn = 1000;

/**
 * A PDF with the title, when it was generated, the headings on each page and the page's number. All
 * rows are kept until they are drawn, for the widths and the number of pages depend on the last
 * one; so there may not be more than `rowLimits` says.
 */
export async function* writePdf(contents: FileContents): AsyncGenerator<Uint8Array> {
  const { columns, style, title, generatedAt } = contents;
  const rows = await collect(contents);
  const doc = new PDFDocument({
    autoFirstPage: false,
    info: { Title: title },
    displayTitle: true,
    // Its cache of words would keep every cell's.
    fontLayoutCache: false,
  });
  for (const [name, file] of Object.entries(fonts)) {
    doc.registerFont(name, await readFile(createRequire(import.meta.url).resolve(file)));
  }
  const headings = style.useHeaders ? columns.map(toHeading) : [];
  const page = await layOut(doc, { columns, rows, headings });
  const pages = page.starts.map((start, index) => rows.slice(start, page.starts[index + 1]));
  for (const [index, pageRows] of pages.entries()) {
    await nextTurn();
    const top = drawFrame(doc, {
      ...page,
      title: toLine(title),
      generatedAt: createDayFormat(style)(generatedAt),
      number: index + 1,
      pages: pages.length,
    });
    yield* drawRows(doc, { ...page, rows: pageRows, top });
  }
  doc.end();
  yield* drain(doc);
}

function toHeading({ heading, maxWidth }: ReportColumn): string {
  return toLine(maxWidth ? cutTo(heading, maxWidth) : heading);
}

/** What can't be seen has no width and no glyph. */
function toLine(text: string): string {
  return text.toWellFormed().replace(/\s+/g, ' ').replace(/\p{C}/gu, '').trim();
}

async function collect({ columns, slices, style }: FileContents): Promise<Cells[]> {
  const write = columns.map((column) => createCell(column, style));
  const rows: Cells[] = [];
  for await (const slice of slices) {
    for (const row of slice) rows.push(write.map((cell, index) => cell(row[index] ?? null)));
    if (rows.length > rowLimits.PDF) throw new TooManyRows('PDF');
  }
  return rows;
}

function createCell(column: ReportColumn, style: SettledStyle) {
  const read = createReadValue(column, style);
  const format = createFormat(column.kind, style);
  const { maxWidth } = column;
  return (cell: Parameters<typeof read>[0]): string => {
    const value = read(cell);
    const written = format(value);
    // For people, with a minus sign; files that programs read keep the hyphen.
    if (typeof value !== 'string') return written.replace('-', '\u2212');
    return toLine(maxWidth ? cutTo(written, maxWidth) : written);
  };
}

async function layOut(
  doc: PDFKit.PDFDocument,
  table: { columns: readonly ReportColumn[]; rows: readonly Cells[]; headings: Cells },
): Promise<Layout> {
  const measure = { normal: createMeasure(doc, 'normal'), bold: createMeasure(doc, 'bold') };
  const natural: { width: number; toTheRight: boolean }[] = table.columns.map(
    ({ kind }, index) => ({
      toTheRight: isNumeric(kind),
      width: Math.min(widestText, measure.bold(table.headings[index] ?? '') * fontSize),
    }),
  );
  for await (const cells of inTurns(table.rows, table.columns.length)) {
    for (const [index, column] of natural.entries()) {
      const width = measure.normal(cells[index] ?? '') * fontSize;
      column.width = Math.max(
        column.width,
        column.toTheRight ? width : Math.min(width, widestText),
      );
    }
  }
  const { size, layout, width, height } = choosePaper(natural);
  doc.options.size = size;
  doc.options.layout = layout;
  doc.options.margin = 0;
  const columns = fitColumns(natural, width - 2 * margin);
  const headings = table.headings.map((text, index) =>
    wrap(text, columns[index]?.width ?? 0, measure.bold),
  );
  const lines: number[] = [];
  for await (const cells of inTurns(table.rows, table.columns.length)) {
    lines.push(linesOf(cells, columns, measure.normal));
  }
  const above = margin + titleHeight + headingLines(headings) * lineHeight;
  const starts = paginate(lines, height - above - margin - footerHeight);
  return { columns, headings, starts, measure };
}

/** Widths of characters, each asked for once; their sum leaves kerning out, which is slight. */
function createMeasure(doc: PDFKit.PDFDocument, font: FontName): Measure {
  const widths = new Map<string, number>();
  return (text) => {
    let total = 0;
    for (const character of text) {
      let width = widths.get(character);
      if (width === undefined) {
        width = doc.font(font).fontSize(1000).widthOfString(character) / 1000;
        widths.set(character, width);
      }
      total += width;
    }
    return total;
  };
}

async function* inTurns(rows: readonly Cells[], columns: number): AsyncGenerator<Cells> {
  let cells = 0;
  for (const row of rows) {
    yield row;
    cells += columns;
    if (cells < cellsInTurn) continue;
    await nextTurn();
    cells = 0;
  }
}
