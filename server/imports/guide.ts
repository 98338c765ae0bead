import { columnChoices } from '../../schemas/entities/importKindColumns.ts';
import type { ImportSource } from '../../schemas/manifest/importSource.ts';
import { type Said, said } from '../said.ts';
import { ImportRefused } from './importRefused.ts';
import type { ImportKind } from './kinds.ts';
import type { Notation } from './notation.ts';

/** Which word of a header is which column, by the portal's names, or `time` or `ignored`. */
export type ColumnsSaid = Readonly<Record<string, string>>;

/** How a table is to be read, as far as anybody says it; what is left out the table tells. */
export interface Guide {
  /** The source that says it. */
  readonly source?: string | undefined;
  readonly kind?: ImportKind | undefined;
  readonly separator?: string | undefined;
  /** How many lines stand above the header. */
  readonly above?: number | undefined;
  readonly columns?: ColumnsSaid | undefined;
  readonly notation?: Notation | undefined;
  readonly unit?: string | undefined;
}

/** What a source says of its files. */
export function guideOf(name: string, source: ImportSource): Guide {
  const { kind, separator, skipLines, columns, decimal, dates, unit } = source;
  return {
    source: name,
    kind,
    separator,
    above: skipLines,
    ...(columns && Object.keys(columns).length > 0 && { columns }),
    notation: {
      decimal,
      ...(dates === 'DMY' || dates === 'MDY' ? { dates } : { count: dates }),
    },
    unit,
  };
}

/** The first guide as far as it says anything, else the second. */
export function overGuide(first: Guide, second: Guide): Guide {
  const columns = { ...second.columns, ...first.columns };
  return {
    source: second.source ?? first.source,
    kind: first.kind ?? second.kind,
    separator: first.separator ?? second.separator,
    above: first.above ?? second.above,
    ...(Object.keys(columns).length > 0 && { columns }),
    notation: {
      decimal: first.notation?.decimal ?? second.notation?.decimal,
      dates: first.notation?.dates ?? second.notation?.dates,
      count: first.notation?.dates ? undefined : second.notation?.count,
    },
    unit: first.unit ?? second.unit,
  };
}

/** Words of headers are the same whatever their capitals. */
export function sameWord(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

function plain(word: string): string {
  return word.trim().normalize('NFC').toLowerCase();
}

/**
 * Which place of a header is said to be which column. Throws IMPORT_REFUSED for a word that the header
 * doesn't have, or has twice, and for a column that two words are said to be.
 */
export function placeColumns(
  spelt: readonly string[],
  columns: ColumnsSaid,
): ReadonlyMap<number, string> {
  const places = new Map<number, string>();
  for (const [word, column] of Object.entries(columns)) {
    const found = spelt.flatMap((one, at) => (sameWord(one, word) ? [at] : []));
    const [place] = found;
    if (place === undefined && column === 'ignored') continue;
    if (place === undefined) {
      throw refuse(
        said('refusals.noSaidColumn', { word, column, columns: spelt.slice(0, 20).join(', ') }),
      );
    }
    if (found.length > 1) {
      throw refuse(said('refusals.saidTwice', { word }));
    }
    const other = [...places].find(([, known]) => known === column && column !== 'ignored');
    if (other) {
      throw refuse(said('refusals.bothSaid', { one: spelt[other[0]], other: word, column }));
    }
    places.set(place, column);
  }
  return places;
}

/** The words that a header must have: one that isn’t read may be missing. */
export function neededWords(columns: ColumnsSaid): string[] {
  return Object.entries(columns).flatMap(([word, column]) => (column === 'ignored' ? [] : [word]));
}

/** Whether a header has all of these words. */
export function hasWords(spelt: readonly string[], words: Iterable<string>): boolean {
  return [...words].every((word) => spelt.some((one) => sameWord(one, word)));
}

/** Columns as JSON has them; undefined for anything else. */
export function readColumns(text: string | undefined): ColumnsSaid | undefined {
  if (!text) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    const entries = Object.entries(value).filter(([, one]) => columnChoices.includes(one));
    return Object.fromEntries(entries);
  } catch {
    return undefined;
  }
}

function refuse(words: Said): ImportRefused {
  return new ImportRefused(words);
}
