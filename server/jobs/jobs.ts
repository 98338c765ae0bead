import { setTimeout as sleep } from 'node:timers/promises';
import type { JobResult, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Database, Transaction } from '../database/open.ts';
import { createBoss } from '../database/pgBoss.ts';
import { joinWorkers, type Presence } from '../database/presence.ts';
import { announceJobs, listDue, listJobs, type QueueDepth, readDepths } from './jobs.repository.ts';
import { type QueueName, queueNames, queueOf } from './queues.ts';

/** A job as its handler gets it. */
export interface Job {
  readonly id: string;
  readonly data: object;
  /** Aborted when the process is about to end, or the job isn't this worker's any more. */
  readonly signal: AbortSignal;
}

interface Work {
  readonly queue: QueueName;
  /** How many at once in this process. */
  readonly concurrency: number;
  /** Runs at least once for each job: what it does has to stand being done again. */
  readonly handle: (job: Job) => Promise<void>;
}

interface Tick {
  readonly name: string;
  readonly seconds: number;
  /** Ends early when the signal is aborted. */
  readonly run: (stopping: AbortSignal) => Promise<void>;
}

/** A job of the same key waits or runs. */
export class JobExists extends Error {}

/** Work that is kept in the database until it is done, by whatever process. */
export interface Jobs {
  /** Brings the queues' own tables up to date. Nothing may be sent before. */
  start(): Promise<void>;
  /**
   * Puts a job into a queue, in the caller's transaction: it is there if that is committed. Answers
   * its id; of one `key` only one waits or runs, and another throws `JobExists`. A group's jobs take
   * turns with other groups'.
   */
  send(
    tx: Transaction,
    queue: QueueName,
    job: { readonly key: string; readonly data: object; readonly group?: string },
  ): Promise<string>;
  /** Takes a job out of its queue; one that is running is told by its signal, not at once. */
  cancel(tx: Transaction, queue: QueueName, id: string): Promise<void>;
  /** Has all jobs tried again that have failed; answers how many. */
  retryFailed(tx: Transaction, queue: QueueName): Promise<number>;
  /**
   * Begins to work: what was being worked at when all working processes ended goes on at once. Ticks
   * run at once and then regularly, in each process that works. May be called for each thing apart.
   */
  work(works: readonly Work[], ticks: readonly Tick[]): void;
  depths(): Promise<QueueDepth[]>;
  /** Takes no new jobs, and gives those under way back to their queue when they take longer. */
  rest(): Promise<void>;
  /** The same, and nothing can be sent any more. */
  stop(): Promise<void>;
}

/** How often a queue is looked at where nothing says that there is a job … */
const pollSeconds = 1;
/** … and where it is said, so that all others look for one. */
const seldomSeconds = 60;
/** How often is looked, for all queues at once, for what nobody announces: its next try is due. */
const usualDueSeconds = 10;
/** Milliseconds after a job's end until it is stored, at the latest: its group may have another turn then. */
const settledAfter = [100, 1000];
/** A process that is gone is noticed by others after so long; ten is pg-boss's least. */
const heartbeatSeconds = 20;
const drainMilliseconds = 2000;

