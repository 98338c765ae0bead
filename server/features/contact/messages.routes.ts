import type { supportMessageOperations } from '../../../schemas/api/supportMessages.ts';
import type { Database } from '../../database/open.ts';
import { AppError } from '../../errors.ts';
import type { Handlers } from '../../http/handler.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import type { Files } from '../../storage/files.ts';
import { createDownloads } from '../download/downloads.ts';
import { fetchFile } from '../download/fetchFile.ts';
import { wholePage } from '../paging.ts';
import { requireNext } from './messageStates.ts';
import {
  countNew,
  findAttachment,
  findMessage,
  insertEvent,
  listAttachments,
  listEvents,
  listMessages,
  lockState,
} from './messages.repository.ts';

interface Deps {
  readonly database: Database;
  readonly manifests: Pick<ManifestService, 'findOperationRefusal'>;
  readonly files: Pick<Files, 'get'>;
  readonly now: () => Date;
}

const noMessage = (id: number) => new AppError('NOT_FOUND', `There is no message ${id}.`);
const noFile = (id: number) => new AppError('NOT_FOUND', `There is no file ${id}.`);

/** What support does with messages of the contact form: of their own country, never of another. */
export function createMessageHandlers({
  database,
  manifests,
  files,
  now,
}: Deps): Handlers<keyof typeof supportMessageOperations> {
  const downloads = createDownloads({ database, manifests, now });
  const requireMessage = async (country: string, id: number) => {
    const message = await database.read((tx) => findMessage(tx, country, id));
    if (!message) throw noMessage(id);
    return message;
  };

  return {
    'supportMessage.count': async (_request, { session: { user } }) => ({
      waiting: (await database.read((tx) => countNew(tx, user.country)))?.count ?? 0,
    }),
    'supportMessage.list': ({ query }, { session: { user } }) =>
      database.read((tx) => listMessages(tx, user.country, query)),
    'supportMessage.get': ({ params }, { session: { user } }) =>
      requireMessage(user.country, params.message),
    'supportMessage.change': ({ params, body }, { session: { user } }) =>
      database.transaction(async (tx) => {
        const { state, note } = body;
        const before = await lockState(tx, user.country, params.message);
        if (before === undefined) throw noMessage(params.message);
        requireNext(before, state);
        await insertEvent(tx, {
          messageId: params.message,
          at: now(),
          by: user.username,
          state,
          note: note || null,
        });
        return { state };
      }),
    'supportMessage.history': async ({ params }, { session: { user } }) => {
      const { id } = await requireMessage(user.country, params.message);
      return wholePage(await database.read((tx) => listEvents(tx, id)));
    },
    'supportMessage.attachments': async ({ params }, { session: { user } }) => {
      const { id } = await requireMessage(user.country, params.message);
      return wholePage(await database.read((tx) => listAttachments(tx, id)));
    },
    'supportMessage.ticket': async ({ params: { attachment } }, { session }) => {
      const { country } = session.user;
      const found = await database.read((tx) => findAttachment(tx, country, attachment));
      if (!found) throw noFile(attachment);
      return downloads.issue(session, 'supportMessage.file', attachment);
    },
    'supportMessage.file': ({ params: { attachment: id }, query }, { session, http }) =>
      fetchFile(
        { downloads, files },
        'supportMessage.file',
        id,
        { token: query.token, session, method: http.req.method },
        ({ subject }) => database.read((tx) => findAttachment(tx, subject.country, id)),
      ),
  };
}
