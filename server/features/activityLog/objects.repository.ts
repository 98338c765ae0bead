import type { Transaction } from '../../database/open.ts';

const lockClass = 7_263;

/** Whoever else changes these objects with an entry waits until the transaction ends. */
export async function holdObjects(
  tx: Transaction,
  name: string,
  ids: readonly (number | string)[],
): Promise<void> {
  // In an order of their own, so that two never wait for each other.
  await tx.run(
    `SELECT pg_advisory_xact_lock($1, hash)
     FROM (SELECT DISTINCT hashtext($2 || ' ' || id) AS hash FROM unnest($3::text[]) AS id
       ORDER BY 1) AS objects`,
    [lockClass, name, ids.map(String)],
  );
}
