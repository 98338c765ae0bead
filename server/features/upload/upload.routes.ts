import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Context } from 'hono';
import type { uploadOperations } from '../../../schemas/api/uploads.ts';
import { dataKind, fileKinds } from '../../../schemas/entities/fileKinds.ts';
import { minuteMs } from '../../../schemas/time.ts';
import type { Database } from '../../database/open.ts';
import { AppError } from '../../errors.ts';
import type { Handlers } from '../../http/handler.ts';
import { endStalled, Stalled } from '../../imports/bytes.ts';
import { type FileContent, isData, isGzip, sniffStream } from '../../imports/fileContent.ts';
import { LineFault } from '../../imports/values.ts';
import type { Session } from '../../session.ts';
import { nameByContent } from '../../storage/fileName.ts';
import { type FileName, FileTooLarge, requireFileName } from '../../storage/fileStore.ts';
import type { Files } from '../../storage/files.ts';
import { createWorkPool } from '../../workPool.ts';
import { findCustomer, findUpload, measureWaiting, noteUpload } from './uploads.repository.ts';

interface Bounds {
  /** Of one file. */
  readonly maxBytes: number;
  /** Of all that an account has sent and not used. */
  readonly maxWaiting: number;
  readonly maxWaitingBytes: number;
  /** Whether texts are taken that the portal reads itself: files to import. */
  readonly takesData: boolean;
}

const usualBounds: Bounds = {
  maxBytes: 10_000_000,
  maxWaiting: 20,
  maxWaitingBytes: 60_000_000,
  takesData: false,
};
const supportBounds: Bounds = {
  maxBytes: 100_000_000,
  maxWaiting: 50,
  maxWaitingBytes: 1_000_000_000,
  takesData: true,
};
/** A sender who has lost the connection must not keep a place for ever. */
const usualIdleMilliseconds = minuteMs;
const idBytes = 24;

/** Files that are sent ahead of the call that uses them, kept until then for their account alone. */
export function createUploadHandlers({
  database,
  files,
  idleMilliseconds = usualIdleMilliseconds,
}: {
  readonly database: Database;
  readonly files: Pick<Files, 'keep' | 'get' | 'discard'>;
  readonly idleMilliseconds?: number;
}): Handlers<keyof typeof uploadOperations> {
  const uploads = createWorkPool({ slots: 8, perOwner: 2, keptFree: 4, maxWaiting: 50 });

  /** Whose share of the places it takes. */
  const findCustomerWithRoom = (accountId: number, bounds: Bounds) =>
    database.transaction(async (tx) => {
      if (isFull(await measureWaiting(tx, accountId), bounds)) throw tooMany();
      return findCustomer(tx, accountId);
    });

  async function lookInto(name: FileName, { takesData }: Bounds): Promise<FileContent> {
    const open = async () => {
      const content = await files.get(name);
      if (!content) throw new Error('A file that was just kept is not there.');
      return content;
    };
    try {
      return await sniffStream(await open());
    } catch (error) {
      const isUnknown = error instanceof LineFault;
      if (!(isUnknown && takesData)) throw error;
      const isPacked = await isGzip(await open());
      if (!(isPacked || (await isData(await open())))) throw error;
      const contentType = isPacked ? 'application/gzip' : dataKind;
      return { contentType, extensions: fileKinds[contentType] };
    }
  }

  /** Looks at what is kept, and notes whose it is; throws when it isn't taken. */
  async function register(
    stored: Awaited<ReturnType<Files['keep']>>,
    { fileName, accountId, bounds }: { fileName: string; accountId: number; bounds: Bounds },
  ) {
    if (stored.bytes === 0) throw new AppError('BAD_REQUEST', 'The file is empty.');
    const { contentType, extensions } = await lookInto(stored.name, bounds);
    const { name: storedName, checksum, bytes } = stored;
    const upload = {
      uploadId: randomBytes(idBytes).toString('base64url'),
      accountId,
      fileName: nameByContent(fileName, extensions),
      contentType,
      checksum,
      bytes,
    };
    await database.transaction(async (tx) => {
      const { files: before, bytes: bytesBefore } = await measureWaiting(tx, accountId);
      const waiting = { files: before, bytes: bytesBefore + bytes - 1 };
      if (isFull(waiting, bounds)) throw tooMany();
      await noteUpload(tx, storedName, upload);
    });
    return {
      upload: upload.uploadId,
      fileName: upload.fileName,
      mediaType: contentType,
      size: bytes,
    };
  }

  async function take(fileName: string, session: Session, body: Readable) {
    const bounds = boundsOf(session);
    const { accountId } = session;
    const pieces = endStalled(body, idleMilliseconds) as AsyncGenerator<Uint8Array>;
    const stored = await files.keep('uploads', pieces, { maxBytes: bounds.maxBytes });
    try {
      return await register(stored, { fileName, accountId, bounds });
    } catch (error) {
      await files.discard(stored.name);
      throw error;
    }
  }

  return {
    'upload.create': async ({ query: { fileName } }, { session, http }) => {
      const { body } = http.req.raw;
      if (!body) throw new AppError('BAD_REQUEST', 'Send the file as the body of the request.');
      refuseLarge(http, boundsOf(session));
      const customer = await findCustomerWithRoom(session.accountId, boundsOf(session));
      return uploads
        .run(`${customer}`, () =>
          take(fileName, session, Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0])),
        )
        .catch((error: unknown) => {
          throw http.req.raw.signal.aborted ? leftEarly(error) : toAppError(error);
        });
    },
    'upload.remove': async ({ params: { upload } }, { session: { accountId } }) => {
      const found = await database.read((tx) => findUpload(tx, accountId, upload));
      if (!found) throw new AppError('NOT_FOUND', 'There is no such file waiting.');
      await files.discard(requireFileName(found.storedName) satisfies FileName);
      return { upload };
    },
  };
}

function boundsOf({ subject: { roles } }: Session): Bounds {
  const isSupport = roles.includes('portal_support') || roles.includes('portal_super_admin');
  return isSupport ? supportBounds : usualBounds;
}

function isFull(waiting: { files: number; bytes: number }, bounds: Bounds): boolean {
  return waiting.files >= bounds.maxWaiting || waiting.bytes >= bounds.maxWaitingBytes;
}

function tooMany(): AppError {
  return new AppError(
    'TOO_MANY_REQUESTS',
    'Too many files that were sent wait to be used. Remove some, or wait: each goes after a day.',
  );
}

function refuseLarge(http: Context, { maxBytes }: Bounds): void {
  const given = Number(http.req.header('content-length') ?? 0);
  if (given > maxBytes) throw toAppError(new FileTooLarge(maxBytes));
}

function leftEarly(cause: unknown): AppError {
  return new AppError('BAD_REQUEST', 'The caller left before the file was whole.', { cause });
}

function toAppError(error: unknown): unknown {
  if (error instanceof FileTooLarge) {
    return new AppError('TOO_LARGE', `The file is larger than ${error.maxBytes / 1e6} MB.`);
  }
  if (error instanceof LineFault) return new AppError('UNSUPPORTED_FORMAT', error.message);
  if (error instanceof Stalled) {
    return new AppError('UPLOAD_STALLED', `${error.message} Send it again.`);
  }
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return code === 'ENOSPC'
    ? new AppError('STORAGE_FULL', 'There is no room for the file.', { cause: error })
    : error;
}
