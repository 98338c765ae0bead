import { PgBoss } from 'pg-boss';
import type { Database } from './open.ts';
import type { Statements } from './statements.ts';

/** pg-boss on the portal's own connections, in a schema of its own. */
export function createBoss(
  { engine, statements }: Pick<Database, 'engine'> & { statements: Pick<Statements, 'executeSql'> },
  { supervise }: { supervise: boolean },
): PgBoss {
  return new PgBoss({
    db: statements,
    backend: engine,
    schema: 'pgboss',
    schedule: false,
    supervise,
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
    // No job of ours waits for others.
    flowIntervalSeconds: 60,
    // The embedded engine has no autovacuum: maintenance.ts does its work.
    ...(engine === 'pglite' && { monitorVacuum: false, reindex: false }),
  });
}

/** Makes the tables of the job queue where there are none; later versions update them as they start. */
export async function installBoss(statements: Pick<Statements, 'executeSql'>): Promise<void> {
  const boss = createBoss({ engine: 'postgres', statements }, { supervise: false });
  if (await boss.isInstalled()) return;
  await boss.start();
  await boss.stop({ close: false, graceful: false });
}
