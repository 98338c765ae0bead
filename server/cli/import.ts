import { createReadStream, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { dateOrderSchema, importKinds } from '../../schemas/entities/importRun.ts';
import type { MarketFile } from '../../schemas/manifest/files.ts';
import type { Database } from '../database/open.ts';
import { AppError } from '../errors.ts';
import { findAssignFault } from '../features/accountImport/access.ts';
import { withEntry } from '../features/activityLog/withEntry.ts';
import { importDocuments } from '../imports/documents.ts';
import type { Assign } from '../imports/importBatch.ts';
import { type ImportSummary, importFile } from '../imports/importFile.ts';
import { findKind, type ImportKind } from '../imports/kinds.ts';
import type { Notation } from '../imports/notation.ts';
import type { FileOptions } from '../imports/openFile.ts';
import { sortByNeed } from '../imports/order.ts';
import { type Trial, tryFile } from '../imports/tryFile.ts';
import { findUnseen } from '../imports/unseen.repository.ts';
import type { Files } from '../storage/files.ts';

/** `portal import FILE…`, into the default market unless one is said: 0 when all lines were taken, 1 when some were rejected, 2 for a bad call. */
export async function runImport(
  args: string[],
  deps: {
    database: Database;
    markets: readonly [MarketFile, ...MarketFile[]];
    openFiles: () => Promise<Files>;
    takers?: FileOptions['takers'];
    print: (line: string) => void;
  },
): Promise<number> {
  const { markets, print } = deps;
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      country: { type: 'string', default: markets[0].country },
      kind: { type: 'string' },
      decimal: { type: 'string' },
      dates: { type: 'string' },
      assign: { type: 'string' },
      package: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
    },
  });
  const kind = readKind(values.kind);
  if (kind === null) {
    print(`There is no kind of file «${values.kind}». Known are ${importKinds.join(', ')}.`);
    return 2;
  }
  const notation = readNotation(values);
  if (typeof notation === 'string') {
    print(notation);
    return 2;
  }
  const market = markets.find(({ country }) => country === values.country.toUpperCase());
  const isArchive = positionals[0] === 'documents';
  const files = isArchive ? positionals.slice(1) : positionals;
  if (files.length === 0 || !market) {
    const known = markets.map(({ country }) => country).join('|');
    const what = isArchive ? 'documents FOLDER|CSV…' : 'FILE…';
    print(
      `Usage: npm run portal -- import [--country ${known}] [--kind KIND] [--decimal ,|.] [--dates DMY|MDY] [--assign USER --package NAME] [--dry-run] ${what}`,
    );
    return 2;
  }
  const isTrial = values['dry-run'];
  if (isArchive && isTrial) {
    print('Documents can’t be tried out: leave --dry-run away.');
    return 2;
  }
  const assign = readAssign(values);
  const fault =
    typeof assign === 'string' ? assign : await findFault(assign, { ...deps, market, isArchive });
  if (fault !== undefined || typeof assign === 'string') {
    print(`${fault} Nothing was imported.`);
    return 2;
  }
  if (isArchive) return importLists(files, market, deps);
  return importFiles(files, { ...deps, market, kind, notation, isTrial, assign });
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

/** How many lines of a file were not taken, and what there is to say of it. */
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
    const told = [
      ...tell(result),
      ...(given.assign && assigned !== undefined
        ? [`assigned to ${given.assign.username} with «${given.assign.package}»: ${assigned}`]
        : []),
      ...(given.isTrial ? ['tried out, nothing was written'] : []),
    ];
    return {
      rejected,
      kind: result.kind,
      given: [...told.map((line) => `${fileName}: ${line}`), ...reasons],
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { rejected: 1, given: [`${fileName}: refused. ${error.message}`] };
  }
}

interface Given extends Pick<Parameters<typeof runImport>[1], 'database' | 'takers' | 'print'> {
  readonly market: MarketFile;
  readonly kind: ImportKind | undefined;
  readonly notation: Notation;
  readonly isTrial: boolean;
  readonly assign: Assign | undefined;
}

/** Whom properties are to be assigned to, or why it can't be understood. */
function readAssign({
  assign: username,
  package: name,
}: {
  assign?: string;
  package?: string;
}): Assign | string | undefined {
  if (username === undefined && name === undefined) return undefined;
  if (username && name) return { username, package: name };
  return '--assign USER and --package NAME go together.';
}

async function findFault(
  assign: Assign | undefined,
  {
    database,
    market,
    isArchive,
  }: Pick<Given, 'database' | 'market'> & { readonly isArchive: boolean },
): Promise<string | undefined> {
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

function fileAt(place: string, { takers, market, kind, notation, assign }: Given): FileOptions {
  return {
    assign,
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

function importOrTry(place: string, given: Given): Promise<ImportSummary | Trial> {
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

/** Undefined when none is said, null when there is none of this name. */
function readKind(name: string | undefined): ImportKind | null | undefined {
  return name === undefined ? undefined : (findKind(name) ?? null);
}

/** What is said of figures and dates, or why it can't be understood. */
function readNotation({ decimal, dates }: { decimal?: string; dates?: string }): Notation | string {
  const sign = decimal === undefined ? undefined : signs.get(decimal.toUpperCase());
  if (decimal !== undefined && !sign) return `There is no decimal sign «${decimal}»: , or .`;
  const order = dateOrderSchema.optional().safeParse(dates?.toUpperCase());
  if (!order.success) return `There is no order of dates «${dates}»: DMY or MDY.`;
  return { decimal: sign, dates: order.data };
}

const signs = new Map<string, Notation['decimal']>([
  ...([
    [',', 'COMMA'],
    ['COMMA', 'COMMA'],
    ['.', 'POINT'],
    ['POINT', 'POINT'],
  ] as const),
]);

/** What the file was taken for, what was written, and what nothing was read of. */
function tell(result: ImportSummary | Trial): string[] {
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
    `read as ${understood.join(', ')}`,
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
  {
    database,
    openFiles,
    print,
  }: Pick<Parameters<typeof runImport>[1], 'database' | 'openFiles' | 'print'>,
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
