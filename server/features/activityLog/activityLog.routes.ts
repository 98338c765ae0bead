import { activityLogOperations } from '../../../schemas/api/activityLog.ts';
import type { OperationRequest } from '../../../schemas/api/operations.ts';
import type { Database, Transaction } from '../../database/open.ts';
import { AppError } from '../../errors.ts';
import type { Handlers } from '../../http/handler.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import type { Session } from '../../session.ts';
import { refuseLook } from '../download/downloads.ts';
import { readerOf, recordDownload } from '../download/recordDownload.ts';
import {
  type EntryFilter,
  findAccountIds,
  findMarketAccount,
  pageOfEntries,
} from './activityLog.repository.ts';
import { sendEntries } from './entriesFile.ts';
import { logFields } from './loggedValues.ts';

interface Deps {
  readonly database: Database;
  readonly manifests: Pick<ManifestService, 'market' | 'words'>;
}

type Narrowing = Partial<OperationRequest<'activityLog.file'>['query']>;

/** What support sees of the activity log: their own market's, never another's. */
export function createActivityLogHandlers({
  database,
  manifests,
}: Deps): Handlers<keyof typeof activityLogOperations> {
  async function filterOf(
    tx: Transaction,
    { user: { country } }: Session,
    { search, username, actionType, periodBegin, periodEnd }: Narrowing,
  ): Promise<EntryFilter> {
    const accountIds = await accountsOf(tx, country, { search, username });
    const { timeZone } = manifests.market(country);
    return { country, timeZone, accountIds, actionType, periodBegin, periodEnd };
  }

  return {
    'activityLog.list': ({ query }, { session }) =>
      database.read(async (tx) => pageOfEntries(tx, await filterOf(tx, session, query), query)),
    'activityLog.user': ({ params }, { session }) =>
      database.read(async (tx) => {
        const { username, name } = await requireUser(tx, session.user.country, params.username);
        return { username, name };
      }),
    'activityLog.ofUser': ({ params, query }, { session }) =>
      database.read(async (tx) =>
        pageOfEntries(tx, await filterOf(tx, session, { ...query, ...params }), query),
      ),
    'activityLog.file': async ({ query }, { session, http }) => {
      refuseLook(http.req.method);
      const filter = await database.read((tx) => filterOf(tx, session, query));
      const { shape } = activityLogOperations['activityLog.file'].query;
      const about = logFields({ shape }, query);
      await recordDownload(database, readerOf(session), { operation: 'activityLog.file', about });
      return sendEntries({ database, manifests }, session, filter);
    },
  };
}

async function requireUser(tx: Transaction, country: Session['user']['country'], username: string) {
  const found = await findMarketAccount(tx, country, username);
  if (found) return found;
  throw new AppError('NOT_FOUND', `There is no user «${username}» in ${country}.`);
}

async function accountsOf(
  tx: Transaction,
  country: Session['user']['country'],
  { search, username }: Pick<Narrowing, 'search' | 'username'>,
): Promise<readonly number[] | undefined> {
  const named = search ? await findAccountIds(tx, search) : undefined;
  if (username === undefined) return named;
  const { id } = await requireUser(tx, country, username);
  return (named ?? [id]).filter((one) => one === id);
}
