import { createReadStream, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Country } from '../../schemas/entities/market.ts';
import type { MarketFile } from '../../schemas/manifest/files.ts';
import type { Database } from '../database/open.ts';
import { AppError } from '../errors.ts';
import { findAssignFault } from '../features/accountImport/access.ts';
import { withEntry } from '../features/activityLog/withEntry.ts';
import { importDocuments } from '../imports/documents.ts';
import { type ImportSummary, importFile } from '../imports/importFile.ts';
import type { ImportKind } from '../imports/kinds.ts';
import type { FileOptions } from '../imports/openFile.ts';
import { sortByNeed } from '../imports/order.ts';
import { openRefused } from '../imports/refusedFile.ts';
import { describeSource } from '../imports/remember.ts';
import { type Trial, tryFile } from '../imports/tryFile.ts';
import { findUnseen } from '../imports/unseen.repository.ts';
import type { ImportSourceFile } from '../manifests/serve/service.ts';
import type { ImportSources } from '../manifests/session/importSources.ts';
import { sayInEnglish } from '../said.ts';
import type { Files } from '../storage/files.ts';
import { readSaid, type SaidOfFiles, saidOptions, saidUsage } from './importSaid.ts';

interface Deps {
  readonly database: Database;
  readonly markets: readonly [MarketFile, ...MarketFile[]];
  readonly openFiles: () => Promise<Files>;
  readonly takers?: FileOptions['takers'];
  /** The sources of a market's files, and where they are kept. */
  readonly sources?: (country: Country) => ImportSources;
  readonly sourceFile?: (name: string) => ImportSourceFile;
  readonly print: (line: string) => void;
}

/** What `portal import` takes beside files. */
export const importOptions = `  [--country PL] ${saidUsage} [--rejected FOLDER] [--dry-run]`;

/** `portal import FILE…`, into the default market unless one is said: 0 when all lines were taken, 1 when some were rejected, 2 for a bad call. */
export async function runImport(args: string[], deps: Deps): Promise<number> {
  const { markets, print } = deps;
  const given = readArguments(args, markets[0].country);
  const said = typeof given === 'string' ? given : readSaid(given.values);
  if (typeof given === 'string' || typeof said === 'string') {
    print(`${said}`);
    return 2;
  }
  const { values, positionals } = given;
  const market = markets.find(({ country }) => country === values.country.toUpperCase());
  const isArchive = positionals[0] === 'documents';
  const files = isArchive ? positionals.slice(1) : positionals;
  if (files.length === 0 || !market) {
    const known = markets.map(({ country }) => country).join('|');
    const what = isArchive ? 'documents FOLDER|CSV…' : 'FILE…';
    print(
      `Usage: npm run portal -- import [--country ${known}] ${saidUsage} [--rejected FOLDER] [--dry-run] ${what}`,
    );
    return 2;
  }
  const isTrial = values['dry-run'];
  if (isArchive && isTrial) {
    print('Documents can’t be tried out: leave --dry-run away.');
    return 2;
  }
  const fault = await findFault(said, { ...deps, market, isArchive, count: files.length });
  if (fault !== undefined) {
    print(`${fault} Nothing was imported.`);
    return 2;
  }
  if (isArchive) return importLists(files, market, deps);
  return importFiles(files, { ...deps, ...said, market, isTrial, rejectedFolder: values.rejected });
}

/** What is said, or which of it no option is. */
function readArguments(args: string[], country: Country) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        country: { type: 'string', default: country },
        ...saidOptions,
        rejected: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    return `${(error as Error).message}\nOptions:\n${importOptions}`;
  }
}

async function importFiles(files: readonly string[], given: Given): Promise<number> {
  const { database, print, isTrial, assign } = given;
  let rejected = 0;
  const kinds = new Set<string>();
  const inOrder = await sortByNeed(files, database, (place) => fileAt(place, given));
  for (const place of inOrder) {
    const { rejected: count, given: lines, kind } = await read(place, given);
    rejected += count;
    if (kind) kinds.add(kind);
    for (const line of lines) print(line);
  }
  if (assign && !kinds.has('properties')) print('No file holds properties: nothing is assigned.');
  if (kinds.has('properties') && !isTrial) await tellUnseen(given);
  return rejected > 0 ? 1 : 0;
}

