import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createArchive } from '../../server/features/document/archive.ts';
import type { DocumentDeps } from '../../server/features/document/documentDeps.ts';
import type { FileStore } from '../../server/storage/fileStore.ts';
import { createFiles } from '../../server/storage/files.ts';
import { createLocalFileStore } from '../../server/storage/localFileStore.ts';

type Given = Omit<DocumentDeps, 'files' | 'packageKeepDays'> & {
  readonly store?: FileStore;
  readonly maxInterruptions?: number;
};

/** The archive as main.ts puts it together, with files in a folder of its own. */
export function createTestArchive(given: Given) {
  const directory = path.join(tmpdir(), `meterhouse-archive-${randomBytes(6).toString('hex')}`);
  const { database, now, store = createLocalFileStore(directory) } = given;
  const files = createFiles({ database, store, now });
  const archive = createArchive({ ...given, files, packageKeepDays: 7 });
  return { archive, files, directory };
}
