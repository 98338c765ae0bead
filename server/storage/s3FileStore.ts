import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  NoSuchKey,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { type FileStore, requireFileName } from './fileStore.ts';
import { measure } from './measure.ts';

export interface Bucket {
  readonly bucket: string;
  readonly region: string;
  /** Of servers other than Amazon's; their buckets are parts of the path. */
  readonly endpoint?: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The parts of one file that are under way at once, 5 MiB each, are all that is held of it. */
const partsAtOnce = 2;

/** Files in a bucket: S3 shows an object when all of it has arrived, so nothing needs renaming. */
export function createS3FileStore(given: Bucket): FileStore & { close(): void } {
  const { bucket: Bucket, region, endpoint, accessKeyId, secretAccessKey } = given;
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // Servers other than Amazon's know fewer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });

  /** What a process that ended left behind of an upload is paid for until somebody aborts it. */
  async function abortUploads(Key: string): Promise<void> {
    const { Uploads = [] } = await client.send(
      new ListMultipartUploadsCommand({ Bucket, Prefix: Key }),
    );
    for (const { UploadId, Key: uploaded } of Uploads) {
      if (uploaded !== Key) continue;
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
    }
  }

  return {
    async put(name, content, limits) {
      const { pieces, measured } = measure(content, limits);
      const Body = Readable.from(pieces);
      const abortController = new AbortController();
      const { signal = abortController.signal } = limits;
      const abort = () => abortController.abort(signal.reason);
      signal.addEventListener('abort', abort, { once: true });
      try {
        await new Upload({
          client,
          params: { Bucket, Key: requireFileName(name), Body },
          queueSize: partsAtOnce,
          abortController,
        }).done();
        return measured();
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      } finally {
        signal.removeEventListener('abort', abort);
        Body.destroy();
      }
    },
    async get(name, range) {
      try {
        const { Body } = await client.send(
          new GetObjectCommand({
            Bucket,
            Key: requireFileName(name),
            ...(range && { Range: `bytes=${range.first}-${range.last}` }),
          }),
        );
        return Body as Readable;
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
    async remove(name) {
      const Key = requireFileName(name);
      await abortUploads(Key);
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
    },
    close: () => client.destroy(),
  };
}
