import { maxSaidColumns } from '../../schemas/entities/importKindColumns.ts';
import { AppError } from '../errors.ts';
import type { NamedSource } from '../manifests/session/importSources.ts';
import type { Guide } from './guide.ts';
import type { Header } from './header.ts';
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
  const by = `the source ${source?.name ?? ''} says`;
  if (kind === 'wide') {
    throw refuse(`Wide readings are in each device’s own unit, but ${by} ${unit}.`);
  }
  if (header.unit !== undefined && header.unit !== unit.toLowerCase()) {
    throw refuse(`The header says the unit ${header.unit}, but ${by} ${unit}.`);
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
}: Found<string>): string[] {
  const mark = delimiter === '\t' ? 'tab' : delimiter;
  const others = header.names.flatMap((name, at) => {
    const spelt = header.spelt[at] ?? '';
    if (header.left?.has(at)) return [`«${spelt}» is said not to be read`];
    if (at === header.time) return [`«${spelt}» is the time of the day`];
    const isOther = name !== spelt.toLowerCase() && (kind !== 'wide' || at === 0);
    return isOther ? [`«${spelt}» is ${name}`] : [];
  });
  const { name, source: said } = source ?? {};
  return [
    ...(name ? [`the source ${name}`] : []),
    ...(reasons === undefined ? [] : ['lines that were refused, with their reasons']),
    ...(said?.timeZone ? [`times are those of ${said.timeZone}`] : []),
    ...(mark ? [`separator ${mark}`] : []),
    ...(line > 1 ? [`the header is line ${line}`] : []),
    ...others,
  ];
}

function refuse(message: string): AppError {
  return new AppError('IMPORT_REFUSED', message);
}