/** How much of a file was refused, and what there is to say of it. */
async function read(
  place: string,
  given: Given,
): Promise<{
  readonly rejected: number;
  readonly given: readonly string[];
  readonly kind?: ImportKind;
}> {
  const fileName = path.basename(place);
  try {
    const result = await importOrTry(place, given);
    const { rejected, rejections } = result;
    const reasons = rejections.map(
      ({ line, code, message }) => `  line ${line}: ${code}: ${message}`,
    );
    const { assigned } = result;
    const remembered = await rememberFile(result, given);
    const told = [
      ...tell(result),
      ...(given.assign && assigned !== undefined
        ? [`assigned to ${given.assign.username} with «${given.assign.package}»: ${assigned}`]
        : []),
      ...(given.isTrial ? ['tried out, nothing was imported'] : []),
      ...remembered.said,
      ...(await writeRejected(fileName, result, given)),
    ];
    return {
      rejected: rejected + (remembered.isRefused ? 1 : 0),
      kind: result.kind,
      given: [...told.map((line) => `${fileName}: ${line}`), ...reasons],
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { rejected: 1, given: [`${fileName}: refused. ${error.message}`] };
  }
}

/** Remembers how a file was read. Its lines are stored by then, so that a refusal is only told. */
async function rememberFile(
  result: Imported,
  given: Given,
): Promise<{ readonly said: readonly string[]; readonly isRefused?: boolean }> {
  const { remember: name, sourceFile, sources, market, notation } = given;
  if (name === undefined || !sourceFile) return { said: [] };
  const { country } = market;
  const file = sourceFile(name);
  try {
    const isThere = await file.isThere();
    const known = sources?.(country).known ?? [];
    const text = describeSource(result, { name, country, notation, isThere, known });
    return { said: [await writeSource(file, text)] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { said: [`not remembered: ${error.message}`], isRefused: true };
  }
}

async function writeSource(file: ImportSourceFile, text: string): Promise<string> {
  try {
    await file.write(text);
    return `remembered as ${file.place}`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return `${file.place} can’t be written (${code}). Put it there by hand:\n${text}`;
  }
}

/** Lines that were not taken as a file, where one is asked for. */
async function writeRejected(fileName: string, result: Imported, given: Given): Promise<string[]> {
  const { rejectedFolder, database } = given;
  if (rejectedFolder === undefined || !('importId' in result) || result.rejected === 0) return [];
  const file = await openRefused(database, result.importId, { line: 'line' });
  if (!file) return ['its refused lines can’t be sent again by themselves: mend the file'];
  const ending = file.form === 'JSON' ? 'jsonl' : 'csv';
  const place = path.join(rejectedFolder, `${fileName}.rejected.${ending}`);
  await mkdir(rejectedFolder, { recursive: true });
  await writeFile(place, file.pieces);
  return [`refused lines, to be mended and imported: ${place}`];
}

type Imported = ImportSummary | Trial;

interface Given extends Omit<Deps, 'markets' | 'openFiles'>, SaidOfFiles {
  readonly market: MarketFile;
  readonly isTrial: boolean;
  /** Where the lines that are not taken are written, to be mended and sent again. */
  readonly rejectedFolder: string | undefined;
}

async function findFault(
  { assign, remember }: SaidOfFiles,
  {
    database,
    market,
    isArchive,
    count,
  }: Pick<Given, 'database' | 'market'> & { readonly isArchive: boolean; readonly count: number },
): Promise<string | undefined> {
  if (remember !== undefined && (isArchive || count > 1)) {
    return 'A source is remembered of one file: name only that.';
  }
  if (!assign) return undefined;
  if (isArchive) return 'Properties are assigned, not documents: leave --assign away.';
  return database.transaction((tx) => findAssignFault(tx, market.country, assign));
}

const shownUnseen = 5;

/** Whoever imports properties may think that somebody sees them now. */
async function tellUnseen({ database, print, market }: Given): Promise<void> {
  const { country } = market;
  const { count, first } = await database.read((tx) => findUnseen(tx, country, shownUnseen));
  if (count === 0) return;
  const more = count > first.length ? ' …' : '';
  print(
    `Properties of ${country} that only staff sees: ${count} (${first.join(', ')}${more}). Assign them in the browser, or import them again with --assign USER --package NAME.`,
  );
}

function fileAt(place: string, given: Given): FileOptions {
  const { takers, market, kind, notation, columns, assign } = given;
  const sources = given.sources?.(market.country) ?? { known: [], broken: [] };
  return {
    assign,
    columns,
    fileName: path.basename(place),
    sources: { ...sources, wanted: given.source },
    stream: createReadStream(place),
    kind,
    notation,
    country: market.country,
    timeZone: market.timeZone,
    language: market.language,
    by: 'operator',
    ...(takers && { takers }),
    now: new Date(),
  };
}

function importOrTry(place: string, given: Given): Promise<Imported> {
  const { database, print, market, isTrial } = given;
  const started = performance.now();
  const fileName = path.basename(place);
  const file = fileAt(place, given);
  if (isTrial) return tryFile(database, file);
  const onProgress = ({ lines }: { lines: number }) => {
    const rate = Math.round(lines / ((performance.now() - started) / 1000));
    print(`${fileName}: ${lines} lines (${rate} lines/s)`);
  };
  const entry = { ...entryOf(market), made: ['importId'] };
  return withEntry(entry, () => importFile(database, { ...file, fileName, onProgress }));
}

/** What the file was taken for, what was written, and what nothing was read of. */
function tell(result: Imported): string[] {
  const { kind, accepted, corrected, deviceErrors, duplicates, rejected } = result;
  const { ignored, alsoFits, understood, ignoredLines } = result;
  const counts = [
    `${accepted} accepted`,
    ...(corrected > 0 ? [`${corrected} of them corrected`] : []),
    ...(deviceErrors > 0 ? [`${deviceErrors} device errors`] : []),
    `${duplicates} duplicates`,
    `${rejected} rejected`,
  ];
  const also = alsoFits.map((one) => `--kind ${one}`).join(' or ');
  return [
    `${kind}, ${counts.join(', ')}`,
    `read as ${understood.map(sayInEnglish).join(', ')}`,
    ...(ignoredLines > 0 ? [`totals and repeated headers left out: ${ignoredLines}`] : []),
    ...(ignored.length > 0 ? [`not read: ${ignored.join(', ')}`] : []),
    ...(also ? [`read otherwise with ${also}`] : []),
  ];
}

/** What the activity log has of it: the operator has no account. */
const entryOf = ({ country }: MarketFile) => ({ type: 'DATA_IMPORTED', country }) as const;

/** Documents that a CSV lists, of a folder the one called documents.csv. */
async function importLists(
  places: readonly string[],
  market: MarketFile,
  { database, openFiles, print }: Pick<Deps, 'database' | 'openFiles' | 'print'>,
): Promise<number> {
  const files = await openFiles();
  let rejected = 0;
  for (const place of places) {
    const isFolder = statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
    const manifest = isFolder ? path.join(place, 'documents.csv') : place;
    try {
      const counts = await withEntry(entryOf(market), () =>
        importDocuments(database, files, {
          manifest,
          market,
          by: 'operator',
          now: new Date(),
          onFault: ({ line, code, message }) => print(`  line ${line}: ${code}: ${message}`),
        }),
      );
      rejected += counts.rejected;
      print(
        `${place}: documents, ${counts.accepted} accepted, ${counts.duplicates} duplicates, ${counts.rejected} rejected`,
      );
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      if (!(error instanceof AppError || isMissing)) throw error;
      rejected += 1;
      const reason = isMissing ? `There is no ${manifest}.` : (error as AppError).message;
      print(`${place}: refused. ${reason}`);
    }
  }
  return rejected > 0 ? 1 : 0;
}
