import type { Readable } from 'node:stream';
import type { Database } from '../database/open.ts';
import { AppError } from '../errors.ts';
import type { BatchOptions } from './importBatch.ts';
import { detectKind, type ImportKind, isAccountKind } from './kinds.ts';
import { type Line, openLines } from './lines.ts';
import { refuseVolumes } from './volumeLook.ts';

export interface FileOptions extends BatchOptions {
  readonly stream: Readable;
  /** What the file holds, where the caller says so; else its header tells. */
  readonly kind?: ImportKind | undefined;
  /** Kinds that the caller may import; others are refused. */
  readonly only?: readonly ImportKind[];
  /** A larger file is refused; by default none is. */
  readonly mostBytes?: number;
  /** Who sends nothing for so long while it is waited for is given up; by default nobody is. */
  readonly idleMilliseconds?: number;
}

/** A file of which is known what it holds, before any of its lines is taken. */
export interface OpenedFile {
  readonly kind: ImportKind;
  /** Its columns as they are spelt; none of JSON. */
  readonly header: readonly string[];
  /** Enough of the file to know it by. */
  readonly head: Buffer;
  readonly lines: AsyncIterable<Line>;
}

/** Throws IMPORT_REFUSED when the file as a whole can't be imported. */
export async function openFile(
  database: Pick<Database, 'read'>,
  options: FileOptions,
): Promise<OpenedFile> {
  const { stream, country, mostBytes = Infinity, idleMilliseconds = Infinity } = options;
  const detect = (header: readonly string[]) => detectKind(header, options.kind);
  const opened = await openLines(stream, { mostBytes, idleMilliseconds }, detect);
  const { kind, header, head } = opened;
  refuseOthers(options, kind);
  const { first, rest } = await lookAhead(opened.lines);
  if (!options.kind) {
    const read = database.read.bind(database);
    await refuseVolumes({ kind, header, lines: first }, { country, read });
  }
  return { kind, header, head, lines: join(first, rest) };
}

function refuseOthers({ kind: wanted, only, takers }: FileOptions, kind: ImportKind): void {
  if (only && !only.includes(kind)) {
    throw new AppError(
      'IMPORT_REFUSED',
      `This takes ${only.join(' or ')}, but the file holds ${kind}.`,
    );
  }
  if (wanted && wanted !== kind) {
    throw new AppError('IMPORT_REFUSED', `The file is JSON, and so holds ${kind}, not ${wanted}.`);
  }
  if (isAccountKind(kind) && !takers) {
    throw new AppError('IMPORT_REFUSED', `A file of ${kind} can’t be imported here.`);
  }
}

/** Enough to see what a file is like. */
const lookedAt = { lines: 1000, characters: 200_000 };

async function lookAhead(lines: AsyncIterable<Line>) {
  const iterator = lines[Symbol.asyncIterator]();
  const first: Line[] = [];
  for (let characters = 0; ; ) {
    if (first.length >= lookedAt.lines || characters >= lookedAt.characters) break;
    const { value, done } = await iterator.next();
    if (done) break;
    first.push(value);
    characters += value.content.length;
  }
  return { first, rest: { [Symbol.asyncIterator]: () => iterator } };
}

async function* join(first: readonly Line[], rest: AsyncIterable<Line>): AsyncGenerator<Line> {
  yield* first;
  yield* rest;
}
