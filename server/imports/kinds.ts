import {
  columnsOfKinds as columns,
  type TableKind,
  tableColumns,
} from '../../schemas/entities/importKindColumns.ts';
import { type ImportKind, importKinds } from '../../schemas/entities/importRun.ts';
import { both, either, listed, type Said, said, type Term } from '../said.ts';
import { meansUsed } from './header.ts';
import { ImportRefused } from './importRefused.ts';

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
    throw new KindInDoubt(
      kinds,
      said('refusals.sayKind', { fits: fits(kinds), ways: ways(kinds) }),
    );
  }
  const isOfOthers = understood && kind && !byOtherNames.includes(kind);
  if (kind && !isOfOthers) return kind;
  if (!kind && isWide(names)) return 'wide';
  if (isOfOthers)
    throw refuse(said('refusals.mayHold', { kind: kindTerm(kind), ways: ways([kind]) }));
  throw refuse(
    said('refusals.unknownColumns', {
      found: found(header),
      hint: hintUsed(header, names) ?? hintFor(names),
    }),
  );
}

/** Taken for a register, what was used in a day would be whatever it rises by. */
function hintUsed(header: readonly string[], names: readonly string[]): Said | undefined {
  const used = header.find((_, at) => isUsed(header, names, at));
  if (used === undefined || !names.includes('serial')) return undefined;
  return said('refusals.hintUsed', { used });
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
export class KindInDoubt extends ImportRefused {
  readonly kinds: readonly ImportKind[];

  constructor(kinds: readonly ImportKind[], words: Said) {
    super(words);
    this.kinds = kinds;
  }
}

function refuse(words: Said): ImportRefused {
  return new ImportRefused(words);
}

/** Of two cells under one name the last would count, and nobody would hear of the first. */
function refuseTwice(names: readonly string[]): void {
  const twice = names.find((name, at) => name && names.indexOf(name) !== at);
  if (twice === undefined) return;
  throw refuse(said('refusals.columnTwice', { column: twice }));
}

function requireKind(names: readonly string[], wanted: ImportKind): ImportKind {
  if (wanted === 'telegrams') {
    throw refuse(said('refusals.telegramsAreJson'));
  }
  if (wanted === 'wide') {
    if (names[0] === 'at' && names.length > 1) return wanted;
    throw refuse(said('refusals.wideNeedsAt'));
  }
  const missing = missingOf(wanted, names);
  if (missing.length === 0) return wanted;
  throw refuse(said('refusals.alsoNeeds', { kind: kindTerm(wanted), missing: listed(missing) }));
}

function missingOf(kind: TableKind, names: readonly string[]): (string | Said | Term)[] {
  const { must, oneOf } = columns[kind];
  const missing: (string | Said | Term)[] = must.filter((name) => !names.includes(name));
  const isThere = !oneOf || oneOf.some((name) => names.includes(name));
  return isThere ? missing : [...missing, either(oneOf)];
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

function fits(kinds: readonly TableKind[]): Said {
  return said('refusals.fits', { kinds: both(kinds.map(describeKind)) });
}

/** What makes a file of the kind, by the columns' names as they are typed. */
function describeKind(kind: TableKind): Said {
  const { must, oneOf } = columns[kind];
  const names = listed([...must, ...(oneOf ? [either(oneOf)] : [])]);
  return said('words.kind', { kind: kindTerm(kind), columns: names });
}

/** A kind as readers call it. */
export const kindTerm = (name: string): Term => ({ of: 'importKind', name });

/** How a caller says what a file holds, by HTTP and on the command line. */
export function ways(kinds: readonly ImportKind[]): Said {
  const http = either(kinds.map((kind) => `?kind=${kind}`));
  return said('words.ways', { http, command: either(kinds.map((kind) => `--kind ${kind}`)) });
}

function found(header: readonly string[]): Said {
  const shown = header.slice(0, shownColumns).join(', ');
  const columns = header.length > shownColumns ? `${shown}, …` : shown || said('words.none');
  return said('refusals.found', { columns });
}

function hintFor(names: readonly string[]): Said {
  const ranked = csvKinds
    .map((kind) => {
      const { must, oneOf = [], may } = columns[kind];
      const missing = missingOf(kind, names);
      const hits = [...must, ...oneOf, ...may].filter((name) => names.includes(name)).length;
      return { kind, missing, hits };
    })
    .sort((a, b) => b.hits - b.missing.length - (a.hits - a.missing.length));
  const [best] = ranked;
  if (best?.hits)
    return said('refusals.mostLike', { kind: kindTerm(best.kind), missing: listed(best.missing) });
  return said('refusals.knownFiles', { kinds: listed(csvKinds.map(describeKind)) });
}

/** A kind by its name as a caller writes it; undefined for none. */
export function findKind(name: string): ImportKind | undefined {
  return importKinds.find((kind) => kind === name.toLowerCase());
}
