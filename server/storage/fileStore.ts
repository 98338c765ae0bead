import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/** What the store keeps, each kind apart from the others. */
export type FileKind = 'documents' | 'packages' | 'uploads';

/** What a file is called in the store: made here, and never of anything that came from outside. */
export type FileName = `${FileKind}/${string}`;

export interface StoredFile {
  readonly bytes: number;
  /** SHA-256, in hexadecimal digits. */
  readonly checksum: string;
}

/** Bytes from the first to the last one, both included, as HTTP counts them. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** Where files lie: a local folder, or a bucket. What isn't whole is there for nobody. */
export interface FileStore {
  /**
   * Keeps what streams by under a new name, in memory that doesn't grow with it. Throws
   * `FileTooLarge`, or what the stream fails with; then nothing is kept.
   */
  put(
    name: FileName,
    content: AsyncIterable<Uint8Array>,
    limits: { readonly maxBytes: number; readonly signal?: AbortSignal },
  ): Promise<StoredFile>;
  /** Undefined when there is no such file (any more). */
  get(name: FileName, range?: ByteRange): Promise<Readable | undefined>;
  /** Also what was begun and never finished; nothing happens when there is nothing. */
  remove(name: FileName): Promise<void>;
}

/** More came than a file may have. */
export class FileTooLarge extends Error {
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`The file has more than ${maxBytes} bytes.`);
    this.maxBytes = maxBytes;
  }
}

const nameBytes = 16;
const names = /^(?:documents|packages|uploads)\/[0-9a-f]{2}\/[0-9a-f]{32}$/;

/** A name that nobody can guess; folders by its first two digits, so that none gets too long. */
export function newFileName(kind: FileKind): FileName {
  const name = randomBytes(nameBytes).toString('hex');
  return `${kind}/${name.slice(0, 2)}/${name}`;
}

/** Whether `newFileName` makes such names. */
export function isFileName(name: string): name is FileName {
  return names.test(name);
}

/** Whatever a caller has taken for a name: it must be one of `newFileName`'s. */
export function requireFileName(name: string): FileName {
  if (isFileName(name)) return name;
  throw new Error('This is no name of a file in the store.');
}
