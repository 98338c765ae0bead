import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import PDFDocument from 'pdfkit';
import type { DocumentContent, DocumentTable } from './content.ts';

/** One font: a second would double what a document takes, in bytes and in time. */
export const fontFile = createRequire(import.meta.url).resolve(
  'dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf',
);
let opened: Font | undefined;

const margin = 56;
const sizes = { title: 16, text: 9 };
const lineHeight = 15;
const factsWidth = 120;
const rowsOnFirst = 32;
const rowsOnOthers = 44;
/** Of a table's room; the rest is shared out among its columns. */
const narrowWidth = 60;

/** An A4 document with its table, on as many pages as it needs; equal for equal content. */
export function writePdf(content: DocumentContent, madeAt: Date): Buffer {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    displayTitle: true,
    // The file's own number is made of these.
    info: { Title: content.title, CreationDate: madeAt },
  });
  doc.registerFont('text', openFont());
  const { rows } = content.table;
  const pages = [rows.slice(0, rowsOnFirst)];
  for (let at = rowsOnFirst; at < rows.length; at += rowsOnOthers) {
    pages.push(rows.slice(at, at + rowsOnOthers));
  }
  for (const [index, pageRows] of pages.entries()) {
    doc.addPage().font('text');
    const top = index === 0 ? drawHead(doc, content) : margin;
    drawRows(doc, content.table, { rows: pageRows, top, isLast: index === pages.length - 1 });
    const bottom = doc.page.height - margin;
    write(doc, content.footer, margin, bottom);
    write(doc, `${index + 1} / ${pages.length}`, doc.page.width - margin - 24, bottom);
  }
  doc.end();
  const pieces: Buffer[] = [];
  for (let piece: unknown = doc.read(); piece instanceof Buffer; piece = doc.read()) {
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/**
 * The font, whose tables are read once: for each document anew they take two thirds of its time. A
 * glyph remembers which letters it was first drawn for, and has none as a part of another one: what a
 * former document drew is forgotten, or text couldn't be copied out of this one. So only one document
 * at a time may have it.
 */
function openFont(): Buffer {
  opened ??= create(readFileSync(fontFile)) as Font;
  Reflect.set(opened, '_glyphs', {});
  // pdfkit takes an open font, too, which its types don't know.
  return opened as never;
}

/** Answers where the table begins. */
function drawHead(doc: PDFKit.PDFDocument, { title, note, facts }: DocumentContent): number {
  doc.fontSize(sizes.title).text(title, margin, margin, { lineBreak: false });
  let top = margin + 34;
  if (note !== null) {
    write(doc, note, margin, top);
    top += lineHeight * 1.5;
  }
  for (const [label, value] of facts) {
    write(doc, label, margin, top);
    write(doc, value, margin + factsWidth, top);
    top += lineHeight;
  }
  return top + lineHeight;
}

function drawRows(
  doc: PDFKit.PDFDocument,
  table: DocumentTable,
  { rows, top, isLast }: { rows: DocumentTable['rows']; top: number; isLast: boolean },
): void {
  const lines = [table.headings, ...rows, ...(isLast ? [table.sum] : [])];
  const columns = placeColumns(table, doc.page.width - 2 * margin);
  for (const [at, cells] of lines.entries()) {
    const y = top + at * lineHeight;
    for (const [index, cell] of cells.entries()) {
      const { left, right } = columns[index] ?? { left: margin, right: margin };
      const isNumber = index >= table.texts;
      const x = isNumber ? right - doc.fontSize(sizes.text).widthOfString(cell) : left;
      write(doc, cell, x, y);
    }
    const isEdge = at === 0 || at === lines.length - (isLast ? 2 : 1);
    if (isEdge) drawRule(doc, y + lineHeight - 3.5);
  }
}

/** Where columns begin and end; of two texts the first is a number as doors have it. */
function placeColumns({ headings, texts }: DocumentTable, width: number) {
  const narrow = texts > 1 ? narrowWidth : 0;
  const share = (width - narrow) / (headings.length - (narrow > 0 ? 1 : 0));
  let left = margin;
  return headings.map((_, index) => {
    const right = left + (narrow > 0 && index === 0 ? narrow : share);
    const column = { left, right };
    left = right;
    return column;
  });
}

function drawRule(doc: PDFKit.PDFDocument, y: number): void {
  doc
    .moveTo(margin, y)
    .lineTo(doc.page.width - margin, y)
    .lineWidth(0.5)
    .stroke('#8f99a8');
}

function write(doc: PDFKit.PDFDocument, text: string, x: number, y: number): void {
  if (text !== '') doc.fontSize(sizes.text).text(text, x, y, { lineBreak: false });
}
