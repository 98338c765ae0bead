import {
  columnsOfKinds as columns,
  type TableKind,
  tableColumns,
} from '../../schemas/entities/importKindColumns.ts';
import { type ImportKind, importKinds } from '../../schemas/entities/importRun.ts';
import { AppError } from '../errors.ts';
import { meansUsed } from './header.ts';

export type { ImportKind };

/** Of accounts and what they may: a feature of the portal takes their lines. */
export const accountKinds = ['permission_packages', 'accounts', 'property_access'] as const;
export type AccountKind = (typeof accountKinds)[number];

export function isAccountKind(kind: ImportKind): kind is AccountKind {
  return accountKinds.some((one) => one === kind);
}

const csvKinds = Object.keys(columns) as readonly TableKind[];

/** The columns of all kinds of files, which mean what they are called. */
export const knownColumns: ReadonlySet<string> = new Set(tableColumns);
/** Kinds that a file may be by other names of its columns, without anybody saying so. */
const byOtherNames: readonly ImportKind[] = ['readings', 'wide', 'volumes', 'tenants', 'devices'];
const shownColumns = 20;

/**
 * What a file holds, by its header, or as the caller says (`wanted`). Serial, instant and value are
 * readings whatever stands beside; one kind gives way to another that has all of its columns; where
 * several fit even so, nobody guesses. A header that begins with `at` and has none of the long form's
 * columns is wide: each further column is a device. Throws IMPORT_REFUSED with what was expected.
 */
export function detectKind(
  header: readonly string[],
  wanted?: ImportKind,
  understood?: readonly string[],
): ImportKind {
  const names = understood ?? header.map((name) => name.toLowerCase());
  refuseTwice(names);
  if (wanted) return requireKind(names, wanted);
  const fitting = csvKinds.filter((kind) => missingOf(kind, names).length === 0);
  const kinds = fitting.includes('readings')
    ? fitting.filter((kind) => kind === 'readings' || kind === 'volumes')
    : fitting.filter((kind) => !fitting.some((other) => givesWay(kind, other)));
  const [kind] = kinds;
  if (kinds.length > 1) {
    throw new KindInDoubt(kinds, `${fits(kinds)} Say which it is: ${ways(kinds)}.`);
  }
  const isOfOthers = understood && kind && !byOtherNames.includes(kind);
  if (kind && !isOfOthers) return kind;
  if (!kind && isWide(names)) return 'wide';
  if (isOfOthers) throw refuse(`The file may hold ${kind}. Say so: ${ways([kind])}.`);
  throw refuse(
    `The file's columns are not known. ${found(header)} ${hintUsed(header, names) ?? hintFor(names)}`,
  );
}

/** Taken for a register, what was used in a day would be whatever it rises by. */
function hintUsed(header: readonly string[], names: readonly string[]): string | undefined {
  const used = header.find((_, at) => isUsed(header, names, at));
  if (used === undefined || !names.includes('serial')) return undefined;
  return `«${used}» is what was used in an interval, which needs its begin and its end: name the columns serial;from;until;value, or interval (PT15M, PT1H, P1D) in place of until. If it is a register’s reading, name it value.`;
}

function isUsed(header: readonly string[], names: readonly string[], at: number): boolean {
  const isTaken = names.includes('value') || knownColumns.has(names[at] as string);
  return !isTaken && meansUsed(header[at] as string);
}

/** The columns that nothing is read of, as they are spelt in the file. */
export function ignoredColumns(
  kind: ImportKind,
  header: readonly string[],
  names: readonly string[],
): string[] {
  if (kind === 'wide' || kind === 'telegrams') return [];
  const known = columnsOf(kind);
  return header.filter((name, at) => name && names[at] && !known.has(names[at]));
}

/** The columns that a kind of a table with a header has. */
export function columnsOf(kind: TableKind): ReadonlySet<string> {
  const { must, oneOf = [], may } = columns[kind];
  return new Set([...must, ...oneOf, ...may]);
}

/** Of the columns that nothing is read of, those that would make the file another kind. */
export function otherKinds(kind: ImportKind, names: readonly string[]): ImportKind[] {
  return csvKinds.filter(
    (other) =>
      other !== kind && missingOf(other, names).length === 0 && !givesWay(other, kind as TableKind),
  );
}

