import type { OperationRequest, OperationResponse } from '../../../schemas/api/operations.ts';
import type { Transaction } from '../../database/open.ts';
import { statement } from '../../database/statement.ts';
import type { Statements } from '../../database/statements.ts';
import { pageBy } from '../paging.ts';

/**
 * What assignments and shares replaced, for the day in which they can be taken back. A row says what
 * a row of property_access was (`had`, `package`, `features`, `since`) and what it became (`to_…`).
 */

/** Of a change in `access_change`, before what became of its rows is known, and after. */
const named = `AS r (account bigint, property bigint, had boolean, package bigint, features text[],
  since date, to_package bigint, to_features text[], to_since date)`;
const has = '(p.package_id, p.features, p.access_since)';
const isKept = `at > now() - interval '1 day'`;

const remembered = statement(
  { id: 'bigint' },
  `INSERT INTO access_change (account_id, actor_id, at, rows)
   SELECT $1, $2, now(), coalesce(jsonb_agg(jsonb_build_object('account', account, 'property', property,
     'had', p.account_id IS NOT NULL, 'package', p.package_id, 'features', p.features,
     'since', p.access_since)), '[]')
   FROM (SELECT $1::bigint AS account, id AS property FROM unnest($4::bigint[]) AS given (id)
     UNION ALL
     SELECT account_id, property_id FROM property_access
     WHERE account_id = ANY ($3::bigint[]) AND property_id = ANY ($4::bigint[])) AS touched
   LEFT JOIN property_access AS p ON p.account_id = account AND p.property_id = property
   RETURNING id`,
);

/** Notes how the properties are now, for `accountId` and those of its sub-administrators that have them. */
export async function noteBefore(
  tx: Transaction,
  change: { readonly accountId: number; readonly actorId: number },
  followers: readonly number[],
  properties: readonly number[],
): Promise<number> {
  const given = [change.accountId, change.actorId, followers, properties];
  const [row] = await tx.query(remembered, given);
  if (!row) throw new Error('What is inserted has an id.');
  return row.id;
}

const became = statement(
  { properties: 'integer' },
  `UPDATE access_change SET rows = became.rows, properties = became.properties
   FROM (SELECT coalesce(jsonb_agg(to_jsonb(r) || jsonb_build_object('to_package', p.package_id,
         'to_features', p.features, 'to_since', p.access_since)), '[]') AS rows,
       count(*) FILTER (WHERE r.account = change.account_id) AS properties
     FROM access_change AS change
     CROSS JOIN LATERAL jsonb_to_recordset(change.rows) ${named}
     JOIN property_access AS p ON p.account_id = r.account AND p.property_id = r.property
     WHERE change.id = $1 AND (NOT r.had OR ${has} IS DISTINCT FROM (r.package, r.features, r.since))
   ) AS became WHERE id = $1 RETURNING access_change.properties`,
);

/** Keeps what a change did, and forgets one that did nothing: answers whether it is kept. */
export async function noteAfter(tx: Transaction, id: number): Promise<boolean> {
  const [row] = await tx.query(became, [id]);
  if (row && row.properties > 0) return true;
  await forgetChange(tx, id);
  return false;
}

const held = statement(
  { properties: 'integer' },
  `SELECT properties FROM access_change
   WHERE id = $1 AND account_id = $2 AND ${isKept} FOR UPDATE`,
);

/** How many properties a change of the account is of; undefined once its day is over. */
export async function holdChange(
  tx: Transaction,
  id: number,
  accountId: number,
): Promise<number | undefined> {
  const [row] = await tx.query(held, [id, accountId]);
  return row?.properties;
}

const ofChange = `jsonb_to_recordset((SELECT rows FROM access_change WHERE id = $1)) ${named}`;
/** Of an administrator's own row: nothing has come since, and what it goes back to is still there. */
const ownStands = `r.account = $2 AND p.account_id = r.account AND p.property_id = r.property
  AND ${has} IS NOT DISTINCT FROM (r.to_package, r.to_features, r.to_since)`;

/**
 * Gives an administrator back what a change took, where nobody has changed it since: sub-administrators
 * follow, never with more than the administrator has then. Answers how many properties were restored.
 */
