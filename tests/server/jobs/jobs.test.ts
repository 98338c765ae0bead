import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { createJobs, type Job, type Jobs } from '../../../server/jobs/jobs.ts';
import { createTestDatabase } from '../../support/database.ts';

const faults: unknown[] = [];
const logger = { error: (detail: unknown) => faults.push(detail), warn: () => undefined };
const started: Jobs[] = [];
let database: Database;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((jobs) => jobs.stop()));
  await database.pool.query('DELETE FROM pgboss.job');
  faults.length = 0;
});
afterAll(() => database.close());

/** `isAttached`: by a process beside the one that holds the embedded engine. */
async function startJobs({
  isAttached = false,
  statements = database.statements,
  ...options
}: Partial<Pick<Database, 'isAttached' | 'statements'>> & {
  dueSeconds?: number;
} = {}): Promise<Jobs> {
  const jobs = createJobs({ ...database, isAttached, statements }, logger, options);
  started.push(jobs);
  await jobs.start();
  return jobs;
}

const send = (jobs: Jobs, key: string, group?: string) =>
  database.transaction((tx) =>
    jobs.send(tx, 'report.make', { key, data: { key }, ...(group && { group }) }),
  );
const depthOf = async (jobs: Jobs, queue = 'report.make') =>
  (await jobs.depths()).find((one) => one.queue === queue);
const keyOf = ({ data }: Job) => (data as { key: string }).key;
const soon = { interval: 20 };

test('a job is there when its transaction is committed, and not when it isn’t', async () => {
  const jobs = await startJobs();
  await expect(
    database.transaction(async (tx) => {
      await jobs.send(tx, 'report.make', { key: 'never', data: {} });
      throw new Error('taken back');
    }),
  ).rejects.toThrow('taken back');
  expect(await depthOf(jobs)).toMatchObject({ waiting: 0, oldest: null });
  await send(jobs, 'one');
  expect(await depthOf(jobs)).toMatchObject({ waiting: 1, active: 0, oldest: expect.any(Date) });
});

test('two workers do each job once', async () => {
  const [one, other] = [await startJobs(), await startJobs({ isAttached: true })];
  const done: string[] = [];
  const handle = async (job: Job) => {
    await sleep(20);
    done.push(keyOf(job));
  };
  for (let count = 0; count < 6; count += 1) await send(one, `job-${count}`);
  for (const jobs of [one, other]) {
    jobs.work([{ queue: 'report.make', concurrency: 2, handle }], []);
  }
  await vi.waitFor(() => expect(done).toHaveLength(6), soon);
  await vi.waitFor(async () => expect(await depthOf(one)).toMatchObject({ active: 0 }), soon);
  expect(done.toSorted()).toEqual(['job-0', 'job-1', 'job-2', 'job-3', 'job-4', 'job-5']);
  expect(faults).toEqual([]);
});

test('of one key only one waits', async () => {
  const jobs = await startJobs();
  await send(jobs, 'same');
  await expect(send(jobs, 'same')).rejects.toThrow('There is a job «same» in report.make already.');
});

test('groups take turns: who has many waiting doesn’t take both places', async () => {
  const jobs = await startJobs();
  const begun: string[] = [];
  const gate = Promise.withResolvers<void>();
  for (const key of ['a1', 'a2', 'a3']) await send(jobs, key, 'a');
  await send(jobs, 'b1', 'b');
  const handle = (job: Job) => {
    begun.push(keyOf(job));
    return gate.promise;
  };
  jobs.work([{ queue: 'report.make', concurrency: 2, handle }], []);
  await vi.waitFor(() => expect(begun).toHaveLength(2), soon);
  gate.resolve();
  // One of each; which of an account's comes first isn't promised.
  expect(begun.map(([group]) => group).toSorted()).toEqual(['a', 'b']);
});

/** Before a worker looks by itself. */
const announced = { interval: 20, timeout: 15_000 };

test('what another process sends is begun at once, and until then nobody looks', async () => {
  let statements = 0;
  const executeSql: Database['statements']['executeSql'] = (...asked) => {
    statements += 1;
    return database.statements.executeSql(...asked);
  };
  const counted = { ...database.statements, executeSql };
  const worker = await startJobs({ statements: counted });
  const sender = await startJobs({ isAttached: true });
  const begun: string[] = [];
  const handle = async (job: Job) => void begun.push(keyOf(job));
  worker.work([{ queue: 'report.make', concurrency: 4, handle }], []);
  await expect
    .poll(async () => {
      statements = 0;
      await sleep(500);
      return statements;
    })
    .toBe(0);
  await sleep(2600);
  // Each of the four would have looked once a second; their seldom look may fall into this time.
  expect(statements).toBeLessThan(8);
  await send(sender, 'one');
  await vi.waitFor(() => expect(begun).toEqual(['one']), announced);
});

test('a group’s next job is begun when its last one has ended, by a worker that nobody else calls', async () => {
  const jobs = await startJobs();
  const done: string[] = [];
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  onTestFinished(() => gate.resolve());
  const handle = async (job: Job) => {
    if (keyOf(job) === 'long') {
      begun.resolve();
      await gate.promise;
    } else await sleep(300);
    done.push(keyOf(job));
  };
  await send(jobs, 'long', 'a');
  jobs.work([{ queue: 'report.make', concurrency: 2, handle }], []);
  await begun.promise;
  for (const key of ['b1', 'b2', 'b3']) await send(jobs, key, 'b');
  await vi.waitFor(() => expect(done).toEqual(['b1', 'b2', 'b3']), announced);
  gate.resolve();
  await vi.waitFor(() => expect(done).toHaveLength(4), announced);
  expect(faults).toEqual([]);
});

