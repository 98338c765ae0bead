import { importSourceNameSchema } from '../../schemas/entities/importRun.ts';
import type { Country } from '../../schemas/entities/market.ts';
import { manifestVersion } from '../../schemas/manifest/envelope.ts';
import { type ImportSource, importSourceSchema } from '../../schemas/manifest/importSource.ts';
import { AppError } from '../errors.ts';
import { findSourceFaults, isAlike } from '../manifests/check/checkImportSources.ts';
import type { NamedSource } from '../manifests/session/importSources.ts';
import { understandHeader } from './header.ts';
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
    throw refuse('Only a table whose columns have names can be remembered as a source.');
  }
  refuseName(given, source);
  const words = columns.filter(({ column }) => column !== 'ignored');
  const said = columns.filter(({ heading, column }) => column !== 'ignored' || isKnown(heading));
  const { $schema: _, manifestVersion: __, ...before } = source?.source ?? ({} as ImportSource);
  const { decimal, dates } = notation ?? {};
  const value: ImportSource = {
    $schema: '../../schema/import-source.schema.json',
    manifestVersion,
    ...before,
    markets: [country],
    match: before.match ?? { header: words.map(({ heading }) => heading.trim()) },
    kind,
    columns: Object.fromEntries(said.map(({ heading, column }) => [heading.trim(), column])),
    ...((decimal === 'POINT' || decimal === 'COMMA') && { decimal }),
    ...(dates && { dates }),
  };
  const parsed = importSourceSchema.safeParse(value);
  const faults = parsed.success
    ? findSourceFaults(parsed.data)
    : parsed.error.issues.map(({ path, message }) => ({ path, message }));
  const [fault] = faults;
  if (fault) {
    throw refuse(`«${name}» can’t be remembered: ${fault.path.join('.')}: ${fault.message}.`);
  }
  const twin = given.known.find((one) => one.name !== name && isAlike(one.source, value));
  if (twin) {
    throw refuse(
      `The source «${twin.name}» recognises such files already: which of the two is meant, nobody would know. Remember them by that name, or take that one away.`,
    );
  }
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** A word that would be understood unless it is said that it is not read. */
function isKnown(heading: string): boolean {
  return understandHeader([heading], knownColumns).names.some((name) => knownColumns.has(name));
}

function refuseName({ name, country, isThere }: Remembering, source: NamedSource | undefined) {
  if (!importSourceNameSchema.safeParse(name).success) {
    throw refuse(
      `«${name}» is no name of a source. It has small letters, digits and hyphens, and begins with a letter.`,
    );
  }
  if (source && source.name !== name && source.source.match) {
    throw refuse(
      `Such files are recognised as those of the source «${source.name}». Remember them by this name, which replaces it.`,
    );
  }
  if (!isThere) return;
  const isOwn = source?.name === name && source.source.markets?.join() === country;
  if (isOwn) return;
  throw refuse(
    source?.name === name
      ? `The source «${name}» is for other markets as well: change its file by hand.`
      : `There is a source «${name}» already. Choose another name.`,
  );
}

function refuse(message: string): AppError {
  const details = [{ field: 'remember', rule: 'remember', message }];
  return new AppError('IMPORT_REFUSED', message, { details });
}