/** A queue over the portal's own database, PostgreSQL or PGlite, by pg-boss. */
export function createJobs(
  database: Database,
  logger: Pick<Logger, 'error' | 'warn'>,
  /** Whether this process works, and so hears of jobs; others only send them. */
  { works: listens = true, dueSeconds = usualDueSeconds } = {},
): Jobs {
  const { statements } = database;
  const boss = createBoss(database, { listens });
  boss.on('error', (error) => logger.error({ err: error }, 'The job queue had a fault'));
  boss.on('warning', ({ message }) => logger.warn({ reason: message }, 'The job queue warns'));
  const stopping = new AbortController();
  const running = new Set<Promise<unknown>>();
  let state: 'new' | 'started' | 'stopped' = 'new';
  let joining: Promise<Presence | undefined> | undefined;
  let presence: Presence | undefined;

  /** For whoever fetches them next, in their old place. A process may end in between: all or nothing. */
  function giveBack(queue: string, ids: string[]): Promise<void> {
    return database.transaction(async (tx) => {
      await boss.cancel(queue, ids, { db: tx });
      await boss.resume(queue, ids, { db: tx });
      await announceJobs(tx, queue);
    });
  }

  async function reclaim(): Promise<void> {
    const active = await listJobs(statements, queueNames, 'active');
    for (const queue of new Set(active.map((job) => job.queue))) {
      await giveBack(
        queue,
        active.filter((job) => job.queue === queue).map(({ id }) => id),
      );
    }
  }

  async function settle(
    { queue, handle }: Work,
    { id, data, signal }: Job,
  ): Promise<Omit<JobResult, 'id'>> {
    try {
      await handle({ id, data, signal: AbortSignal.any([signal, stopping.signal]) });
      return { status: 'completed' };
    } catch (error) {
      if (stopping.signal.aborted) {
        await giveBack(queue, [id]);
        // It is nobody's now, so this settles nothing.
        return { status: 'completed' };
      }
      logger.error({ err: error, queue, job: id }, 'A job failed');
      const output = { message: (error as Error).message };
      // What pg-boss calls a dead letter is one that isn't tried again.
      return { status: queueOf(queue).retries > 0 ? 'failed' : 'deadletter', output };
    }
  }

  function wakeAll(queue: string): void {
    for (const { id, name } of boss.getWipData()) if (name === queue) boss.notifyWorker(id);
  }

  /** Has all workers at a queue look, the first one at once: pg-boss counts a group's job until it is stored. */
  function wake(queue: QueueName, first: string): void {
    boss.notifyWorker(first);
    for (const milliseconds of settledAfter) {
      setTimeout(() => wakeAll(queue), milliseconds).unref();
    }
  }

  async function wakeDue(): Promise<void> {
    for (const queue of await listDue(statements, queueNames)) wakeAll(queue);
  }

  function track<T>(promise: Promise<T>): Promise<T> {
    running.add(promise);
    const forget = () => running.delete(promise);
    promise.then(forget, forget);
    return promise;
  }

  async function workAt(work: Work): Promise<void> {
    const { perGroup } = queueOf(work.queue);
    const id = await boss.work(
      work.queue,
      {
        perJobResults: true,
        batchSize: 1,
        localConcurrency: work.concurrency,
        pollingIntervalSeconds: pollSeconds,
        notifyPollingIntervalSeconds: seldomSeconds,
        // In each process for itself: counted in the database, two that fetch at once see neither.
        ...(perGroup !== undefined && { localGroupConcurrency: perGroup }),
      },
      async (jobs: Job[]) => {
        const results = jobs.map(async (job) => ({ id: job.id, ...(await settle(work, job)) }));
        return track(Promise.all(results)).finally(() => wake(work.queue, id));
      },
    );
  }

  async function repeat({ name, seconds, run }: Tick): Promise<void> {
    const { signal } = stopping;
    while (!signal.aborted) {
      await run(signal).catch((error: unknown) => logger.error({ err: error }, `${name} failed`));
      await sleep(seconds * 1000, undefined, { signal }).catch(() => undefined);
    }
  }

  async function begin(works: readonly Work[], ticks: readonly Tick[]): Promise<void> {
    // Whoever works at several things is one worker.
    const isFirst = joining === undefined;
    joining ??= joinWorkers(database, reclaim, stopping.signal);
    presence = await joining;
    if (stopping.signal.aborted) return;
    for (const work of works) await workAt(work);
    const looks = {
      name: 'Looking for jobs whose time has come',
      seconds: dueSeconds,
      run: wakeDue,
    };
    for (const tick of isFirst ? [...ticks, looks] : ticks) void track(repeat(tick));
  }

  async function rest(): Promise<void> {
    if (state !== 'started' || stopping.signal.aborted) return;
    await Promise.all(queueNames.map((name) => boss.offWork(name, { wait: false })));
    const end = performance.now() + drainMilliseconds;
    const isDone = () => boss.getWipData().every(({ count }) => count === 0);
    while (!isDone() && performance.now() < end) await sleep(20);
    stopping.abort();
    await Promise.allSettled(running);
    await presence?.leave();
  }

  return {
    async start() {
      await boss.start();
      for (const name of queueNames) await declareQueue(boss, name);
      state = 'started';
    },
    async send(tx, queue, { key, data, group }) {
      if (state !== 'started') throw new Error('Nothing can be sent: the job queue isn’t started.');
      const id = await boss.send(queue, data, {
        db: tx,
        singletonKey: key,
        ...(group !== undefined && { group: { id: group } }),
      });
      if (id === null) throw new JobExists(`There is a job «${key}» in ${queue} already.`);
      return id;
    },
    async cancel(tx, queue, id) {
      await boss.cancel(queue, id, { db: tx });
    },
    async retryFailed(tx, queue) {
      const ids = (await listJobs(tx, [queue], 'failed')).map(({ id }) => id);
      if (ids.length > 0) await boss.retry(queue, ids, { db: tx });
      await announceJobs(tx, queue);
      return ids.length;
    },
    work(works, ticks) {
      void track(
        begin(works, ticks).catch((error: unknown) =>
          logger.error({ err: error }, 'This process can’t work at jobs'),
        ),
      );
    },
    depths: () => readDepths(statements, queueNames),
    rest,
    async stop() {
      if (state !== 'started') return;
      await rest();
      state = 'stopped';
      await boss.stop({ close: false });
    },
  };
}

async function declareQueue(boss: PgBoss, name: QueueName): Promise<void> {
  const { retries, maxSeconds } = queueOf(name);
  const options = {
    expireInSeconds: maxSeconds,
    heartbeatSeconds,
    notify: true,
    // A process that ends counts as a failure, and is none of the job's.
    retryLimit: retries > 0 ? retries : 1000,
    ...(retries > 0 && { retryDelay: 15, retryBackoff: true, retryDelayMax: 3600 }),
  };
  await boss.createQueue(name, { ...options, policy: 'exclusive' });
  await boss.updateQueue(name, options);
  // What pg-boss knows of the queue it reads at its first use, on a connection of its own: inside a
  // transaction the embedded engine would never answer.
  await boss.findJobs(name, { key: 'nothing' });
}
