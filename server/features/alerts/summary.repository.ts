import { alertSchema } from '../../../schemas/entities/warning.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, type RowOf, statement } from '../../database/statement.ts';
import { seenSince } from '../../warnings/seenSince.ts';
import { seenByAccounts } from './told.repository.ts';

/** What happened before the account's first day counts in no month. */
const isIn = (column: string, month: string) =>
  `date_trunc('month', ${seenSince.instantOf(column)} AT TIME ZONE time_zone) = ${month}`;
const localNow = '($1::timestamptz AT TIME ZONE time_zone)';
const lastMonth = `(date_trunc('month', ${localNow}) - interval '1 month')`;

const due = statement(
  { accountId: 'bigint', month: 'text' },
  `INSERT INTO warning_summary (account_id, month, decided_at)
   SELECT DISTINCT account.id, ${lastMonth}::date, $1::timestamptz
   FROM ${seenByAccounts}
   WHERE monthly_summary AND notifications
     AND extract(day FROM ${localNow}) <= 5 AND extract(hour FROM ${localNow}) >= 7
     AND (${isIn('raised_at', lastMonth)} OR ${isIn('resolved_at', lastMonth)})
     AND NOT EXISTS (SELECT FROM warning_summary known
       WHERE known.account_id = account.id AND known.month = ${lastMonth}::date)
   LIMIT $2
   ON CONFLICT DO NOTHING
   RETURNING account_id AS "accountId", to_char(month, 'YYYY-MM') AS month`,
);

/** Decides on summaries of the last month, each once: of accounts that saw something happen in it. */
export function writeSummariesDue(
  tx: Transaction,
  now: Date,
  most: number,
): Promise<{ accountId: number; month: string }[]> {
  return tx.query(due, [now, most]);
}

const counts = {
  raised: 'bigint',
  critical: 'bigint',
  resolved: 'bigint',
  open: 'bigint',
} as const;
const countsOfMonth = (month: string) => `
  count(*) FILTER (WHERE ${isIn('raised_at', month)}) AS raised,
  count(*) FILTER (WHERE ${isIn('raised_at', month)} AND urgency = 10) AS critical,
  count(*) FILTER (WHERE ${isIn('resolved_at', month)}) AS resolved,
  count(*) FILTER (WHERE state = 'ACTIVE') AS open`;
const given = `to_date($2, 'YYYY-MM')`;
const ofAccount = `FROM ${seenByAccounts}
  WHERE account.id = $1 AND (${isIn('raised_at', given)} OR ${isIn('resolved_at', given)}
    OR state = 'ACTIVE')`;

const typeClaim = { alert: narrow('text', alertSchema), ...counts } as const;
export type SummaryOfType = Readonly<RowOf<typeof typeClaim>>;
const byType = statement(
  typeClaim,
  `SELECT warning.alert, ${countsOfMonth(given)} ${ofAccount}
   GROUP BY warning.alert ORDER BY critical DESC, raised DESC, alert`,
);

const propertyClaim = { name: 'text', worksNo: 'text', ...counts, total: 'bigint' } as const;
export type SummaryOfProperty = Readonly<RowOf<typeof propertyClaim>>;
const byProperty = statement(
  propertyClaim,
  `SELECT property.name, works_no AS "worksNo", ${countsOfMonth(given)}, count(*) OVER () AS total
   ${ofAccount} GROUP BY property.id, property.name, works_no
   ORDER BY critical DESC, raised DESC, open DESC, property.name, property.id LIMIT $3`,
);

/** What an account may see now of a month (`2026-10`): by type, and the worst properties. */
export async function readSummary(
  tx: Transaction,
  { accountId, month, most }: { accountId: number; month: string; most: number },
): Promise<{ types: SummaryOfType[]; properties: SummaryOfProperty[] }> {
  return {
    types: await tx.query(byType, [accountId, month]),
    properties: await tx.query(byProperty, [accountId, month, most]),
  };
}
