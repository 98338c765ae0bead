import type { Readable } from 'node:stream';
import { type OperationId, operations } from '../../../schemas/api/operations.ts';
import type { Database } from '../../database/open.ts';
import { writingAside } from '../../database/readOnly.ts';
import { recordActivity } from '../../identity/activity.repository.ts';
import type { Session } from '../../session.ts';
import { type LoggedValues, listed } from '../activityLog/loggedValues.ts';

/** The operations that answer files. */
export type FileOperation = {
  [Id in OperationId]: (typeof operations)[Id] extends { mediaType: string } ? Id : never;
}[OperationId];

/** Who gets a file. */
export interface Reader {
  /** Who has it in the end. */
  readonly actorId: number;
  /** Whose rights they have it by: another account's in a preview of that. */
  readonly accountId: number;
}

export const readerOf = ({
  accountId,
  preview,
}: Pick<Session, 'accountId' | 'preview'>): Reader => ({
  actorId: preview?.actor.accountId ?? accountId,
  accountId,
});

/** Which file it is. */
export interface Downloaded {
  readonly operation: FileOperation;
  /** What its address names. */
  readonly id?: number;
  /** Ids of the properties that it tells of; left out: of none that it would say. */
  readonly properties?: readonly number[] | undefined;
  /** What else is to be said of it. */
  readonly about?: LoggedValues;
}

/**
 * Writes into the activity log that somebody gets a file, before its first byte is sent: a file that
 * nobody noted isn't handed out.
 */
export async function recordDownload(
  database: Pick<Database, 'transaction'>,
  { actorId, accountId }: Reader,
  { operation, id, properties = [], about }: Downloaded,
): Promise<void> {
  const [, object = ''] = /\{(\w+)\}/.exec(operations[operation].path) ?? [];
  const detail: LoggedValues = {
    file: operation,
    ...(id !== undefined && { [object]: id }),
    ...(properties.length > 0 && { properties: listed(properties) }),
    ...about,
  };
  const isOthers = actorId !== accountId;
  await writingAside(() =>
    database.transaction((tx) =>
      recordActivity(tx, {
        type: 'FILE_DOWNLOADED',
        actorId,
        detail,
        ...(isOthers && { affectedId: accountId }),
      }),
    ),
  );
}

/** As `recordDownload`, of a file that is open already: where it can't be noted, it is closed. */
export async function recordStream(
  database: Pick<Database, 'transaction'>,
  stream: Readable,
  reader: Reader,
  file: Downloaded,
): Promise<void> {
  try {
    await recordDownload(database, reader, file);
  } catch (error) {
    stream.destroy();
    throw error;
  }
}
