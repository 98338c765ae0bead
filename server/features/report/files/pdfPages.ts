import {
  type Cells,
  cutToWidth,
  fontSize,
  gap,
  headingLines,
  type Layout,
  lineHeight,
  linesOf,
  type Measure,
  margin,
  type PageColumn,
  titleHeight,
  wrap,
} from './pdfLayout.ts';
import { nextTurn } from './turns.ts';

const titleSize = 11;
const shade = '#eef1f4';
/** Cells between two turns: texts are what takes time. */
const cellsInTurn = 100;

/** A new page with everything but its rows. */
export function drawFrame(
  doc: PDFKit.PDFDocument,
  at: Layout & { title: string; generatedAt: string; number: number; pages: number },
): void {
  doc.addPage();
  const { width, height } = doc.page;
  const dateWidth = at.measure.normal(at.generatedAt) * fontSize;
  const room = (width - 2 * margin - dateWidth - gap) / titleSize;
  const shown =
    at.measure.bold(at.title) <= room
      ? at.title
      : `${cutToWidth(at.title, room - at.measure.bold('…'), at.measure.bold)}…`;
  doc.font('bold').fontSize(titleSize);
  write(doc, shown, margin, margin);
  doc.font('normal').fontSize(fontSize);
  write(doc, at.generatedAt, width - margin - dateWidth, margin + 2);
  const number = `${at.number} / ${at.pages}`;
  const numberWidth = at.measure.normal(number) * fontSize;
  write(doc, number, (width - numberWidth) / 2, height - margin - fontSize);
  doc.font('bold');
  const top = margin + titleHeight;
  eachColumn(at.columns, (column, x, index) => {
    for (const [line, text] of (at.headings[index] ?? []).entries()) {
      place(doc, text, { column, x, y: top + line * lineHeight, measure: at.measure.bold });
    }
  });
  doc.y = top + headingLines(at.headings) * lineHeight;
  doc.font('normal');
}

export async function* drawRows(
  doc: PDFKit.PDFDocument,
  at: Layout & { rows: readonly Cells[] },
): AsyncGenerator<Uint8Array> {
  let y = doc.y;
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
        place(doc, part, { column, x, y: y + line * lineHeight, measure: at.measure.normal });
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

/** A line of a cell; a number that is wider than its column is written smaller, never cut. */
function place(
  doc: PDFKit.PDFDocument,
  text: string,
  { column, x, y, measure }: { column: PageColumn; x: number; y: number; measure: Measure },
): void {
  const width = measure(text) * fontSize;
  if (!column.toTheRight) {
    write(doc, text, x, y);
  } else if (width <= column.width) {
    write(doc, text, x + column.width - width, y);
  } else {
    doc.fontSize((fontSize * column.width) / width);
    write(doc, text, x, y);
    doc.fontSize(fontSize);
  }
}

function write(doc: PDFKit.PDFDocument, text: string, x: number, y: number): void {
  if (text !== '') doc.text(text, x, y, { lineBreak: false });
}

/** What the document has made so far. */
export function* drain(doc: PDFKit.PDFDocument): Generator<Uint8Array> {
  for (let chunk: unknown = doc.read(); chunk instanceof Uint8Array; chunk = doc.read())
    yield chunk;
}
