import { createHash } from 'node:crypto';
import { Readable, type Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import tar from 'tar-stream';

/** What the operator can mend: said without a stack. */
export class BackupError extends Error {}

/** A tar of entries of a few megabytes, compressed by zstd, on wish encrypted by age. */
export interface ArchiveWriter {
  add(name: string, content: Buffer | string): Promise<void>;
  /** The SHA-256 of all names and contents so far. */
  digest(): string;
  /** Ends the file; throws what writing it failed with. */
  finish(): Promise<void>;
}

const ageHeader = 'age-encryption.org/v1';
const zstdHeader = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** Writes into `sink`, readable by whoever has a key of one of the `recipients` (`age1…`), if there are any. */
export async function writeArchive(
  sink: Writable,
  recipients: readonly string[],
): Promise<ArchiveWriter> {
  const pack = tar.pack();
  const compressed = createZstdCompress();
  const done = Promise.all([
    pipeline(pack, compressed),
    pipeline(await encrypt(compressed, recipients), sink),
  ]);
  // Whoever adds hears of it, and `finish` does.
  let failed: Error | undefined;
  done.catch((error: Error) => {
    failed = error;
    pack.destroy();
  });
  const sum = createSum();
  return {
    async add(name, content) {
      if (failed) throw failed;
      const bytes = Buffer.from(content);
      sum.add(name, bytes);
      const added = new Promise<void>((resolve, reject) => {
        pack.entry({ name, mode: 0o600 }, bytes, (error) => (error ? reject(error) : resolve()));
      });
      await Promise.race([added, done]);
    },
    digest: sum.digest,
    async finish() {
      pack.finalize();
      await done;
    },
  };
}

export interface Entry {
  readonly name: string;
  readonly content: Buffer;
  /** The SHA-256 of all names and contents before this one. */
  readonly digestBefore: string;
}

/** Reads it again, with the `identities` (`AGE-SECRET-KEY-…`) that an encrypted one needs. */
export async function* readArchive(
  source: Readable,
  identities: readonly string[],
): AsyncGenerator<Entry> {
  const plain = await decrypt(source, identities);
  const extract = tar.extract();
  const reading = pipeline(plain, createZstdDecompress(), extract);
  // Whoever reads entries hears of it.
  reading.catch(() => undefined);
  const sum = createSum();
  try {
    for await (const entry of extract) {
      const content = await buffer(entry);
      const digestBefore = sum.digest();
      sum.add(entry.header.name, content);
      yield { name: entry.header.name, content, digestBefore };
    }
    await reading;
  } catch (error) {
    throw new BackupError(`The backup is damaged or cut off: ${(error as Error).message}.`, {
      cause: error,
    });
  } finally {
    extract.destroy();
  }
}

function createSum() {
  const hash = createHash('sha256');
  return {
    add(name: string, content: Buffer) {
      hash.update(`${name}\0${content.length}\0`).update(content);
    },
    digest: () => hash.copy().digest('hex'),
  };
}

async function encrypt(plain: Readable, recipients: readonly string[]): Promise<Readable> {
  if (recipients.length === 0) return plain;
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch {
      throw new BackupError(
        `«${recipient}» is no public key. One begins with age1; «npm run portal -- backup --new-key FILE» makes one.`,
      );
    }
  }
  const encrypted = await encrypter.encrypt(Readable.toWeb(plain) as never);
  return Readable.fromWeb(encrypted as unknown as ReadableStream);
}

async function decrypt(source: Readable, identities: readonly string[]): Promise<Readable> {
  const { begin, whole } = await peek(source);
  if (begin.subarray(0, zstdHeader.length).equals(zstdHeader)) return whole;
  if (!begin.toString('latin1').startsWith(ageHeader)) {
    throw new BackupError('This is no backup: «npm run portal -- backup FILE» makes them.');
  }
  if (identities.length === 0) {
    throw new BackupError('The backup is encrypted: say the file of its key, --key FILE.');
  }
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  try {
    const decrypted = await decrypter.decrypt(Readable.toWeb(whole) as never);
    return Readable.fromWeb(decrypted as unknown as ReadableStream);
  } catch (error) {
    throw new BackupError('The backup was encrypted for another key than this one.', {
      cause: error,
    });
  }
}

/** The first bytes, and a stream that still has them. */
async function peek(source: Readable): Promise<{ begin: Buffer; whole: Readable }> {
  const pieces: Buffer[] = [];
  const iterator = source[Symbol.asyncIterator]();
  let bytes = 0;
  while (bytes < ageHeader.length) {
    const { value, done } = await iterator.next();
    if (done) break;
    pieces.push(value as Buffer);
    bytes += (value as Buffer).length;
  }
  async function* all() {
    yield* pieces;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { begin: Buffer.concat(pieces), whole: Readable.from(all(), { objectMode: false }) };
}
