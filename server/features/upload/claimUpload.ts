import type { UploadLimits } from '../../../schemas/entities/upload.ts';
import type { Transaction } from '../../database/open.ts';
import { AppError } from '../../errors.ts';
import { type FileName, needFileName } from '../../storage/fileStore.ts';
import { dropNote } from '../../storage/unclaimed.repository.ts';
import { findUpload } from './uploads.repository.ts';

export interface ClaimedFile {
  readonly storedName: FileName;
  readonly fileName: string;
  readonly contentType: string;
  /** SHA-256, in hexadecimal digits. */
  readonly checksum: string;
  readonly bytes: number;
}

/**
 * Makes an upload the caller's, whose row has to keep `storedName`, in this very transaction. `field`
 * is the body's. Throws VALIDATION_FAILED when the account has no such upload (any more), or it isn't
 * what the field takes (`uploadLimits`).
 */
export async function claimUpload(
  tx: Transaction,
  accountId: number,
  {
    upload: id,
    field,
    limits,
  }: { readonly upload: string; readonly field: string; readonly limits: UploadLimits },
): Promise<ClaimedFile> {
  const refuse = (rule: string, message: string) =>
    new AppError('VALIDATION_FAILED', `The request is not valid. ${message}`, {
      details: [{ field: `body.${field}`, rule, message }],
    });
  const gone = () => refuse('upload', 'There is no such file waiting. Send it again.');
  const found = await findUpload(tx, accountId, id);
  if (!found) throw gone();
  const { fileName, contentType, checksum, bytes } = found;
  const accepted: readonly string[] = limits.accept;
  if (!accepted.includes(contentType)) {
    throw refuse('uploadKind', `A file of the type ${contentType} is not taken here.`);
  }
  if (bytes > limits.mostBytes) {
    throw refuse('uploadSize', `It may have ${limits.mostBytes} bytes at most.`);
  }
  const storedName = needFileName(found.storedName);
  // Who comes second, or after the sweep, finds none.
  if (!(await dropNote(tx, storedName))) throw gone();
  return { storedName, fileName, contentType, checksum, bytes };
}
