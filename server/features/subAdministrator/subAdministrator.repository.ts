import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type {
  OperationRequest,
  OperationResponse,
  SortField,
} from '../../../schemas/api/operations.ts';
import { subAdministratorFilters } from '../../../schemas/api/subAdministrators.ts';
import { subAdministratorSchema } from '../../../schemas/entities/subAdministrator.ts';
import { accountState } from '../../database/accountState.ts';
import { isoInstant } from '../../database/epoch.ts';
import type { Transaction } from '../../database/open.ts';
import { pendingEmail } from '../../database/pendingEmail.ts';
import { narrow, statement } from '../../database/statement.ts';
import { account } from '../../database/tables.ts';
import { pagedList } from '../pagedList.ts';

export type SubAdministrator = OperationResponse<'subAdministrator.get'>;

const isOwn = 'created_by = $1 AND level = 2';
const state = accountState('account');

const claim = {
  id: 'bigint',
  username: 'text',
  name: 'text',
  email: 'text',
  pendingEmail: 'text | null',
  phoneNumber: 'text | null',
  state: narrow('text', subAdministratorSchema.shape.state),
  deletedAt: 'text | null',
  lastLogin: 'text | null',
  properties: 'bigint',
} as const;
const columns = `id, username, name, email, ${pendingEmail('account')} AS "pendingEmail", phone AS "phoneNumber", ${state} AS state,
  ${isoInstant('deleted_at')} AS "deletedAt", ${isoInstant('last_sign_in_at')} AS "lastLogin",
  (SELECT count(*) FROM property_access WHERE account_id = account.id) AS properties`;

const filterColumns = {
  name: 'name',
  username: 'username',
  email: 'email',
  state: `(${state})`,
} as const satisfies Record<keyof typeof subAdministratorFilters, string>;
const sortColumns = {
  name: 'name',
  username: 'username',
  lastLogin: 'last_sign_in_at',
} as const satisfies Record<SortField<'subAdministrator.list'>, string>;

const page = statement(
  { ...claim, total: 'bigint' },
  (narrowing, order) =>
    `SELECT ${columns}, count(*) OVER () AS total FROM account
     WHERE ${isOwn} ${narrowing} ${order}`,
);

const list = pagedList(
  page,
  {
    kinds: subAdministratorFilters,
    columns: filterColumns,
    searched: ['name', 'username', 'email'],
  },
  { columns: sortColumns, otherwise: 'name, id' },
);

/** Those that an administrator has made, without the deleted ones unless a filter names a state. */
export function listSubAdministrators(
  tx: Transaction,
  ownerId: number,
  query: OperationRequest<'subAdministrator.list'>['query'],
): Promise<OperationResponse<'subAdministrator.list'>> {
  const namesState = query.filter?.some((one) => one.startsWith('state:'));
  return list(tx, [ownerId], query, namesState ? '' : 'AND deleted_at IS NULL');
}

const byId = statement(claim, `SELECT ${columns} FROM account WHERE ${isOwn} AND id = $2`);

export async function findSubAdministrator(
  tx: Transaction,
  ownerId: number,
  id: number,
): Promise<SubAdministrator | undefined> {
  const [row] = await tx.query(byId, [ownerId, id]);
  return row;
}

export async function writeSubAdministrator(
  tx: Transaction,
  id: number,
  { name, phoneNumber }: { readonly name: string; readonly phoneNumber: string | null },
): Promise<void> {
  await tx.update(account).set({ name, phone: phoneNumber }).where(eq(account.id, id));
}

/** Puts an account away since an instant, or brings it back; false when it was so already. */
export async function writeDeleted(
  tx: Transaction,
  id: number,
  since: Date | undefined,
): Promise<boolean> {
  const isOtherwise = since ? isNull(account.deletedAt) : isNotNull(account.deletedAt);
  const { rowCount } = await tx
    .update(account)
    .set({ deletedAt: since ?? null })
    .where(and(eq(account.id, id), isOtherwise));
  return rowCount === 1;
}
