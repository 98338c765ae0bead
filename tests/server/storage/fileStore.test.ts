import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, it, test } from 'vitest';
import {
  type FileName,
  type FileStore,
  FileTooLarge,
  newFileName,
  requireFileName,
} from '../../../server/storage/fileStore.ts';
import { createLocalFileStore } from '../../../server/storage/localFileStore.ts';
import { openFileStore } from '../../../server/storage/openFileStore.ts';
import { createS3FileStore } from '../../../server/storage/s3FileStore.ts';

/** One contract for all stores; the bucket's where the step s3 has started a server. */
const directory = mkdtempSync(path.join(tmpdir(), 'meterhouse-files-'));
const stores: [string, FileStore][] = [['a folder', createLocalFileStore(directory)]];
const { TEST_S3_ENDPOINT: endpoint, TEST_S3_BUCKET: bucket = '' } = process.env;
const { TEST_S3_ACCESS_KEY_ID: accessKeyId = '', TEST_S3_SECRET_ACCESS_KEY: secretAccessKey = '' } =
  process.env;
if (endpoint) {
  const keys = { accessKeyId, secretAccessKey };
  stores.push(['a bucket', createS3FileStore({ ...keys, endpoint, bucket, region: 'us-east-1' })]);
}
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const mebibyte = 1 << 20;
const plenty = { maxBytes: 100 * mebibyte };
const some = randomBytes(3 * mebibyte);
/** More than one part of an upload, and no whole number of them. */
const much = randomBytes(11 * mebibyte + 7);

async function* inPieces(content: Buffer, size = 50_000) {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

async function* broken() {
  yield much;
  throw new Error('The source broke.');
}

describe.each(stores)('in %s', (_where, store) => {
  const read = async (name: FileName, range?: Parameters<FileStore['get']>[1]) => {
    const stream = await store.get(name, range);
    return stream && (await buffer(stream));
  };

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a little', Buffer.from('a little')],
    ['some', some],
    ['much', much],
  ])('%s is read as it was written, and measured on the way', async (_size, content) => {
    const name = newFileName('documents');
    expect(await store.put(name, inPieces(content), plenty)).toEqual({
      bytes: content.length,
      checksum: createHash('sha256').update(content).digest('hex'),
    });
    expect((await read(name))?.equals(content)).toBe(true);
  });

  it('a part is read without the rest', async () => {
    const name = newFileName('documents');
    await store.put(name, inPieces(some), plenty);
    const part = await read(name, { first: 10, last: 99_999 });
    expect(part?.equals(some.subarray(10, 100_000))).toBe(true);
  });

  it('what is not there is undefined, and removed without a fault', async () => {
    const name = newFileName('packages');
    expect(await store.get(name)).toBeUndefined();
    await store.remove(name);
    await store.put(name, inPieces(some), plenty);
    await store.remove(name);
    expect(await store.get(name)).toBeUndefined();
  });

  it.each([
    [some, 2 * mebibyte],
    [much, 11 * mebibyte],
  ])('what is too large is refused, and nothing of it stays', async (content, maxBytes) => {
    const name = newFileName('documents');
    await expect(store.put(name, inPieces(content), { maxBytes })).rejects.toThrow(FileTooLarge);
    expect(await store.get(name)).toBeUndefined();
  });

  it('what breaks off leaves nothing', async () => {
    const name = newFileName('documents');
    await expect(store.put(name, broken(), plenty)).rejects.toThrow('The source broke.');
    expect(await store.get(name)).toBeUndefined();
  });

  it('an upload is ended by its signal, also while its source says nothing', async () => {
    const name = newFileName('documents');
    const ending = new AbortController();
    async function* silent() {
      yield much;
      setTimeout(() => ending.abort(), 50);
      await new Promise(() => undefined);
    }
    const put = store.put(name, silent(), { ...plenty, signal: ending.signal });
    await expect(put).rejects.toThrow(/abort/i);
    expect(await store.get(name)).toBeUndefined();
  });

  it('nobody reads a file before it is whole', async () => {
    const name = newFileName('documents');
    let seen: unknown = 'not looked';
    async function* watched() {
      yield much;
      seen = await store.get(name);
      yield some;
    }
    await store.put(name, watched(), plenty);
    expect(seen).toBeUndefined();
    expect((await read(name))?.length).toBe(much.length + some.length);
  });

  it.each([
    '../../etc/passwd',
    'documents/../../etc/passwd',
    '/etc/passwd',
    'documents/00/..',
    'documents/ab/AB000000000000000000000000000000',
    'reports/ab/00000000000000000000000000000000',
    'documents/ab/00000000000000000000000000000000\n',
    'documents\\ab\\00000000000000000000000000000000',
    '',
  ])('%j is no name for anything', async (given) => {
    const name = given as FileName;
    await expect(store.put(name, inPieces(some), plenty)).rejects.toThrow('no name');
    await expect(store.get(name)).rejects.toThrow('no name');
    await expect(store.remove(name)).rejects.toThrow('no name');
  });
});

test('names are the server’s own, each another one', () => {
  const names = Array.from({ length: 1000 }, () => newFileName('documents'));
  expect(new Set(names).size).toBe(1000);
  for (const name of names) expect(requireFileName(name)).toBe(name);
});

test('files in a folder are the portal’s alone, and no pieces of others lie beside them', async () => {
  const store = await openFileStore({ DATA_DIR: directory, s3: undefined });
  const name = newFileName('documents');
  await store.put(name, inPieces(some), plenty);
  await store.put(newFileName('documents'), broken(), plenty).catch(() => undefined);
  const home = path.join(directory, 'files');
  const files = readdirSync(home, { recursive: true, withFileTypes: true });
  expect(files.filter((one) => one.isFile()).map((one) => one.name)).toEqual([name.slice(-32)]);
  expect(statSync(path.join(home, name)).mode & 0o077).toBe(0);
});