test('what waits for its time is begun when that has come, though nobody says so', async () => {
  const jobs = await startJobs({ dueSeconds: 0.2 });
  await send(jobs, 'later');
  await database.pool.query("UPDATE pgboss.job SET start_after = now() + interval '1 second'");
  const begun: string[] = [];
  const handle = async (job: Job) => void begun.push(keyOf(job));
  jobs.work([{ queue: 'report.make', concurrency: 1, handle }], []);
  await vi.waitFor(() => expect(begun).toEqual(['later']), announced);
});

test('what is tried again by hand is begun at once', async () => {
  const jobs = await startJobs();
  let tries = 0;
  const handle = async () => {
    tries += 1;
    if (tries === 1) throw new Error('no luck');
  };
  await send(jobs, 'one');
  jobs.work([{ queue: 'report.make', concurrency: 1, handle }], []);
  await vi.waitFor(async () => expect(await depthOf(jobs)).toMatchObject({ failed: 1 }), soon);
  // Until the worker has looked after its own end.
  await sleep(1200);
  await database.transaction((tx) => jobs.retryFailed(tx, 'report.make'));
  await vi.waitFor(() => expect(tries).toBe(2), announced);
  faults.length = 0;
});

test('what throws has failed, and can be tried again; a mail is tried again by itself', async () => {
  const jobs = await startJobs();
  let isBroken = true;
  let tries = 0;
  const handle = async () => {
    tries += 1;
    if (isBroken) throw new Error('no luck');
  };
  await send(jobs, 'one');
  await database.transaction((tx) => jobs.send(tx, 'report.tell', { key: 'one', data: {} }));
  jobs.work(
    [
      { queue: 'report.make', concurrency: 1, handle },
      { queue: 'report.tell', concurrency: 1, handle },
    ],
    [],
  );
  await vi.waitFor(async () => expect(await depthOf(jobs)).toMatchObject({ failed: 1 }), soon);
  await vi.waitFor(() => expect(tries).toBe(2), soon);
  await vi.waitFor(
    async () => expect(await depthOf(jobs, 'report.tell')).toMatchObject({ waiting: 1, failed: 0 }),
    soon,
  );
  isBroken = false;
  expect(await database.transaction((tx) => jobs.retryFailed(tx, 'report.make'))).toBe(1);
  await vi.waitFor(() => expect(tries).toBe(3), soon);
  await vi.waitFor(async () => expect(await depthOf(jobs)).toMatchObject({ failed: 0 }), soon);
  expect(faults).toHaveLength(2);
});

test('who stops gives back what takes too long, and another goes on with it', async () => {
  const first = await startJobs();
  await send(first, 'long');
  const begun = vi.fn<(job: Job) => void>();
  const untilAborted = async (job: Job) => {
    begun(job);
    await sleep(60_000, undefined, { signal: job.signal });
  };
  first.work([{ queue: 'report.make', concurrency: 1, handle: untilAborted }], []);
  await vi.waitFor(() => expect(begun).toHaveBeenCalledOnce(), soon);
  await first.stop();
  const second = await startJobs();
  expect(await depthOf(second)).toMatchObject({ waiting: 1, active: 0, failed: 0 });
  second.work([{ queue: 'report.make', concurrency: 1, handle: async (job) => begun(job) }], []);
  await vi.waitFor(() => expect(begun).toHaveBeenCalledTimes(2), soon);
  expect(faults).toEqual([]);
});

test('what was being worked at when all ended is taken up again', async () => {
  const before = await startJobs();
  const id = await send(before, 'lost');
  await database.pool.query(
    `UPDATE pgboss.job SET state = 'active', started_on = now(), heartbeat_on = now() WHERE id = $1`,
    [id],
  );
  const after = await startJobs();
  const done: string[] = [];
  const handle = async ({ id: doneId }: Job) => {
    done.push(doneId);
  };
  after.work([{ queue: 'report.make', concurrency: 1, handle }], []);
  await vi.waitFor(() => expect(done).toEqual([id]), soon);
  await vi.waitFor(async () => expect(await depthOf(after)).toMatchObject({ active: 0 }), soon);
});

test('a cancelled job isn’t begun; ticks come again and again', async () => {
  const jobs = await startJobs();
  const id = await send(jobs, 'unwanted');
  await database.transaction((tx) => jobs.cancel(tx, 'report.make', id));
  const handle = vi.fn(async () => undefined);
  const run = vi.fn(async () => {
    if (run.mock.calls.length === 1) throw new Error('the first one fails');
  });
  jobs.work(
    [{ queue: 'report.make', concurrency: 1, handle }],
    [{ name: 'A tick', seconds: 0.02, run }],
  );
  await vi.waitFor(() => expect(run.mock.calls.length).toBeGreaterThan(3), soon);
  expect(handle).not.toHaveBeenCalled();
  expect(faults).toHaveLength(1);
});
