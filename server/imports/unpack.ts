import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import yauzl from 'yauzl';
import { AppError } from '../errors.ts';
import { type Said, said } from '../said.ts';
import { join, limitBytes, readHead } from './bytes.ts';
import { ImportRefused } from './importRefused.ts';
import { openWorkbook } from './workbook.ts';

/** A table by itself: a file, one of an archive's, or a sheet of a workbook. */
export interface Part {
  /** What it is called inside of a file that holds others; undefined: it is the file. */
  readonly name?: string;
  /** Its bytes from the first one on, or its rows where they are cut already. */
  open(): Promise<Opened>;
}
export type Opened =
  | { readonly head: Buffer; readonly pieces: AsyncIterable<Buffer> }
  | { readonly rows: AsyncIterable<Row> };
export interface Row {
  /** From 1. */
  readonly number: number;
  readonly cells: readonly Cell[];
}
/** A date without a time zone has its local time in the fields of UTC. */
export type Cell = string | number | boolean | Date | null;

export interface Unpacked {
  /** The file's own beginning, packed or not: enough to know it by. */
  readonly head: Buffer;
  readonly wrapper?: 'gzip' | 'ZIP' | 'XLSX';
  readonly parts: readonly [Part, ...Part[]];
  /** Gives free what is kept of an archive; to be called whatever becomes of the parts. */
  close(): Promise<void>;
}

const maxParts = 200;

/**
 * What a file holds that may be packed: gzip is unpacked as it streams by, an archive is kept in a
 * temporary file until `close`. Throws IMPORT_REFUSED for what can't be unpacked, TOO_LARGE when
 * more than `maxBytes` come out of it.
 */
export async function unpack(stream: AsyncGenerator<Buffer>, maxBytes: number): Promise<Unpacked> {
  const head = await readHead(stream);
  const begins = (...bytes: number[]) => bytes.every((byte, at) => head[at] === byte);
  if (begins(0xd0, 0xcf, 0x11, 0xe0)) {
    throw refuse(said('refusals.oldExcel'));
  }
  if (begins(0x50, 0x4b, 0x03, 0x04)) return openZip(head, join(head, stream), maxBytes);
  if (!begins(0x1f, 0x8b)) return single(head, { head, pieces: join(head, stream) });
  const unpacked = limitBytes(gunzip(join(head, stream)), maxBytes);
  const inner = await readHead(unpacked);
  if (inner[0] === 0x50 && inner[1] === 0x4b) {
    const zip = await openZip(inner, join(inner, unpacked), maxBytes);
    return { ...zip, head };
  }
  const opened = { head: inner, pieces: join(inner, unpacked) };
  return { ...single(head, opened), wrapper: 'gzip' };
}

function single(head: Buffer, opened: Opened): Unpacked {
  return { head, parts: [{ open: async () => opened }], close: async () => undefined };
}

function refuse(words: Said, cause?: unknown): ImportRefused {
  return new ImportRefused(words, { cause });
}

async function* gunzip(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const unzip = createGunzip();
  // What goes wrong is thrown where it is read.
  pipeline(Readable.from(pieces), unzip, () => undefined);
  try {
    yield* unzip;
  } catch (error) {
    const code = `${(error as NodeJS.ErrnoException).code}`;
    if (!code.startsWith('Z_')) throw error;
    const why = said(code === 'Z_BUF_ERROR' ? 'words.cutOff' : 'words.damaged');
    throw refuse(said('refusals.brokenGzip', { why }), error);
  }
}

async function openZip(
  head: Buffer,
  pieces: AsyncIterable<Buffer>,
  maxBytes: number,
): Promise<Unpacked> {
  const file = await spool(pieces);
  try {
    const zip = await yauzl.fromFdPromise(file.fd, { lazyEntries: true, autoClose: false });
    const entries: yauzl.Entry[] = [];
    for await (const entry of zip.eachEntry()) {
      if (isHidden(entry.fileName)) continue;
      entries.push(entry);
      if (entries.length > 10_000) throw refuse(said('refusals.zipFull'));
    }
    const close = () => file.close();
    if (entries.some(({ fileName }) => fileName === 'xl/workbook.xml')) {
      return { head, wrapper: 'XLSX', parts: await openWorkbook(zip, entries, file.fd), close };
    }
    const bytes = { left: maxBytes };
    const [first, ...more] = entries.map(
      (entry): Part => ({ name: entry.fileName, open: () => openEntry(zip, entry, bytes) }),
    );
    if (!first) throw refuse(said('refusals.zipEmpty'));
    if (more.length >= maxParts) {
      throw refuse(said('refusals.zipMany', { files: entries.length, most: maxParts }));
    }
    return { head, wrapper: 'ZIP', parts: [first, ...more], close };
  } catch (error) {
    await file.close();
    if (error instanceof AppError) throw error;
    throw refuse(said('refusals.brokenZip'), error);
  }
}

/** What archives have besides: folders, and what macOS and Windows leave in them. */
function isHidden(name: string): boolean {
  return /\/$|^__MACOSX\/|(^|\/)(\.[^/]*|Thumbs\.db|desktop\.ini)$/i.test(name);
}

/** A file that has no name any more: whatever happens, nothing of it is left. */
async function spool(pieces: AsyncIterable<Buffer>): Promise<FileHandle> {
  const place = path.join(tmpdir(), `meterhouse-${randomUUID()}.zip`);
  const file = await open(place, 'wx+', 0o600);
  try {
    await rm(place);
    for await (const piece of pieces) await file.write(piece);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function openEntry(
  zip: yauzl.ZipFile,
  entry: yauzl.Entry,
  { left }: { readonly left: number },
): Promise<Opened> {
  if (entry.isEncrypted()) {
    throw refuse(said('refusals.password', { name: entry.fileName }));
  }
  const pieces = limitBytes(await zip.openReadStreamPromise(entry), left);
  const head = await readHead(pieces);
  return { head, pieces: join(head, pieces) };
}
