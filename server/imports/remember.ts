import { importSourceNameSchema } from '../../schemas/entities/importRun.ts';
import type { Country } from '../../schemas/entities/market.ts';
import { manifestVersion } from '../../schemas/manifest/envelope.ts';
import { type ImportSource, importSourceSchema } from '../../schemas/manifest/importSource.ts';
import { withInput, wordsOfIssue } from '../forms/issueWords.ts';
import { findSourceFaults, isAlike } from '../manifests/check/checkImportSources.ts';
import type { NamedSource } from '../manifests/session/importSources.ts';
import { type Said, said } from '../said.ts';
import { understandHeader } from './header.ts';
import { ImportRefused } from './importRefused.ts';
import { type ImportKind, knownColumns } from './kinds.ts';
import type { Notation } from './notation.ts';

/** How a file was read that others of its origin are to be read like. */
export interface Remembered {
  readonly kind: ImportKind;
  readonly columns: readonly { readonly heading: string; readonly column: string }[];
  /** The source that it was read by. */
  readonly source?: NamedSource | undefined;
}

/** What is remembered of it, by whom. */
export interface Remembering {
  readonly name: string;
  readonly country: Country;
  /** As the sender said it. */
  readonly notation?: Notation | undefined;
  /** Whether there is a file of this name, whichever market it is for. */
  readonly isThere: boolean;
  /** The market's sources. */
  readonly known: readonly NamedSource[];
}

/**
 * The text of a source as which a file is remembered, for its market alone. Throws IMPORT_REFUSED when
 * there is nothing to remember, the name is taken, or two sources would fit such files.
 */
export function describeSource(read: Remembered, given: Remembering): string {
  const { kind, columns, source } = read;
  const { name, country, notation } = given;
  if (columns.length === 0 || kind === 'telegrams') {
    throw refuse(said('refusals.nothingToRemember'));
  }
  refuseName(given, source);
  const words = columns.filter(({ column }) => column !== 'ignored');
  const written = columns.filter(({ heading, column }) => column !== 'ignored' || isKnown(heading));
  const { $schema: _, manifestVersion: __, ...before } = source?.source ?? ({} as ImportSource);
  const { decimal, dates } = notation ?? {};
  const value: ImportSource = {
    $schema: '../../schema/import-source.schema.json',
    manifestVersion,
    ...before,
    markets: [country],
    match: before.match ?? { header: words.map(({ heading }) => heading.trim()) },
    kind,
    columns: Object.fromEntries(written.map(({ heading, column }) => [heading.trim(), column])),
    ...((decimal === 'POINT' || decimal === 'COMMA') && { decimal }),
    ...(dates && { dates }),
  };
  const parsed = importSourceSchema.safeParse(value, withInput);
  const faults = parsed.success
    ? findSourceFaults(parsed.data)
    : parsed.error.issues.map((issue) => ({ path: issue.path, message: wordsOfIssue(issue) }));
  const [fault] = faults;
  if (fault) {
    throw refuse(
      said('refusals.notRemembered', { name, place: fault.path.join('.'), why: fault.message }),
    );
  }
  const twin = given.known.find((one) => one.name !== name && isAlike(one.source, value));
  if (twin) {
    throw refuse(said('refusals.twinSource', { name: twin.name }));
  }
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** A word that would be understood unless it is said that it is not read. */
function isKnown(heading: string): boolean {
  return understandHeader([heading], knownColumns).names.some((name) => knownColumns.has(name));
}

function refuseName({ name, country, isThere }: Remembering, source: NamedSource | undefined) {
  if (!importSourceNameSchema.safeParse(name).success) {
    throw refuse(said('refusals.badSourceName', { name }));
  }
  if (source && source.name !== name && source.source.match) {
    throw refuse(said('refusals.recognisedAs', { name: source.name }));
  }
  if (!isThere) return;
  const isOwn = source?.name === name && source.source.markets?.join() === country;
  if (isOwn) return;
  throw refuse(
    source?.name === name
      ? said('refusals.sourceOfOthers', { name })
      : said('refusals.sourceExists', { name }),
  );
}

function refuse(words: Said): ImportRefused {
  return new ImportRefused(words, { detail: { field: 'remember', rule: 'remember' } });
}
