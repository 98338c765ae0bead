import { createReadStream } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { MarketFile } from '../../schemas/manifest/files.ts';
import type { Database } from '../database/open.ts';
import { AppError } from '../errors.ts';
import { importFile } from '../imports/importFile.ts';

/** `portal import FILE…`, into the default market unless one is said: 0 when all lines were taken, 1 when some were rejected, 2 for a bad call. */
export async function runImport(
  args: string[],
  parts: {
    database: Database;
    markets: readonly [MarketFile, ...MarketFile[]];
    print: (line: string) => void;
  },
): Promise<number> {
  const { database, markets, print } = parts;
  const { values, positionals: files } = parseArgs({
    args,
    allowPositionals: true,
    options: { country: { type: 'string', default: markets[0].country } },
  });
  const market = markets.find(({ country }) => country === values.country.toUpperCase());
  if (files.length === 0 || !market) {
    const known = markets.map(({ country }) => country).join('|');
    print(`Usage: npm run portal -- import [--country ${known}] FILE…`);
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
        country: market.country,
        timeZone: market.timeZone,
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
