import { maxSaidColumns } from '../../schemas/entities/importKindColumns.ts';
import { AppError } from '../errors.ts';
import type { NamedSource } from '../manifests/session/importSources.ts';
import { type Said, said } from '../said.ts';
import type { Guide } from './guide.ts';
import type { Header } from './header.ts';
import { ImportRefused } from './importRefused.ts';
import { rememberHeader, type Table } from './tables.ts';

export interface ColumnSaid {
  readonly heading: string;
  /** The portal's column, or `time` or `ignored`. */
  readonly column: string;
}

/** A table, and how it came to be read as it is. */
export interface Found<Kind extends string> extends Table<Kind> {
  readonly guide: Guide;
  readonly source?: NamedSource | undefined;
  readonly form?: 'JSON';
}

/** The header with the unit that a source says. Throws IMPORT_REFUSED where the file says another. */
export function withSaidUnit({ header, kind, guide, source }: Found<string>): Header {
  const { unit } = guide;
  if (unit === undefined) return header;
  const name = source?.name;
  if (kind === 'wide') {
    throw refuse(said('refusals.wideUnit', { source: name, unit }));
  }
  if (header.unit !== undefined && header.unit !== unit.toLowerCase()) {
    throw refuse(said('refusals.otherUnitSaid', { unit: header.unit, source: name, said: unit }));
  }
  return { ...header, unit };
}

/** Whoever is asked how figures are written may look at the columns as well. */
export function decideOrTell<T>({ header }: Table<string>, decision: () => T): T {
  try {
    return decision();
  } catch (error) {
    if (error instanceof AppError) rememberHeader(error, header.spelt);
    throw error;
  }
}

export function listColumns(
  { names, spelt, time }: Header,
  known: ReadonlySet<string> | undefined,
): ColumnSaid[] {
  if (!known || spelt.length > maxSaidColumns) return [];
  return spelt.flatMap((heading, at) => {
    const name = at === time ? 'time' : (names[at] ?? '');
    const isRead = name === 'time' || known.has(name);
    return heading.trim() ? [{ heading, column: isRead ? name : 'ignored' }] : [];
  });
}

export function describeTable({
  header,
  delimiter,
  line,
  kind,
  source,
  reasons,
}: Found<string>): Said[] {
  const mark = delimiter === '\t' ? said('words.tab') : delimiter;
  const others = header.names.flatMap((name, at) => {
    const spelt = header.spelt[at] ?? '';
    if (header.left?.has(at)) return [said('notes.notRead', { heading: spelt })];
    if (at === header.time) return [said('notes.timeOfDay', { heading: spelt })];
    const isOther = name !== spelt.toLowerCase() && (kind !== 'wide' || at === 0);
    return isOther
      ? [said('notes.column', { heading: spelt, column: { of: 'importColumn', name } })]
      : [];
  });
  const { name, source: about } = source ?? {};
  return [
    ...(name ? [said('notes.source', { name })] : []),
    ...(reasons === undefined ? [] : [said('notes.resent')]),
    ...(about?.timeZone ? [said('notes.timeZone', { timeZone: about.timeZone })] : []),
    ...(mark ? [said('notes.separator', { sign: mark })] : []),
    ...(line > 1 ? [said('notes.headerLine', { line })] : []),
    ...others,
  ];
}

function refuse(words: Said): ImportRefused {
  return new ImportRefused(words);
}
