import { createReadStream } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Country, countrySchema } from '../../schemas/entities/market.ts';
import type { Database } from '../database/open.ts';
import { AppError } from '../errors.ts';
import { importFile } from '../imports/importFile.ts';

const timeZones: Readonly<Record<Country, string>> = {
  PL: 'Europe/Warsaw',
  CZ: 'Europe/Prague',
  DK: 'Europe/Copenhagen',
};

/** `portal import FILE…`: 0 when all lines were taken, 1 when some were rejected, 2 for a bad call. */
export async function runImport(
  args: string[],
  { database, print }: { database: Database; print: (line: string) => void },
): Promise<number> {
  const { values, positionals: files } = parseArgs({
    args,
    allowPositionals: true,
    options: { country: { type: 'string', default: 'PL' } },
  });
  const country = countrySchema.safeParse(values.country.toUpperCase());
  if (files.length === 0 || !country.success) {
    print('Usage: npm run portal -- import [--country PL|CZ|DK] FILE…');
    return 2;
  }
  let rejected = 0;
  for (const file of files) {
    const started = performance.now();
    const fileName = path.basename(file);
    try {
      const result = await importFile(database, {
        stream: createReadStream(file),
        fileName,
        country: country.data,
        timeZone: timeZones[country.data],
        by: 'operator',
        now: new Date(),
        onProgress: ({ lines }) => {
          const rate = Math.round(lines / ((performance.now() - started) / 1000));
          print(`${fileName}: ${lines} lines (${rate} lines/s)`);
        },
      });
      rejected += result.rejected;
      print(
        `${fileName}: ${result.kind}, ${result.accepted} accepted, ${result.duplicates} duplicates, ${result.rejected} rejected`,
      );
      for (const { line, code, message } of result.rejections)
        print(`  line ${line}: ${code}: ${message}`);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      rejected++;
      print(`${fileName}: refused. ${error.message}`);
    }
  }
  return rejected > 0 ? 1 : 0;
}
