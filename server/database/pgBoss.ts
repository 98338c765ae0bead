import { PgBoss } from 'pg-boss';
import { listenTo } from './notifications.ts';
import type { Database } from './open.ts';
import type { Statements } from './statements.ts';

const schema = 'pgboss';

type Connected = Pick<Database, 'engine' | 'pool' | 'statements'>;

/** pg-boss on the portal's own connections, in a schema of its own, for who sends and does jobs. */
export function createBoss(database: Connected): PgBoss {
  const { engine, statements } = database;
  return new PgBoss({
    // Its workers are called when there is something to do, and look seldom by themselves.
    db: {
      executeSql: statements.executeSql,
      listen: (channel, tell, catchUp) => listen(database, channel, tell, catchUp),
    },
    useListenNotify: true,
    backend: engine,
    schema,
    schedule: false,
    supervise: true,
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
    // No job of ours waits for others.
    flowIntervalSeconds: 60,
    // The embedded engine has no autovacuum: maintenance.ts does its work.
    ...(engine === 'pglite' && { monitorVacuum: false, reindex: false }),
  });
}

/** So soon a word comes through, or pg-boss looks every second: behind a pooler nothing is heard. */
const mostMilliseconds = 5000;

async function listen(
  database: Pick<Database, 'pool'>,
  channel: string,
  tell: (payload: string) => void,
  catchUp: () => void,
): Promise<{ close: () => Promise<void> }> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const listening = listenTo(database, channel, {
    onNotified: (payload) => payload && tell(payload),
    onHearing: () => {
      resolve();
      catchUp();
    },
  });
  const timer = setTimeout(() => reject(new Error('Nothing is heard.')), mostMilliseconds);
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
