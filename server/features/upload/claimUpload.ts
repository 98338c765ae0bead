import type { UploadLimits } from '../../../schemas/entities/upload.ts';
import type { Transaction } from '../../database/open.ts';
import { type AppError, refuseValue } from '../../errors.ts';
import { type Said, said } from '../../said.ts';
import { type FileName, requireFileName } from '../../storage/fileStore.ts';
import { dropNote } from '../../storage/unclaimed.repository.ts';
import { findUpload, forgetUpload } from './uploads.repository.ts';

export interface ClaimedFile {
  readonly storedName: FileName;
  readonly fileName: string;
  readonly contentType: string;
  /** SHA-256, in hexadecimal digits. */
  readonly checksum: string;
  readonly bytes: number;
}

/** Which upload of the caller's a call is about: what the body's `field` names. */
interface Named {
  readonly upload: string;
  readonly field: string;
  readonly limits: UploadLimits;
}

/**
 * An upload of the account, which stays one. Throws VALIDATION_FAILED when the account has no such
 * upload (any more), or it isn't what the field takes (`uploadLimits`).
 */
export async function requireUpload(
  tx: Transaction,
  accountId: number,
  { upload: id, field, limits }: Named,
): Promise<ClaimedFile> {
  const found = await findUpload(tx, accountId, id);
  if (!found) throw gone(field);
  const { fileName, contentType, checksum, bytes } = found;
  const accepted: readonly string[] = limits.accept;
  if (!accepted.includes(contentType)) {
    throw refuse(field, 'uploadKind', said('field.uploadKind', { type: contentType }));
  }
  if (bytes > limits.mostBytes) {
    throw refuse(field, 'uploadSize', said('field.uploadSize', { most: limits.mostBytes }));
  }
  return { storedName: requireFileName(found.storedName), fileName, contentType, checksum, bytes };
}

/**
 * Makes an upload the caller's, whose row has to keep `storedName`, in this very transaction. Throws
 * as `needUpload` does.
 */
export async function claimUpload(
  tx: Transaction,
  accountId: number,
  named: Named,
): Promise<ClaimedFile> {
  const found = await requireUpload(tx, accountId, named);
  // Who comes second, or after the sweep, finds none.
  if (!(await dropNote(tx, found.storedName))) throw gone(named.field);
  return found;
}

/**
 * Takes an upload from its account for work that removes the file itself (`Files.discard`): no row
 * refers to it, and whatever becomes of the work, it goes a day after `since`. Throws as `needUpload`.
 */
export async function takeUpload(
  tx: Transaction,
  accountId: number,
  { since, ...named }: Named & { readonly since: Date },
): Promise<ClaimedFile> {
  const found = await requireUpload(tx, accountId, named);
  if (!(await forgetUpload(tx, named.upload, since))) throw gone(named.field);
  return found;
}

function gone(field: string): AppError {
  return refuse(field, 'upload', said('field.noUpload'));
}

function refuse(field: string, rule: string, words: Said): AppError {
  return refuseValue(`body.${field}`, words, rule);
}
