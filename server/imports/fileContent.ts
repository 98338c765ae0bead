import { Readable } from 'node:stream';
import { fileTypeFromFile, fileTypeFromStream } from 'file-type';
import { allFileKinds, type FileKind, fileKinds } from '../../schemas/entities/fileKinds.ts';
import { said } from '../said.ts';
import { detectEncoding } from './encodings.ts';
import { LineFault } from './values.ts';

export interface FileContent {
  readonly contentType: FileKind;
  /** What its name may end in; the first is the usual one. */
  readonly extensions: readonly [string, ...string[]];
}

/** What is read of a file to see whether it is a text. */
const lookedAtBytes = 4096;

/** What a file is, by its content and not by its name; throws `LineFault` for what isn't taken. */
export async function sniffFile(place: string): Promise<FileContent> {
  return requireKnown(await fileTypeFromFile(place));
}

/** Whether what is read is packed by gzip, which is no kind of file that is kept for people. */
export async function isGzip(content: Readable): Promise<boolean> {
  for await (const piece of content) return piece[0] === 0x1f && piece[1] === 0x8b;
  return false;
}

/** The same of what is read; no more of it is read than tells. */
export async function sniffStream(content: Readable): Promise<FileContent> {
  const bytes = Readable.toWeb(content) as ReadableStream<Uint8Array>;
  try {
    return requireKnown(await fileTypeFromStream(bytes));
  } finally {
    content.destroy();
  }
}

/** Whether what is read is a text, as far as its beginning tells, and nothing that a browser draws. */
export async function isData(content: Readable): Promise<boolean> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of content) {
    pieces.push(piece);
    size += piece.length;
    if (size >= lookedAtBytes) break;
  }
  const head = Buffer.concat(pieces).subarray(0, lookedAtBytes);
  const text = new TextDecoder(detectEncoding(head)).decode(head);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they tell what is no text.
  return !/[\u0000-\u0008\u000e-\u001f]/.test(text) && !/^\s*</.test(text);
}

function requireKnown(found: { readonly mime: string } | undefined): FileContent {
  if (found && isKnown(found.mime)) {
    return { contentType: found.mime, extensions: fileKinds[found.mime] };
  }
  const known = allFileKinds.map((kind) => fileKinds[kind][0]);
  throw new LineFault(
    'BAD_CONTENT',
    found
      ? said('refusals.otherContent', { found: found.mime, known: known.join(', ') })
      : said('refusals.unknownContent', { known: known.join(', ') }),
  );
}

const isKnown = (mime: string): mime is FileKind =>
  (allFileKinds as readonly string[]).includes(mime);