/** A file of which somebody has to say what it holds, or that it is what it seems. */
export class KindInDoubt extends AppError {
  readonly kinds: readonly ImportKind[];

  constructor(kinds: readonly ImportKind[], message: string) {
    super('IMPORT_REFUSED', message);
    this.kinds = kinds;
  }
}

function refuse(message: string): AppError {
  return new AppError('IMPORT_REFUSED', message);
}

/** Of two cells under one name the last would count, and nobody would hear of the first. */
function refuseTwice(names: readonly string[]): void {
  const twice = names.find((name, at) => name && names.indexOf(name) !== at);
  if (twice === undefined) return;
  throw refuse(`The header has the column ${twice} twice. Leave one of them out, or rename it.`);
}

function requireKind(names: readonly string[], wanted: ImportKind): ImportKind {
  if (wanted === 'telegrams') {
    throw refuse('Telegrams are JSON, but the file is a table: it begins with a header.');
  }
  if (wanted === 'wide') {
    if (names[0] === 'at' && names.length > 1) return wanted;
    throw refuse('Wide readings have `at` in the first column and a device in each further one.');
  }
  const missing = missingOf(wanted, names);
  if (missing.length === 0) return wanted;
  throw refuse(`As ${wanted} the file also needs: ${missing.join(', ')}.`);
}

function missingOf(kind: TableKind, names: readonly string[]): string[] {
  const { must, oneOf } = columns[kind];
  const missing = must.filter((name) => !names.includes(name));
  const isThere = !oneOf || oneOf.some((name) => names.includes(name));
  return isThere ? missing : [...missing, oneOf.join(' or ')];
}

/** Lists of tenants may have areas, and are no lists of areas. */
function givesWay(kind: TableKind, other: TableKind): boolean {
  if (kind === other) return false;
  const { must, oneOf = [], may } = columns[other];
  const theirs = [...must, ...oneOf, ...may];
  return columns[kind].must.every((name) => theirs.includes(name));
}

function isWide(names: readonly string[]): boolean {
  const isLong = names.includes('value') || names.includes('serial');
  return names[0] === 'at' && names.length > 1 && !isLong;
}

function fits(kinds: readonly TableKind[]): string {
  const each = kinds.map((kind) => {
    const { must, oneOf } = columns[kind];
    return `${kind} (${[...must, ...(oneOf ? [oneOf.join(' or ')] : [])].join(', ')})`;
  });
  return `The file's columns fit ${each.join(' and ')}.`;
}

/** How a caller says what a file holds, by HTTP and on the command line. */
export function ways(kinds: readonly ImportKind[]): string {
  const each = (write: (kind: ImportKind) => string) => kinds.map(write).join(' or ');
  return `${each((kind) => `?kind=${kind}`)}, on the command line ${each((kind) => `--kind ${kind}`)}`;
}

function found(header: readonly string[]): string {
  const shown = header.slice(0, shownColumns).join(', ');
  return `Found: ${header.length > shownColumns ? `${shown}, …` : shown || 'none'}.`;
}

function hintFor(names: readonly string[]): string {
  const ranked = csvKinds
    .map((kind) => {
      const { must, oneOf = [], may } = columns[kind];
      const missing = missingOf(kind, names);
      const hits = [...must, ...oneOf, ...may].filter((name) => names.includes(name)).length;
      return { kind, missing, hits };
    })
    .sort((a, b) => b.hits - b.missing.length - (a.hits - a.missing.length));
  const [best] = ranked;
  if (best?.hits) return `Most like ${best.kind}, which also needs: ${best.missing.join(', ')}.`;
  const known = csvKinds.map((kind) => {
    const { must, oneOf } = columns[kind];
    return `${kind} (${[...must, ...(oneOf ? [oneOf.join(' or ')] : [])].join(', ')})`;
  });
  return `Known files: ${known.join('; ')}.`;
}

/** A kind by its name as a caller writes it; undefined for none. */
export function findKind(name: string): ImportKind | undefined {
  return importKinds.find((kind) => kind === name.toLowerCase());
}
