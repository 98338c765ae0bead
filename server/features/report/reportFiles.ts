import { createReadStream, createWriteStream, type ReadStream, type WriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { flushDirectory, ignoreMissing } from '../../storage/localFileStore.ts';

/** Which file of a report: each attempt writes one of its own, so that none spoils another's. */
export interface FileKey {
  readonly id: number;
  readonly attempt: number;
}

/** A file that isn't there for anybody before it is whole. */
export interface NewFile {
  readonly sink: WriteStream;
  /** Puts what was written into its place, for good; answers how many bytes. */
  commit(): Promise<number>;
  discard(): Promise<void>;
}

export interface ReportFiles {
  create(key: FileKey): Promise<NewFile>;
  /** Undefined when it is gone. */
  read(key: FileKey): Promise<ReadStream | undefined>;
  remove(key: FileKey): Promise<void>;
  /** Every report's file that is there, whole or not. */
  list(): Promise<FileKey[]>;
}

const nameOf = ({ id, attempt }: FileKey) => `${id}-${attempt}`;
const names = /^(\d+)-(\d+)(?:\.part)?$/;

/** The files of reports, in a directory that is theirs alone. */
export function createReportFiles(directory: string): ReportFiles {
  const placeOf = (key: FileKey) => path.join(directory, nameOf(key));

  async function remove(key: FileKey): Promise<void> {
    await rm(placeOf(key), { force: true });
    await rm(`${placeOf(key)}.part`, { force: true });
  }

  return {
    remove,
    async create(key) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const part = `${placeOf(key)}.part`;
      // Flushed: on the disk before it is closed, so that a power cut leaves no half of it in its place.
      const sink = createWriteStream(part, { mode: 0o600, flush: true });
      // Whoever writes is told, by the stream's own end.
      sink.on('error', () => undefined);
      return {
        sink,
        async commit() {
          if (!sink.closed) await new Promise<void>((resolve) => sink.once('close', resolve));
          if (sink.errored) throw sink.errored;
          const { size } = await stat(part);
          await rename(part, placeOf(key));
          await flushDirectory(directory);
          return size;
        },
        async discard() {
          sink.destroy();
          await remove(key);
        },
      };
    },
    async read(key) {
      const handle = await open(placeOf(key)).catch(ignoreMissing);
      return handle && createReadStream('', { fd: handle });
    },
    async list() {
      const found = (await readdir(directory).catch(ignoreMissing)) ?? [];
      return found.flatMap((name) => {
        const [, id, attempt] = names.exec(name) ?? [];
        return id && attempt ? [{ id: Number(id), attempt: Number(attempt) }] : [];
      });
    },
  };
}
