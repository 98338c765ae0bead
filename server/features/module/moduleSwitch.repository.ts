import { and, desc, eq, sql } from 'drizzle-orm';
import type { OperationRequest, OperationResponse } from '../../../schemas/api/operations.ts';
import type { Country } from '../../../schemas/entities/market.ts';
import { moduleChoiceSchema } from '../../../schemas/entities/moduleSwitch.ts';
import { moduleSwitch } from '../../database/moduleTables.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, statement } from '../../database/statement.ts';
import type { Statements } from '../../database/statements.ts';
import { account } from '../../database/tables.ts';
import type { MarketSwitches, Switches } from '../../manifests/session/switchModules.ts';

/** What support has switched, over what the markets' files say. */

type Entry = OperationResponse<'module.history'>['content'][number];

export const switchChannel = 'meterhouse_module';
const lockClass = 7_281;

/** Changes of a market's modules wait for each other from here on. */
export async function lockModules(tx: Transaction, country: Country): Promise<void> {
  await tx.run('SELECT pg_advisory_xact_lock($1, hashtext($2))', [lockClass, country]);
}

/** Adds what is so from now on, and tells all processes once it is committed. */
export async function addSwitch(
  tx: Transaction,
  added: Pick<
    typeof moduleSwitch.$inferInsert,
    'country' | 'module' | 'isOn' | 'reason' | 'actorId'
  >,
): Promise<void> {
  const actor = sql`(SELECT ${account.username} FROM ${account} WHERE ${account.id} = ${added.actorId})`;
  await tx.insert(moduleSwitch).values({ ...added, actor, at: sql`now()` });
  await tx.run('SELECT pg_notify($1, $2)', [switchChannel, '']);
}

const newest = statement(
  {
    ...({ id: 'bigint', module: 'text', isOn: 'boolean | null', reason: 'text' } as const),
    ...({ by: 'text', at: 'timestamptz' } as const),
  },
  `SELECT DISTINCT ON (module) id, module, is_on AS "isOn", reason, actor AS "by", at
   FROM module_switch WHERE country = $1 ORDER BY module, id DESC`,
);

/** The newest change of each module of a market. */
export function listNewest(tx: Transaction, country: Country) {
  return tx.query(newest, [country]);
}

/** A change of a module of the market, and the one before it, the newer one first. */
export function findEntry(
  tx: Transaction,
  { country, module, entry }: { country: Country; module: string; entry: number },
) {
  return tx
    .select({ id: moduleSwitch.id, isOn: moduleSwitch.isOn })
    .from(moduleSwitch)
    .where(
      and(
        eq(moduleSwitch.country, country),
        eq(moduleSwitch.module, module),
        sql`${moduleSwitch.id} <= ${entry}`,
      ),
    )
    .orderBy(desc(moduleSwitch.id))
    .limit(2);
}

const choiceOf = (isOn: string) =>
  `CASE WHEN ${isOn} THEN 'ON' WHEN NOT ${isOn} THEN 'OFF' ELSE 'FILE' END`;

const historyPage = statement(
  {
    ...({ entry: 'bigint', at: 'timestamptz', by: 'text' } as const),
    before: narrow('text', moduleChoiceSchema),
    after: narrow('text', moduleChoiceSchema),
    ...({ reason: 'text', total: 'bigint' } as const),
  },
  `SELECT id AS entry, at, actor AS "by", ${choiceOf('was_on')} AS before,
     ${choiceOf('is_on')} AS after, reason, count(*) OVER () AS total
   FROM (
     SELECT *, lag(is_on) OVER (ORDER BY id) AS was_on
     FROM module_switch WHERE country = $1 AND module = $2
   ) AS entries
   ORDER BY id DESC LIMIT $3 OFFSET $4`,
);

export async function listHistory(
  tx: Transaction,
  country: Country,
  module: string,
  { size, page }: OperationRequest<'module.history'>['query'],
): Promise<(Entry & { total: number })[]> {
  const rows = await tx.query(historyPage, [country, module, size, page * size]);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** All that counts in all markets: of each module the newest change, unless it leaves it to the file. */
export async function readSwitches(statements: Statements): Promise<Switches> {
  const rows = await statements
    .select({
      country: moduleSwitch.country,
      module: moduleSwitch.module,
      isOn: moduleSwitch.isOn,
    })
    .from(moduleSwitch)
    .orderBy(moduleSwitch.id);
  const markets = new Map<Country, Map<string, boolean>>();
  for (const { country, module, isOn } of rows) {
    const own = markets.get(country) ?? new Map<string, boolean>();
    markets.set(country, own);
    if (isOn === null) own.delete(module);
    else own.set(module, isOn);
  }
  return { version: rows.length, markets };
}

export function toSwitches(
  newest: readonly Pick<typeof moduleSwitch.$inferSelect, 'module' | 'isOn'>[],
): MarketSwitches {
  return new Map(
    newest.flatMap(({ module, isOn }) => (isOn === null ? [] : [[module, isOn] as const])),
  );
}
