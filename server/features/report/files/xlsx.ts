import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { ReportRow } from '../reportTable.ts';
import type { FileContents } from './fileContents.ts';
import { stylesXml, workbookParts } from './xlsxParts.ts';
import { createRowXml, headingRow, sheetEnd, sheetStart } from './xlsxSheet.ts';

/** What a sheet holds: Excel's rows, and fewer bytes than demand the archive's 64-bit form. */
const sheetLimits = { rows: 1_048_576, bytes: 3_500_000_000 };
/** Faster than zlib's own 6, for files a few per cent larger. */
const compressionLevel = 3;

/**
 * A workbook as ECMA-376 describes it, packed while the rows come: zlib's threads deflate it, and
 * no table of strings is kept. Rows that don't fit in a sheet go on in a further one, which has the
 * headings again and says in its name which it is.
 */
export async function* writeXlsx(
  { columns, slices, style, title }: FileContents,
  limits = sheetLimits,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  const rows = slices[Symbol.asyncIterator]();
  const headings = style.useHeaders;
  const toXml = createRowXml(columns, style);
  let pending: readonly ReportRow[] | undefined;
  let sheets = 0;
  let open: Readable | undefined;

  const nextRows = async () => {
    const { value, done } = await rows.next();
    pending = done ? undefined : value;
  };
  async function* sheet(isFirst: boolean): AsyncGenerator<Buffer> {
    if (isFirst) await nextRows();
    const start = sheetStart(columns, { sample: pending ?? [], style, headings, isFirst });
    const first = Buffer.from(start + (headings ? headingRow(columns) : ''));
    yield first;
    let bytes = first.length;
    let count = headings ? 1 : 0;
    while (pending !== undefined && count < limits.rows && bytes < limits.bytes) {
      const fitting = pending.slice(0, limits.rows - count);
      let xml = '';
      for (const row of fitting) xml += toXml(row, ++count);
      const part = Buffer.from(xml);
      bytes += part.length;
      yield part;
      if (fitting.length < pending.length) pending = pending.slice(fitting.length);
      else await nextRows();
    }
    yield Buffer.from(sheetEnd(columns.length, count, headings));
    if (pending === undefined) finish();
    else addSheet();
  }
  const addSheet = () => {
    sheets += 1;
    open = Readable.from(sheet(sheets === 1), { objectMode: false });
    // yazl leaves the errors of what it reads to others.
    open.on('error', (error) => output.destroy(error));
    zip.addReadStream(open, `xl/worksheets/sheet${sheets}.xml`, { compressionLevel });
  };
  const finish = () => {
    const parts = { ...workbookParts(title, sheets), 'xl/styles.xml': stylesXml(style) };
    for (const [name, xml] of Object.entries(parts)) zip.addBuffer(Buffer.from(xml), name);
    zip.end();
  };

  addSheet();
  try {
    yield* output;
  } finally {
    open?.destroy();
    await rows.return?.();
  }
}
