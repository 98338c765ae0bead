import { z } from 'zod';
import { narrow, statement } from '../database/statement.ts';
import type { Statements } from '../database/statements.ts';
import type { TableShape } from '../database/tableRows.ts';

/** What the database says of itself: which tables hold the portal's data, and what else they need. */

const columns = z.array(z.object({ name: z.string(), type: z.string() }));

const tables = statement(
  { schema: 'text', name: 'text', columns: narrow('json', columns) },
  `SELECT namespace.nspname::text AS schema, class.relname::text AS name,
     json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod))
       ORDER BY attnum) AS columns
   FROM pg_class class
   JOIN pg_namespace namespace ON namespace.oid = class.relnamespace
   JOIN pg_attribute ON attrelid = class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
   WHERE class.relkind IN ('r', 'p') AND NOT class.relispartition
     AND (nspname = 'public' OR (nspname = 'pgboss' AND relname = 'job'))
     AND NOT EXISTS (SELECT FROM pg_depend
       WHERE classid = 'pg_class'::regclass AND objid = class.oid AND deptype = 'e')
   GROUP BY nspname, relname
   ORDER BY nspname, relname`,
);

/** The portal's tables, and the jobs of its queues. */
export function listTables(statements: Statements): Promise<TableShape[]> {
  return statements.query(tables);
}

const partitions = statement(
  { months: 'text[]', years: 'text[]' },
  `SELECT coalesce(array_agg(DISTINCT day) FILTER (WHERE is_month), '{}') AS months,
     coalesce(array_agg(DISTINCT day) FILTER (WHERE NOT is_month), '{}') AS years
   FROM pg_class class
   JOIN pg_inherits ON inhrelid = class.oid,
     substring(pg_get_expr(relpartbound, class.oid) FROM '\\d{4}-\\d\\d-\\d\\d') AS bound (day),
     LATERAL (SELECT inhparent = 'public.reading'::regclass) AS parent (is_month)
   WHERE relkind = 'r' AND relispartition AND relnamespace = 'public'::regnamespace`,
);

/** The first days of the months and years that have partitions. */
export async function listPartitions(statements: Statements) {
  const [found] = await statements.query(partitions);
  return found ?? { months: [], years: [] };
}

/** Makes the partitions that begin on these days, where they are missing. */
export async function makePartitions(
  statements: Statements,
  { months, years }: { readonly months: readonly string[]; readonly years: readonly string[] },
): Promise<void> {
  await statements.run('SELECT meterhouse_make_partitions($1::date[], $2::date[])', [
    months,
    years,
  ]);
}

const sequences = statement(
  { name: 'text', value: 'bigint' },
  `SELECT sequencename::text AS name, last_value AS value FROM pg_sequences
   WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY sequencename`,
);

/** The numbers last given by sequences that have given any. */
export function listSequences(statements: Statements) {
  return statements.query(sequences);
}

export async function setSequences(
  statements: Statements,
  given: readonly { readonly name: string; readonly value: number }[],
): Promise<void> {
  await statements.run(
    `SELECT setval(format('public.%I', name)::regclass, value)
     FROM unnest($1::text[], $2::bigint[]) AS given (name, value)`,
    [given.map(({ name }) => name), given.map(({ value }) => value)],
  );
}
