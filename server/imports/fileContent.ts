import { Readable } from 'node:stream';
import { fileTypeFromFile, fileTypeFromStream } from 'file-type';
import { type FileKind, fileKinds } from '../../schemas/entities/fileKinds.ts';
import { LineFault } from './values.ts';

export interface FileContent {
  readonly contentType: FileKind;
  /** What its name may end in; the first is the usual one. */
  readonly extensions: readonly [string, ...string[]];
}

/** What a file is, by its content and not by its name; throws `LineFault` for what isn't taken. */
export async function sniffFile(place: string): Promise<FileContent> {
  return needKnown(await fileTypeFromFile(place));
}

/** The same of what is read; no more of it is read than tells. */
export async function sniffStream(content: Readable): Promise<FileContent> {
  const bytes = Readable.toWeb(content) as ReadableStream<Uint8Array>;
  try {
    return needKnown(await fileTypeFromStream(bytes));
  } finally {
    content.destroy();
  }
}

function needKnown(found: { readonly mime: string } | undefined): FileContent {
  if (found && isKnown(found.mime)) {
    return { contentType: found.mime, extensions: fileKinds[found.mime] };
  }
  const known = Object.values(fileKinds).map(([extension]) => extension);
  throw new LineFault(
    'BAD_CONTENT',
    `The file is ${found ? found.mime : 'of an unknown kind'} by what it holds. Taken are ${known.join(', ')}.`,
  );
}

const isKnown = (mime: string): mime is FileKind => Object.hasOwn(fileKinds, mime);
