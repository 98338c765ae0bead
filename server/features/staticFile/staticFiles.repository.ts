import { and, arrayContains, asc, eq, sql } from 'drizzle-orm';
import type { Language } from '../../../schemas/entities/languages.ts';
import type { Country } from '../../../schemas/entities/market.ts';
import type { StaticFileTag } from '../../../schemas/entities/staticFile.ts';
import { staticFile } from '../../database/documentTables.ts';
import type { Transaction } from '../../database/open.ts';

export type StaticFile = typeof staticFile.$inferSelect;

const lockClass = 7_262;

const inOrder = [asc(staticFile.position), asc(staticFile.id)];

/** Those of a market in one language that have a tag, in their order. */
export function listStaticFiles(
  tx: Transaction,
  country: Country,
  { language, tag }: { readonly language: Language; readonly tag?: StaticFileTag | undefined },
): Promise<StaticFile[]> {
  return tx
    .select()
    .from(staticFile)
    .where(
      and(
        eq(staticFile.country, country),
        eq(staticFile.language, language),
        tag && arrayContains(staticFile.tags, [tag]),
      ),
    )
    .orderBy(...inOrder);
}

/** All of a market. */
export function listManaged(tx: Transaction, country: Country): Promise<StaticFile[]> {
  return tx
    .select()
    .from(staticFile)
    .where(eq(staticFile.country, country))
    .orderBy(asc(staticFile.language), ...inOrder);
}

/** Undefined, too, when it is another market's. */
export async function findStaticFile(
  tx: Transaction,
  country: Country,
  id: number,
): Promise<StaticFile | undefined> {
  const [row] = await tx
    .select()
    .from(staticFile)
    .where(and(eq(staticFile.id, id), eq(staticFile.country, country)));
  return row;
}

/** Changes of a market's files wait for each other from here on. */
export async function lockStaticFiles(tx: Transaction, country: Country): Promise<void> {
  await tx.run('SELECT pg_advisory_xact_lock($1, hashtext($2))', [lockClass, country]);
}

export function countStaticFiles(tx: Transaction, country: Country): Promise<number> {
  return tx.$count(staticFile, eq(staticFile.country, country));
}

/** Behind the last of a language. */
export async function findLastPlace(
  tx: Transaction,
  country: Country,
  language: Language,
): Promise<number> {
  const [row] = await tx
    .select({ last: sql`coalesce(max(${staticFile.position}), 0)`.mapWith(Number) })
    .from(staticFile)
    .where(and(eq(staticFile.country, country), eq(staticFile.language, language)));
  return (row?.last ?? 0) + 1;
}

export async function insertStaticFile(
  tx: Transaction,
  given: typeof staticFile.$inferInsert,
): Promise<number> {
  const [row] = await tx.insert(staticFile).values(given).returning({ id: staticFile.id });
  if (!row) throw new Error('The static file was not kept.');
  return row.id;
}

export async function updateStaticFile(
  tx: Transaction,
  id: number,
  changed: Partial<StaticFile>,
): Promise<void> {
  await tx.update(staticFile).set(changed).where(eq(staticFile.id, id));
}

export async function deleteStaticFile(tx: Transaction, id: number): Promise<void> {
  await tx.delete(staticFile).where(eq(staticFile.id, id));
}
