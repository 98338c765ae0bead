import type { z } from 'zod';
import {
  type staticFileChangeSchema,
  staticFileDraftSchema,
} from '../../../schemas/entities/staticFile.ts';
import { uploadLimits } from '../../../schemas/entities/upload.ts';
import type { Database, Transaction } from '../../database/open.ts';
import { AppError } from '../../errors.ts';
import type { Session } from '../../session.ts';
import { requireFileName } from '../../storage/fileStore.ts';
import type { Files } from '../../storage/files.ts';
import { noteUnclaimed } from '../../storage/unclaimed.repository.ts';
import { claimUpload } from '../upload/claimUpload.ts';
import {
  countStaticFiles,
  deleteStaticFile,
  findLastPlace,
  findStaticFile,
  insertStaticFile,
  listStaticFiles,
  lockStaticFiles,
  type StaticFile,
  updateStaticFile,
} from './staticFiles.repository.ts';

/** Lists of them are shown whole. */
const maxOfMarket = 500;

export const noStaticFile = (id: number) =>
  new AppError('NOT_FOUND', `There is no static file ${id}.`);

const limits = uploadLimits.get(staticFileDraftSchema.shape.upload);

/** What support does with the static files of their own market. */
export function createStaticFileService({
  database,
  files,
  now,
}: {
  readonly database: Database;
  readonly files: Pick<Files, 'discard'>;
  readonly now: () => Date;
}) {
  const claim = async (tx: Transaction, { accountId, user }: Session, upload: string) => {
    if (!limits) throw new Error('The form of static files takes no upload.');
    const claimed = await claimUpload(tx, accountId, { upload, field: 'upload', limits });
    return { ...claimed, uploadedAt: now(), owner: user.username };
  };

  /** The file that goes is noted in the transaction that lets go of it, and removed after it. */
  const letGo = async (tx: Transaction, { storedName }: StaticFile) => {
    const name = requireFileName(storedName);
    await noteUnclaimed(tx, name, now());
    return name;
  };

  const change = <Result>(
    { user: { country } }: Session,
    id: number,
    work: (tx: Transaction, found: StaticFile) => Promise<Result>,
  ): Promise<Result> =>
    database.transaction(async (tx) => {
      await lockStaticFiles(tx, country);
      const found = await findStaticFile(tx, country, id);
      if (!found) throw noStaticFile(id);
      return work(tx, found);
    });

  return {
    async create(session: Session, draft: z.infer<typeof staticFileDraftSchema>) {
      const { upload, ...given } = draft;
      const { country } = session.user;
      return database.transaction(async (tx) => {
        await lockStaticFiles(tx, country);
        if ((await countStaticFiles(tx, country)) >= maxOfMarket) {
          throw new AppError('CONFLICT', `A market has ${maxOfMarket} static files at most.`);
        }
        const position = await findLastPlace(tx, country, given.language);
        const file = await claim(tx, session, upload);
        return { id: await insertStaticFile(tx, { ...given, ...file, country, position }) };
      });
    },

    async save(session: Session, id: number, changed: z.infer<typeof staticFileChangeSchema>) {
      const { upload, ...given } = changed;
      const former = await change(session, id, async (tx, found) => {
        const hasMoved = given.language !== found.language;
        await updateStaticFile(tx, id, {
          ...given,
          ...(hasMoved && { position: await findLastPlace(tx, found.country, given.language) }),
          ...(upload && (await claim(tx, session, upload))),
        });
        return upload ? letGo(tx, found) : undefined;
      });
      if (former) await files.discard(former);
      return { id };
    },

    async move(session: Session, id: number, isUp: boolean) {
      await change(session, id, async (tx, { country, language }) => {
        const list = await listStaticFiles(tx, country, { language });
        const from = list.findIndex((one) => one.id === id);
        const to = from + (isUp ? -1 : 1);
        const [own, other] = [list[from], list[to]];
        if (!own || !other) return;
        list[from] = other;
        list[to] = own;
        for (const [position, one] of list.entries()) {
          if (one.position !== position) await updateStaticFile(tx, one.id, { position });
        }
      });
      return { id };
    },

    async remove(session: Session, id: number) {
      const former = await change(session, id, async (tx, found) => {
        await deleteStaticFile(tx, id);
        return letGo(tx, found);
      });
      await files.discard(former);
      return { id };
    },
  };
}
