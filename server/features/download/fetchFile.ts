import { readingOnly } from '../../database/readOnly.ts';
import { AppError } from '../../errors.ts';
import type { Owner } from '../../identity/owner.repository.ts';
import type { Session } from '../../session.ts';
import { type FileStore, requireFileName } from '../../storage/fileStore.ts';
import { answerFile } from './answerFile.ts';
import { type Downloads, linkExpired, refuseLook } from './downloads.ts';
import type { TicketAction } from './tickets.repository.ts';

/** Who shows a ticket. */
export interface Bearer {
  readonly token: string | undefined;
  /** If they are signed in, it has to be as the ticket's owner. */
  readonly session: Session | undefined;
  /** Of the request. */
  readonly method: string;
}

interface KeptFile {
  readonly storedName: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: number;
  /** Of which it tells. */
  readonly properties?: readonly number[];
}

/**
 * Answers a file of the store to whoever has a ticket for it. `find` says which it is, as far as the
 * ticket's owner may have it now; undefined is refused as an old ticket is.
 */
export async function fetchFile(
  { downloads, files }: { readonly downloads: Downloads; readonly files: Pick<FileStore, 'get'> },
  action: TicketAction,
  objectId: number,
  { token, session, method }: Bearer,
  find: (owner: Owner) => Promise<KeptFile | undefined>,
): Promise<Response> {
  refuseLook(method);
  const owner = await downloads.redeem(action, objectId, { token, session });
  const file = await (owner.isPreview ? readingOnly(() => find(owner)) : find(owner));
  if (!file) throw linkExpired();
  const stream = await files.get(requireFileName(file.storedName));
  if (!stream) throw new AppError('NOT_FOUND', `The file of ${file.fileName} is gone.`);
  const { properties } = file;
  await downloads.record(stream, owner, { operation: action, id: objectId, properties });
  return answerFile(stream, file);
}
