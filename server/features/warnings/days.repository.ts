import { urgencySchema } from '../../../schemas/entities/warning.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, statement } from '../../database/statement.ts';
import type { Scope } from '../../session.ts';
import { known, seen, seenDays } from './known.repository.ts';
import { expectAll } from './warnings.repository.ts';

/** `$3` and `$4` are the first and last day. */
const warningDays = statement(
  {
    day: 'date',
    warnings: 'bigint',
    raised: 'bigint',
    urgency: narrow('smallint', urgencySchema),
  },
  (ofProperty) =>
    `${known(ofProperty)}, span AS (
       SELECT urgency, ${seenDays.first} AS first, ${seenDays.last} AS last,
         (first_occurrence AT TIME ZONE time_zone)::date AS began
       FROM ${seen()} AND last_occurrence > $3::date - interval '2 days'
     ) SELECT day::date AS day, count(*) AS warnings, count(*) FILTER (WHERE began = day) AS raised,
       max(urgency) AS urgency
     FROM span CROSS JOIN LATERAL
       generate_series(greatest(first, $3::date)::timestamp, least(last, $4::date)::timestamp,
         interval '1 day') AS day
     GROUP BY day ORDER BY day`,
);

/** How many warnings went on for some of each local day, of the days that had any. */
export async function listWarningDays(
  tx: Transaction,
  { accountId, anyFeature }: Scope,
  { property, begin, end }: { property: number | undefined; begin: string; end: string },
) {
  await expectAll(tx, { property });
  const parameters: unknown[] = [accountId, anyFeature, begin, end];
  const own = property === undefined ? '' : `WHERE property.id = $${parameters.push(property)}`;
  return tx.query(warningDays(own), parameters);
}
