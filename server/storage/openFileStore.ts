import path from 'node:path';
import type { Config } from '../config.ts';
import type { FileStore } from './fileStore.ts';
import { createLocalFileStore } from './localFileStore.ts';

/** The store that the environment names: a bucket, or else a folder of the data directory. */
export async function openFileStore(config: Pick<Config, 'DATA_DIR' | 's3'>): Promise<FileStore> {
  if (!config.s3) return createLocalFileStore(path.join(config.DATA_DIR, 'files'));
  // Loaded by those alone who have a bucket.
  const { createS3FileStore } = await import('./s3FileStore.ts');
  return createS3FileStore(config.s3);
}
