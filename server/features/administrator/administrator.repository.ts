import { and, eq } from 'drizzle-orm';
import { administratorFilters } from '../../../schemas/api/administrators.ts';
import type {
  OperationRequest,
  OperationResponse,
  SortField,
} from '../../../schemas/api/operations.ts';
import type { Role } from '../../../schemas/entities/access.ts';
import {
  type AdministratorKind,
  administratorSchema,
} from '../../../schemas/entities/administrator.ts';
import type { Country } from '../../../schemas/entities/market.ts';
import { accountState } from '../../database/accountState.ts';
import { isoInstant } from '../../database/epoch.ts';
import type { Transaction } from '../../database/open.ts';
import { pendingEmail } from '../../database/pendingEmail.ts';
import { narrow, statement } from '../../database/statement.ts';
import { account } from '../../database/tables.ts';
import { pagedList } from '../pagedList.ts';

export type Administrator = OperationResponse<'administrator.get'>;

/** Which roles make which kind; other roles are staff's, whose accounts are nobody's to see here. */
export const rolesOfKind = {
  MAIN_USER: ['portal_user', 'portal_admin'],
  USER: ['portal_user'],
  RESTRICTED: ['portal_user', 'portal_domea'],
} as const satisfies Record<AdministratorKind, readonly Role[]>;

/** Whose accounts are nobody's to see here. */
export const staffRoles: readonly Role[] = ['portal_support', 'portal_super_admin'];
const isAdministrator = `country = $1 AND level = 1 AND NOT roles && '{${staffRoles.join()}}'::text[]`;
/** SQL of an account's kind by its roles. */
export const kindByRoles = `CASE WHEN 'portal_domea' = ANY (roles) THEN 'RESTRICTED'
  WHEN 'portal_admin' = ANY (roles) THEN 'MAIN_USER' ELSE 'USER' END`;
const state = accountState('account');

const { shape } = administratorSchema;
const claim = {
  id: 'bigint',
  username: 'text',
  name: 'text',
  email: 'text',
  pendingEmail: 'text | null',
  phoneNumber: 'text | null',
  kind: narrow('text', shape.kind),
  specialUser: 'boolean',
  sapNumber: 'text | null',
  billingAdmins: 'text[]',
  state: narrow('text', shape.state),
  disabledAt: 'text | null',
  lastLogin: 'text | null',
  properties: 'bigint',
  subAdministrators: 'bigint',
} as const;
const columns = `id, username, name, email, ${pendingEmail('account')} AS "pendingEmail",
  phone AS "phoneNumber", ${kindByRoles} AS kind,
  special_user AS "specialUser", sap_number AS "sapNumber",
  ARRAY(SELECT billing.sap_number FROM billing_assignment
   JOIN billing_administrator AS billing ON billing.id = billing_administrator_id
   WHERE account_id = account.id ORDER BY billing.sap_number) AS "billingAdmins", ${state} AS state, ${isoInstant('disabled_at')} AS "disabledAt",
  ${isoInstant('last_sign_in_at')} AS "lastLogin",
  (SELECT count(*) FROM property_access WHERE account_id = account.id) AS properties,
  (SELECT count(*) FROM account AS sub
   WHERE sub.created_by = account.id AND sub.level = 2 AND sub.deleted_at IS NULL)
    AS "subAdministrators"`;

const filterColumns = {
  name: 'name',
  username: 'username',
  email: 'email',
  state: `(${state})`,
  kind: `(${kindByRoles})`,
} as const satisfies Record<keyof typeof administratorFilters, string>;

const sortColumns = {
  name: 'name',
  username: 'username',
  lastLogin: 'last_sign_in_at',
} as const satisfies Record<SortField<'administrator.list'>, string>;

const page = statement(
  { ...claim, total: 'bigint' },
  (narrowing, order) =>
    `SELECT ${columns}, count(*) OVER () AS total FROM account
     WHERE ${isAdministrator} ${narrowing} ${order}`,
);

const list = pagedList(
  page,
  {
    kinds: administratorFilters,
    columns: filterColumns,
    searched: ['name', 'username', 'email', 'sap_number'],
  },
  { columns: sortColumns, otherwise: 'name, id' },
);

export function listAdministrators(
  tx: Transaction,
  country: Country,
  query: OperationRequest<'administrator.list'>['query'],
): Promise<OperationResponse<'administrator.list'>> {
  return list(tx, [country], query);
}

const byId = statement(
  claim,
  `SELECT ${columns} FROM account WHERE ${isAdministrator} AND id = $2`,
);

export async function findAdministrator(
  tx: Transaction,
  country: Country,
  id: number,
): Promise<Administrator | undefined> {
  const [row] = await tx.query(byId, [country, id]);
  return row;
}

/** Holds the account until the transaction ends, so that of two changes at once one waits. */
export async function lockAccount(tx: Transaction, id: number): Promise<void> {
  await tx.select({ id: account.id }).from(account).where(eq(account.id, id)).for('update');
}

export async function writeAdministrator(
  tx: Transaction,
  id: number,
  given: {
    readonly name: string;
    readonly phoneNumber: string | null;
    readonly roles: readonly Role[];
    readonly specialUser: boolean;
    readonly sapNumber: string | null;
  },
): Promise<void> {
  const { phoneNumber, roles, ...rest } = given;
  await tx
    .update(account)
    .set({ ...rest, phone: phoneNumber, roles: [...roles] })
    .where(eq(account.id, id));
}

/** Whose access goes with the administrator's. */
export async function listSubAccounts(tx: Transaction, id: number): Promise<number[]> {
  const rows = await tx
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.createdBy, id), eq(account.level, 2)));
  return rows.map((row) => row.id);
}
