import { and, eq } from 'drizzle-orm';
import type {
  OperationRequest,
  OperationResponse,
  SortField,
} from '../../../schemas/api/operations.ts';
import type { Country } from '../../../schemas/entities/market.ts';
import { billingAdministrator } from '../../database/accessTables.ts';
import { isAnyOf } from '../../database/isAnyOf.ts';
import type { Transaction } from '../../database/open.ts';
import { statement } from '../../database/statement.ts';
import { containing, orderBy } from '../paging.ts';

/** Billing administrators of a market, and who has them. */

type Found = OperationResponse<'billingAdmin.search'>['content'][number];
type Choice = OperationResponse<'billingAdmin.choices'>['content'][number];

const lockClass = 7_272;

/** Who gives out billing administrators of the market waits from here on. */
export async function lockAssignments(tx: Transaction, country: Country): Promise<void> {
  await tx.run('SELECT pg_advisory_xact_lock($1, hashtext($2))', [lockClass, country]);
}

/** Those of the numbers that there are in the market. */
export function findBillingAdmins(
  tx: Transaction,
  country: Country,
  sapNumbers: readonly string[],
): Promise<{ id: number; sapNumber: string }[]> {
  const { id, sapNumber } = billingAdministrator;
  return tx
    .select({ id, sapNumber })
    .from(billingAdministrator)
    .where(and(eq(billingAdministrator.country, country), isAnyOf(sapNumber, sapNumbers)))
    .orderBy(sapNumber);
}

const holderOf = statement(
  { sapNumber: 'text', username: 'text' },
  `SELECT billing.sap_number AS "sapNumber", username FROM billing_assignment
   JOIN billing_administrator AS billing ON billing.id = billing_administrator_id
   JOIN account ON account.id = account_id
   WHERE billing_administrator_id = ANY ($1::bigint[]) AND account_id IS DISTINCT FROM $2::bigint
   ORDER BY billing.sap_number, username LIMIT 1`,
);

/** Another account that has one of them. */
export async function findHolder(
  tx: Transaction,
  ids: readonly number[],
  accountId: number | undefined,
): Promise<{ sapNumber: string; username: string } | undefined> {
  const [row] = await tx.query(holderOf, [ids, accountId ?? null]);
  return row;
}

/** In the place of what the account had. */
export async function writeBillingAssignments(
  tx: Transaction,
  accountId: number,
  ids: readonly number[],
): Promise<void> {
  await tx.run(
    `DELETE FROM billing_assignment
     WHERE account_id = $1 AND NOT billing_administrator_id = ANY ($2::bigint[])`,
    [accountId, ids],
  );
  await tx.run(
    `INSERT INTO billing_assignment (account_id, billing_administrator_id)
     SELECT $1, id FROM unnest($2::bigint[]) AS wanted (id) ON CONFLICT DO NOTHING`,
    [accountId, ids],
  );
}

const sortColumns = {
  sapNumber: 'billing.sap_number',
  name: 'billing.name',
  username: 'username',
} as const satisfies Record<SortField<'billingAdmin.search'>, string>;

const foundPage = statement(
  {
    ...({ id: 'text', sapNumber: 'text', name: 'text', userId: 'bigint | null' } as const),
    ...({ username: 'text | null', administrator: 'text | null' } as const),
    ...({ specialUser: 'boolean | null', total: 'bigint' } as const),
  },
  (order) =>
    `SELECT concat_ws('-', billing.id, account.id) AS id, billing.sap_number AS "sapNumber",
       billing.name, account.id AS "userId", username, account.name AS administrator,
       special_user AS "specialUser", count(*) OVER () AS total
     FROM billing_administrator AS billing
     LEFT JOIN billing_assignment ON billing_administrator_id = billing.id
     LEFT JOIN account ON account.id = account_id
     WHERE billing.country = $1 AND billing.sap_number ILIKE $2
     ${order} LIMIT $3 OFFSET $4`,
);

export function searchBillingAdmins(
  tx: Transaction,
  country: Country,
  { sapNumber, sort, size, page }: OperationRequest<'billingAdmin.search'>['query'],
): Promise<(Found & { total: number })[]> {
  const order = orderBy(sort, sortColumns, 'billing.sap_number, username, billing.id');
  return tx.query(foundPage(order), [country, containing(sapNumber), size, page * size]);
}

const choicePage = statement(
  { sapNumber: 'text', name: 'text', label: 'text', holders: 'text', total: 'bigint' },
  `SELECT billing.sap_number AS "sapNumber", billing.name,
     concat_ws(' ', billing.sap_number, billing.name) AS label,
     coalesce((SELECT string_agg(username, ', ' ORDER BY username) FROM billing_assignment
      JOIN account ON account.id = account_id
      WHERE billing_administrator_id = billing.id AND account_id IS DISTINCT FROM $2::bigint), '')
       AS holders,
     count(*) OVER () AS total
   FROM billing_administrator AS billing
   LEFT JOIN billing_assignment AS own
     ON own.billing_administrator_id = billing.id AND own.account_id = $2::bigint
   WHERE billing.country = $1 AND (billing.sap_number ILIKE $3 OR billing.name ILIKE $3)
   ORDER BY own.account_id NULLS LAST, billing.sap_number LIMIT $4 OFFSET $5`,
);

/** Those that the administrator has come first. */
export function listChoices(
  tx: Transaction,
  country: Country,
  { adminId, search, size, page }: OperationRequest<'billingAdmin.choices'>['query'],
): Promise<(Choice & { total: number })[]> {
  const values = [country, adminId ?? null, containing(search), size, page * size];
  return tx.query(choicePage, values);
}