export async function restoreAssignments(
  tx: Transaction,
  { id, accountId, followers }: { id: number; accountId: number; followers: readonly number[] },
): Promise<number> {
  const replaced = await tx.run(
    `UPDATE property_access AS p
     SET package_id = r.package, features = r.features, access_since = r.since
     FROM ${ofChange}
     WHERE ${ownStands} AND r.had
       AND EXISTS (SELECT FROM permission_package WHERE permission_package.id = r.package)`,
    [id, accountId],
  );
  // What has been shared since stays with the sub-administrator.
  const removed = await tx.run(
    `DELETE FROM property_access AS p USING ${ofChange}
     WHERE ${ownStands} AND NOT r.had AND NOT EXISTS (SELECT FROM property_access AS shared
       WHERE shared.account_id = ANY ($3::bigint[]) AND shared.property_id = r.property)`,
    [id, accountId, followers],
  );
  await tx.run(
    `UPDATE property_access AS p SET access_since = r.since
     FROM ${ofChange} JOIN property_access AS own
       ON own.account_id = $2 AND own.property_id = r.property
     WHERE r.account <> $2 AND p.account_id = r.account AND p.property_id = r.property
       AND p.access_since IS NOT DISTINCT FROM r.to_since
       AND EXISTS (SELECT FROM ${ofChange.replace(' r (', ' main (')} WHERE main.account = $2
         AND main.property = r.property AND main.had
         AND (own.package_id, own.access_since) IS NOT DISTINCT FROM (main.package, main.since))`,
    [id, accountId],
  );
  await tx.run(
    `UPDATE property_access AS p
     SET package_id = own.package_id, access_since = greatest(p.access_since, own.access_since)
     FROM ${ofChange} JOIN property_access AS own
       ON own.account_id = $2 AND own.property_id = r.property
     WHERE r.account = $2 AND p.account_id = ANY ($3::bigint[]) AND p.property_id = r.property`,
    [id, accountId, followers],
  );
  return replaced + removed;
}

/**
 * Gives a sub-administrator back what a share took, where nobody has changed it since, as far as the
 * administrator may still share it. Answers how many properties were restored.
 */
export async function restoreShares(
  tx: Transaction,
  { id, accountId, ownerId }: { id: number; accountId: number; ownerId: number },
): Promise<number> {
  const stands = `r.account = $2 AND p.account_id = r.account AND p.property_id = r.property
    AND (p.features, p.access_since) IS NOT DISTINCT FROM (r.to_features, r.to_since)`;
  const replaced = await tx.run(
    `UPDATE property_access AS p SET package_id = own.package_id, features = r.features,
       access_since = greatest(own.access_since, r.since)
     FROM ${ofChange} JOIN property_access AS own
       ON own.account_id = $3 AND own.property_id = r.property
     WHERE ${stands} AND r.had`,
    [id, accountId, ownerId],
  );
  const removed = await tx.run(
    `DELETE FROM property_access AS p USING ${ofChange} WHERE ${stands} AND NOT r.had`,
    [id, accountId],
  );
  return replaced + removed;
}

export async function forgetChange(tx: Transaction, id: number): Promise<void> {
  await tx.run('DELETE FROM access_change WHERE id = $1', [id]);
}

/** Forgets what can't be taken back any more. */
export async function sweepChanges(statements: Statements): Promise<void> {
  await statements.run(`DELETE FROM access_change WHERE NOT ${isKept}`);
}

const page = statement(
  {
    id: 'bigint',
    at: 'timestamptz',
    actor: 'text',
    properties: 'integer',
    total: 'bigint',
  },
  `SELECT change.id, at, account.username AS actor, change.properties, count(*) OVER () AS total
   FROM access_change AS change JOIN account ON account.id = actor_id
   WHERE account_id = $1 AND ${isKept} ORDER BY at DESC, change.id DESC LIMIT $2 OFFSET $3`,
);

/** The changes of an account's properties that can still be taken back, the last first. */
export async function listChanges(
  tx: Transaction,
  accountId: number,
  query: OperationRequest<'administrator.accessChanges'>['query'],
): Promise<OperationResponse<'administrator.accessChanges'>> {
  const found = await pageBy(
    (asked: { page: number; size: number }) =>
      tx.query(page, [accountId, asked.size, asked.page * asked.size]),
    query,
  );
  return {
    ...found,
    content: found.content.map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() })),
  };
}
