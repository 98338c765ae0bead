import { PgBoss } from 'pg-boss';
import { listenTo } from './notifications.ts';
import type { Database } from './open.ts';
import type { Statements } from './statements.ts';

const schema = 'pgboss';

/** How often is looked for jobs whose process is gone: of an embedded engine that is `portal work` alone. */
const supervision = {
  postgres: { superviseIntervalSeconds: 15, monitorIntervalSeconds: 15 },
  pglite: { superviseIntervalSeconds: 60, monitorIntervalSeconds: 60 },
};

/**
 * pg-boss on the portal's own connections, in a schema of its own. With `listens` its workers are
 * called when there is a job, and look seldom by themselves.
 */
export function createBoss(
  database: Pick<Database, 'engine' | 'pool' | 'statements'>,
  { listens }: { listens: boolean },
): PgBoss {
  const { engine, statements } = database;
  return new PgBoss({
    db: {
      executeSql: statements.executeSql,
      ...(listens && {
        listen: (channel: string, onJob: (payload: string) => void, lookAtAll: () => void) =>
          listen(database, channel, { onJob, lookAtAll }),
      }),
    },
    useListenNotify: listens,
    backend: engine,
    schema,
    schedule: false,
    supervise: true,
    ...supervision[engine],
    // No job of ours waits for others.
    flowIntervalSeconds: 60,
    // The embedded engine has no autovacuum: maintenance.ts does its work.
    ...(engine === 'pglite' && { monitorVacuum: false, reindex: false }),
  });
}

/** So soon a word comes through, or pg-boss looks every second: behind a pooler nothing is heard. */
const maxMilliseconds = 5000;

async function listen(
  database: Pick<Database, 'pool'>,
  channel: string,
  { onJob, lookAtAll }: { onJob: (payload: string) => void; lookAtAll: () => void },
): Promise<{ close: () => Promise<void> }> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const listening = listenTo(database, channel, {
    onNotified: (payload) => payload && onJob(payload),
    onHearing: () => {
      resolve();
      // What was announced while nothing was heard.
      lookAtAll();
    },
  });
  const timer = setTimeout(() => reject(new Error('Nothing is heard.')), maxMilliseconds);
  try {
    await promise;
    return { close: () => listening.stop() };
  } catch (error) {
    await listening.stop();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Makes the tables of the job queue where there are none; later versions update them as they start. */
export async function installBoss(statements: Pick<Statements, 'executeSql'>): Promise<void> {
  const boss = new PgBoss({
    db: statements,
    backend: 'postgres',
    schema,
    schedule: false,
    supervise: false,
  });
  if (await boss.isInstalled()) return;
  await boss.start();
  await boss.stop({ close: false, graceful: false });
}
