import {
  type Cells,
  cutToWidth,
  type FontName,
  fontSize,
  gap,
  headingLines,
  type Layout,
  lineHeight,
  linesOf,
  margin,
  type PageColumn,
  titleHeight,
  wrap,
} from './pdfLayout.ts';
import { nextTurn } from './slots.ts';

const titleSize = 11;
const shade = '#eef1f4';
/** Cells between two turns: texts are what takes time. */
const cellsInTurn = 100;

/** A new page with everything but its rows; answers where those begin. */
export function drawFrame(
  doc: PDFKit.PDFDocument,
  at: Layout & { title: string; generatedAt: string; number: number; pages: number },
): number {
  doc.addPage();
  const { width, height } = doc.page;
  const { normal, bold } = at.measure;
  const dateWidth = normal(at.generatedAt) * fontSize;
  const room = (width - 2 * margin - dateWidth - gap) / titleSize;
  const title =
    bold(at.title) <= room ? at.title : `${cutToWidth(at.title, room - bold('…'), bold)}…`;
  write(doc, title, { x: margin, y: margin, font: 'bold', size: titleSize });
  write(doc, at.generatedAt, { x: width - margin - dateWidth, y: margin + 2, font: 'normal' });
  const number = `${at.number} / ${at.pages}`;
  const numberWidth = normal(number) * fontSize;
  const bottom = height - margin - fontSize;
  write(doc, number, { x: (width - numberWidth) / 2, y: bottom, font: 'normal' });
  const top = margin + titleHeight;
  eachColumn(at.columns, (column, x, index) => {
    for (const [line, text] of (at.headings[index] ?? []).entries()) {
      writeIn(doc, text, { ...at, column, x, y: top + line * lineHeight, font: 'bold' });
    }
  });
  return top + headingLines(at.headings) * lineHeight;
}

export async function* drawRows(
  doc: PDFKit.PDFDocument,
  at: Layout & { rows: readonly Cells[]; top: number },
): AsyncGenerator<Uint8Array> {
  let y = at.top;
  let drawn = 0;
  for (const [index, cells] of at.rows.entries()) {
    const height = linesOf(cells, at.columns, at.measure.normal) * lineHeight;
    if (index % 2 === 0) {
      doc.rect(margin, y - 2, doc.page.width - 2 * margin, height).fill(shade);
      doc.fillColor('black');
    }
    eachColumn(at.columns, (column, x, number) => {
      const text = cells[number] ?? '';
      const lines = column.toTheRight ? [text] : wrap(text, column.width, at.measure.normal);
      for (const [line, part] of lines.entries()) {
        writeIn(doc, part, { ...at, column, x, y: y + line * lineHeight, font: 'normal' });
      }
    });
    y += height;
    drawn += cells.length;
    if (drawn < cellsInTurn) continue;
    drawn = 0;
    yield* drain(doc);
    await nextTurn();
  }
}

function eachColumn(
  columns: readonly PageColumn[],
  draw: (column: PageColumn, x: number, index: number) => void,
): void {
  let x = margin;
  for (const [index, column] of columns.entries()) {
    draw(column, x, index);
    x += column.width + gap;
  }
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly font: FontName;
  readonly size?: number;
}

/** A line of a cell; a number that is wider than its column is written smaller, never cut. */
function writeIn(
  doc: PDFKit.PDFDocument,
  text: string,
  { column, measure, ...place }: Place & Pick<Layout, 'measure'> & { column: PageColumn },
): void {
  const width = measure[place.font](text) * fontSize;
  if (!column.toTheRight) {
    write(doc, text, place);
  } else if (width <= column.width) {
    write(doc, text, { ...place, x: place.x + column.width - width });
  } else {
    write(doc, text, { ...place, size: (fontSize * column.width) / width });
  }
}

/** Says font and size each time: to measure a text changes them, too. */
function write(
  doc: PDFKit.PDFDocument,
  text: string,
  { x, y, font, size = fontSize }: Place,
): void {
  if (text !== '') doc.font(font).fontSize(size).text(text, x, y, { lineBreak: false });
}

/** What the document has made so far. */
export function* drain(doc: PDFKit.PDFDocument): Generator<Uint8Array> {
  for (let chunk: unknown = doc.read(); chunk instanceof Uint8Array; chunk = doc.read())
    yield chunk;
}
