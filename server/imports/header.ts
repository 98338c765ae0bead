import {
  foldColumn,
  type ImportColumn,
  importColumns,
  timeColumns,
  valueColumns,
} from '../../schemas/entities/importColumns.ts';
import { isUnit } from './numberNotation.ts';

/** What a file's columns are. */
export interface Header {
  /** By the portal's names where they are known, else as the file spells them in small letters. */
  readonly names: readonly string[];
  readonly spelt: readonly string[];
  /** The unit that stands behind the value's name, as in «Value (kWh)». */
  readonly unit?: string | undefined;
  /** Which column holds the time of the day that `at` or `from` holds the date of. */
  readonly time?: number | undefined;
  /** Columns of which the file has several that may be meant. */
  readonly doubts: readonly Doubt[];
  /** Columns that are said not to be read, or whose name another one is said to have. */
  readonly left?: ReadonlySet<number> | undefined;
}
interface Doubt {
  readonly column: string;
  readonly spelt: readonly string[];
}

const spellings = new Map<string, ImportColumn>(
  Object.entries(importColumns).flatMap(([column, others]) =>
    [column, ...others].map((name) => [name, column as ImportColumn] as const),
  ),
);
const times = new Set(timeColumns);
const values: readonly ImportColumn[] = ['value', 'reading', 'used'];

/** A header whose columns have the portal's own names, in capitals or not. */
export function ownHeader(spelt: readonly string[]): Header {
  return { names: spelt.map((name) => name.toLowerCase()), spelt, doubts: [] };
}

/**
 * A header's columns by the portal's names. A column that has such a name itself goes before others
 * that may mean the same; of two that may, neither is taken, and `doubts` names them. `known` are the
 * names of all kinds of files, which stay what they are; `said` is what somebody says that a column is.
 */
export function understandHeader(
  spelt: readonly string[],
  known: ReadonlySet<string>,
  said: ReadonlyMap<number, string> = new Map(),
): Header {
  const { own, left, saidTime } = nameOwn(spelt, said);
  const isOwn = own.map((name, at) => said.has(at) || left.has(at) || known.has(name));
  const folded = spelt.map((name, at) => (isOwn[at] ? '' : foldColumn(name)));
  const time = saidTime ?? findTime(own, folded);
  const meant = folded.map((name, at) => (at === time ? undefined : meaningOf(name)));
  const isThere = (column: ImportColumn) => own.includes(column) || meant.includes(column);
  const isOfIntervals = isThere('from') && (isThere('until') || own.includes('interval'));
  const meaningValue = valueColumns[isOfIntervals ? 'volumes' : 'readings'];
  const named = meant.map((column) => (column && meaningValue.includes(column) ? 'value' : column));
  const names = [...own];
  const doubts: Doubt[] = [];
  for (const column of new Set(named)) {
    if (column === undefined || own.includes(column)) continue;
    const places = named.flatMap((one, at) => (one === column ? [at] : []));
    if (places.length > 1) doubts.push({ column, spelt: places.map((at) => spelt[at] as string) });
    else names[places[0] as number] = column;
  }
  const value = spelt[names.indexOf('value')];
  const all = asWide(names, named, { spelt, left }) ?? names;
  return { names: all, spelt, doubts, time, left, unit: unitOf(value) };
}

function meaningOf(folded: string): ImportColumn | undefined {
  const found = spellings.get(folded);
  if (found !== undefined) return found;
  const base = spellings.get(withoutUnit(folded)?.name ?? '');
  return base && values.includes(base) ? base : undefined;
}

/** Names as they are said, or spelt in small letters; what is said goes before another of that name. */
function nameOwn(spelt: readonly string[], said: ReadonlyMap<number, string>) {
  const given = new Set(said.values());
  const left = new Set<number>();
  let saidTime: number | undefined;
  const own = spelt.map((name, at) => {
    const column = said.get(at);
    if (column === 'time') saidTime = at;
    if (column !== undefined && column !== 'ignored') return column;
    const lower = name.toLowerCase();
    if (column === undefined && !given.has(lower)) return lower;
    left.add(at);
    return '';
  });
  return { own, left, saidTime };
}

/** Whether a column is called by what was used in an interval. */
export function meansUsed(name: string): boolean {
  return meaningOf(foldColumn(name)) === 'used';
}

/** Of «consumption_kwh» or «Verbrauch in m³» the name and the unit. */
function withoutUnit(folded: string): { name: string; unit: string } | undefined {
  const [, name, unit] = /^(.+?)_(?:in_|w_|v_|i_)?([a-z]+3?)$/.exec(folded) ?? [];
  return name !== undefined && unit !== undefined && isUnit(unit) ? { name, unit } : undefined;
}

function unitOf(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const [, inside] = /[[(]([^\])]+)[\])]\s*$/.exec(name) ?? [];
  const unit = inside?.trim().toLowerCase();
  if (unit !== undefined && isUnit(unit)) return unit;
  return spellings.has(foldColumn(name)) ? undefined : withoutUnit(foldColumn(name))?.unit;
}

/** «Date» and «Time» beside each other; a time alone is `at`. */
function findTime(own: readonly string[], folded: readonly string[]): number | undefined {
  const at = folded.findIndex((name) => times.has(name));
  if (at < 0 || own.includes('until') || folded.some((name) => meaningOf(name) === 'until')) {
    return undefined;
  }
  const isDate = (name: string) => !times.has(name) && meaningOf(name) === 'at';
  return own.includes('at') || folded.some(isDate) ? at : undefined;
}

/** A date, and beside it nothing but columns that are called by a number: readings of many devices. */
function asWide(
  names: readonly string[],
  meant: readonly (string | undefined)[],
  { spelt, left }: { readonly spelt: readonly string[]; readonly left: ReadonlySet<number> },
): string[] | undefined {
  const [first, ...others] = names;
  if (first !== 'at' || others.length === 0) return undefined;
  const isSerial = (name: string, at: number) =>
    left.has(at + 1) ||
    (meant[at + 1] === undefined && (/\d{3}/.test(name) || times.has(foldColumn(name))));
  return others.every(isSerial) ? ['at', ...spelt.slice(1)] : undefined;
}
