import type { Readable } from 'node:stream';
import type { Locale } from '../../schemas/entities/languages.ts';
import type { Database } from '../database/open.ts';
import { either, said } from '../said.ts';
import type { ColumnsSaid } from './guide.ts';
import type { BatchOptions } from './importBatch.ts';
import { ImportRefused } from './importRefused.ts';
import {
  columnsOf,
  detectKind,
  type ImportKind,
  isAccountKind,
  kindTerm,
  knownColumns,
} from './kinds.ts';
import { join, type Line, type OpenedTable, openLines, type Understood } from './lines.ts';
import type { Notation } from './notation.ts';
import type { SourceChoice } from './sources.ts';
import { refuseVolumes } from './volumeLook.ts';

export interface FileOptions extends BatchOptions {
  readonly stream: Readable;
  /** What the file holds, where the caller says so; else its header tells. */
  readonly kind?: ImportKind | undefined;
  /** That of the market, whose letters it has. */
  readonly language?: Locale | undefined;
  /** How its figures and dates are written, where the caller says so; else they tell. */
  readonly notation?: Notation | undefined;
  /** What the file is called, by which sources may know it. */
  readonly fileName?: string | undefined;
  /** What is known of where files come from; left out, nothing is. */
  readonly sources?: SourceChoice | undefined;
  /** Which word of its header is which column, where the caller says so. */
  readonly columns?: ColumnsSaid | undefined;
  /** Kinds that the caller may import; others are refused. */
  readonly only?: readonly ImportKind[];
  /** A larger file is refused, and one that holds more when it is unpacked; by default none is. */
  readonly maxBytes?: number;
  /** Who sends nothing for so long while it is waited for is given up; by default nobody is. */
  readonly idleMilliseconds?: number;
}

/** A file of which is known what it holds, before any of its lines is taken. */
export interface OpenedFile {
  readonly kind: ImportKind;
  /** Its columns as they are spelt; none of JSON. */
  readonly header: readonly string[];
  /** The same by the portal's names, which its lines have. */
  readonly names: readonly string[];
  readonly understood: Understood;
  /** What each column is, as somebody may say it; none where there are no columns to say. */
  readonly columns: OpenedTable<ImportKind>['columns'];
  /** By which it is read. */
  readonly source?: OpenedTable<ImportKind>['source'];
  /** Enough of the file to know it by. */
  readonly head: Buffer;
  readonly lines: AsyncIterable<Line>;
  /** To be called whatever becomes of the lines. */
  close(): Promise<void>;
}

/** Throws IMPORT_REFUSED when the file as a whole can't be imported. */
export async function openFile(
  database: Pick<Database, 'read'>,
  options: FileOptions,
): Promise<OpenedFile> {
  const {
    stream,
    country,
    language,
    timeZone,
    notation,
    sources,
    fileName,
    columns,
    maxBytes = Infinity,
    idleMilliseconds = Infinity,
  } = options;
  const wanted = options.kind;
  const opened = await openLines<ImportKind>(
    stream,
    { maxBytes, idleMilliseconds },
    {
      detect: (header, names, said) => detectKind(header, said, names),
      columnsOf: (kind) => (kind === 'wide' || kind === 'telegrams' ? undefined : columnsOf(kind)),
      known: knownColumns,
      language,
      timeZone,
      said: { kind: wanted, notation, columns },
      sources,
      fileName,
    },
  );
  const { kind, header, names, head, first, understood, source, close } = opened;
  try {
    refuseOthers(options, kind);
    if (!wanted && opened.isKindSaid !== true) {
      const read = database.read.bind(database);
      await refuseVolumes({ kind, header: names, lines: first }, { country, read });
    }
  } catch (error) {
    await close();
    throw error;
  }
  const known = { kind, header, names, understood, head, columns: opened.columns, source };
  return { ...known, lines: join(first, opened.rest), close };
}

function refuseOthers({ kind: wanted, only, takers }: FileOptions, kind: ImportKind): void {
  if (only && !only.includes(kind)) {
    throw new ImportRefused(
      said('refusals.takesOnly', { kinds: either(only.map(kindTerm)), kind: kindTerm(kind) }),
    );
  }
  if (wanted && wanted !== kind) {
    throw new ImportRefused(
      said('refusals.isJson', { kind: kindTerm(kind), wanted: kindTerm(wanted) }),
    );
  }
  if (isAccountKind(kind) && !takers) {
    throw new ImportRefused(said('refusals.notHere', { kind: kindTerm(kind) }));
  }
}
