import { read as readFd } from 'node:fs';
import { promisify } from 'node:util';
import type { Entry, ZipFile } from 'yauzl';
import { said } from '../said.ts';
import { ImportRefused } from './importRefused.ts';
import type { Part, Row } from './unpack.ts';

/** A workbook is read as a whole: beyond this it isn't, so that no file takes all memory. */
const maxPackedBytes = 50_000_000;
const maxSheetBytes = 200_000_000;
const maxSheets = 50;

/** The sheets of an Excel workbook, by their names, of which each is a table. Throws IMPORT_REFUSED. */
export async function openWorkbook(
  zip: ZipFile,
  entries: readonly Entry[],
  fd: number,
): Promise<readonly [Part, ...Part[]]> {
  const large = entries.find(({ uncompressedSize }) => uncompressedSize > maxSheetBytes);
  if (large || zip.fileSize > maxPackedBytes) {
    throw new ImportRefused(
      said('refusals.largeWorkbook', {
        most: maxPackedBytes / 1e6,
        mostOfSheet: maxSheetBytes / 1e6,
      }),
    );
  }
  const workbook = Buffer.alloc(zip.fileSize);
  await promisify(readFd)(fd, workbook, 0, workbook.length, 0);
  // Nobody waits for it who sends no workbook.
  const { readXlsx, streamXlsxRows } = await import('hucre/xlsx');
  const names: string[] = [];
  await readXlsx(workbook, {
    sheets: ({ name }) => {
      names.push(name);
      return false;
    },
  });
  async function* rowsOf(sheet: number): AsyncGenerator<Row> {
    for await (const { index, values } of streamXlsxRows(workbook, { sheet })) {
      const cells = values.map((value) =>
        value instanceof Date || typeof value !== 'object' ? value : null,
      );
      yield { number: index + 1, cells };
    }
  }
  const [first, ...more] = names
    .slice(0, maxSheets)
    .map((name, sheet): Part => ({ name, open: async () => ({ rows: rowsOf(sheet) }) }));
  if (!first) throw new ImportRefused(said('refusals.noSheet'));
  return [first, ...more];
}
