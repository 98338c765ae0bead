import { execFile } from 'node:child_process';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { changesPath } from '../../../schemas/api/paths.ts';
import { createChanges } from '../../../server/changes/changes.ts';
import { publishChange } from '../../../server/changes/publish.repository.ts';
import {
  deleteReport,
  insertReport,
  moveReport,
  noteProgress,
} from '../../../server/features/report/report.repository.ts';
import {
  changeJob,
  deleteJob,
  insertJob,
} from '../../../server/features/report/reportJobs.repository.ts';
import { createAuthenticate } from '../../../server/identity/authenticate.ts';
import { readEvents } from '../../support/eventStream.ts';
import { startArchivePortal, type User } from '../features/document/support/archivePortal.ts';

let portal: Awaited<ReturnType<typeof startArchivePortal>>;
let reader: User;

beforeAll(async () => {
  portal = await startArchivePortal({ changeStreamLimits: { pauseMilliseconds: 0 } });
});
afterAll(() => portal.stop());
beforeEach(async () => {
  reader = await portal.addUser();
  await vi.waitFor(() => expect(portal.portal.changes.hearing()).toBeDefined());
});

const request = (user: User) =>
  portal.portal.request(changesPath, { headers: { authorization: `Bearer ${user.token}` } });

async function listen(user: User) {
  const response = await request(user);
  expect(response.status).toBe(200);
  const events = readEvents(response);
  expect(await events.next()).toMatchObject({ event: 'ping' });
  return events;
}

/** Has something told that is surely the last of what is under way. */
const tellLast = (user: User) =>
  portal.database.transaction((tx) => publishChange(tx, user.id, 'documentPackage.list'));

const listPackages = async (user: User) =>
  (await portal.call(user, 'documentPackage.list')).body as { status: string; packageId: number }[];

it('an account hears its package come to each of its states, and another account nothing', async () => {
  await portal.addDocument(reader.property, { content: 'bill' });
  const other = await portal.addUser();
  const [own, others] = [await listen(reader), await listen(other)];
  const asked = { query: { packageName: 'Bills' }, body: {} };
  await portal.call(reader, 'documentPackage.create', asked);
  expect(await own.nextCalls()).toEqual(['documentPackage.list']);
  portal.archive.work(portal.jobs as never, 1);
  // Begun, then ready: each is told, and asking then answers that state at least.
  for (let status = 'WAITING'; status !== 'READY'; ) {
    expect(await own.nextCalls()).toEqual(['documentPackage.list']);
    status = (await listPackages(reader))[0]?.status ?? 'none';
    expect(['PROCESSING', 'READY']).toContain(status);
  }
  const [made] = await listPackages(reader);
  await portal.call(reader, 'documentPackage.remove', {
    params: { packageId: made?.packageId as number },
  });
  expect(await own.nextCalls()).toEqual(['documentPackage.list']);

  const heard: (string | undefined)[] = [];
  const reading = (async () => {
    for (let told = await others.next(); told; told = await others.next()) heard.push(told.event);
  })();
  await tellLast(other);
  await vi.waitFor(() => expect(heard).toContain('changed'));
  expect(heard.filter((event) => event === 'changed')).toHaveLength(1);
  await Promise.all([own.leave(), others.leave(), reading]);
});

it('ends as its session does, wherever that is ended, and lets nobody in again', async () => {
  const page = await listen(reader);
  expect((await portal.call(reader, 'session.end')).status).toBe(200);
  await tellLast(reader);
  expect(await page.next()).toBeUndefined();
  expect((await request(reader)).status).toBe(401);
});

it('ends as its account is blocked', async () => {
  const page = await listen(reader);
  await portal.database.pool.query('UPDATE account SET disabled_at = now() WHERE id = $1', [
    reader.id,
  ]);
  await tellLast(reader);
  expect(await page.next()).toBeUndefined();
  expect((await request(reader)).status).toBe(423);
});

it('is no sign-in, and no call that would keep a session alive', async () => {
  const { statements, pool, countWrites } = portal.database;
  const { rows } = await pool.query('SELECT subject FROM account WHERE id = $1', [reader.id]);
  const claims = { subject: rows[0].subject, username: undefined, sid: `s${reader.id}` };
  const authenticate = createAuthenticate({
    statements,
    countWrites,
    checkToken: async () => ({ ...claims, issuedAt: Date.now() / 1000 }),
    onRefused: () => undefined,
  });
  const seen = async () =>
    (await pool.query('SELECT last_seen_at FROM portal_session WHERE sid = $1', [claims.sid])).rows;
  const look = () => authenticate('Bearer token', undefined, { isCall: false });
  expect(await look()).toMatchObject({ accountId: reader.id });
  expect(await seen()).toEqual([]);
  await authenticate('Bearer token');
  const longAgo = new Date('2026-01-01T00:00:00Z');
  await pool.query('UPDATE portal_session SET last_seen_at = $1 WHERE sid = $2', [
    ...[longAgo, claims.sid],
  ]);
  await look();
  expect(await seen()).toEqual([{ last_seen_at: longAgo }]);
  await authenticate('Bearer token');
  expect(await seen()).not.toEqual([{ last_seen_at: longAgo }]);
});

it('hears what another process says, once it has committed, and not what is taken back', async () => {
  const page = await listen(reader);
  const { database } = portal;
  const heard: string[] = [];
  const stop = portal.portal.changes.subscribe(reader.id, (calls) => heard.push(...calls));
  const refused = database.transaction(async (tx) => {
    await publishChange(tx, reader.id, 'report.list');
    throw new Error('Taken back.');
  });
  await expect(refused).rejects.toThrow('Taken back.');
  const { connectionString, host, port, user, database: name } = database.pool.options;
  const given = connectionString ? { connectionString } : { host, port, user, database: name };
  const script = path.join(import.meta.dirname, 'support/otherProcess.ts');
  await promisify(execFile)(process.execPath, [script, JSON.stringify(given), `${reader.id}`]);
  expect(await page.nextCalls()).toEqual(['documentPackage.list']);
  // Had the first been told, it would have come before.
  expect(heard).toEqual(['documentPackage.list']);
  stop();
  await page.leave();
});

it('knows when it may miss something, and hears again once the database is back', async () => {
  const { database } = portal;
  const { connectionString, host, port } = database.pool.options;
  const sockets = new Set<Socket>();
  const url = connectionString ? new URL(connectionString) : undefined;
  const proxy = createServer((from) => {
    const to = url
      ? connect(Number(url.port || 5432), url.hostname)
      : connect(path.join(host as string, `.s.PGSQL.${port}`));
    for (const one of [from, to]) {
      sockets.add(one);
      one.on('error', () => undefined);
    }
    from.pipe(to).pipe(from);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const there = { host: '127.0.0.1', port: (proxy.address() as { port: number }).port };
  const pool = new pg.Pool({
    ...(url ? { user: url.username, database: url.pathname.slice(1) } : database.pool.options),
    ...there,
  });
  pool.on('error', () => undefined);
  const changes = createChanges({ pool });
  const heard: string[] = [];
  changes.subscribe(reader.id, (calls) => heard.push(...calls));
  const isHearing = () => vi.waitFor(() => expect(changes.hearing()).toBeDefined());
  await isHearing();
  const before = changes.hearing();
  for (const socket of sockets) socket.destroy();
  await vi.waitFor(() => expect(before?.aborted).toBe(true));
  expect(changes.hearing()).toBeUndefined();
  await isHearing();
  await tellLast(reader);
  await vi.waitFor(() => expect(heard).toEqual(['documentPackage.list']));
  await changes.stop();
  await pool.end();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => proxy.close(resolve));
}, 30_000);

it('doesn’t rely on what lets nothing through, as poolers by the transaction', async () => {
  const { pool } = portal.database;
  const trial = vi.fn(async () => ({ rows: [] }));
  const changes = createChanges({ pool: { options: pool.options, query: trial } as never });
  const heard = vi.fn();
  changes.subscribe(reader.id, heard);
  await vi.waitFor(() => expect(trial).toHaveBeenCalled());
  await tellLast(reader);
  await vi.waitFor(() => expect(heard).toHaveBeenCalled());
  expect(changes.hearing()).toBeUndefined();
  await changes.stop();
});

it('reports and jobs tell whose list is another: a job’s report both', async () => {
  const { database, portal: whole } = portal;
  const heard: string[] = [];
  const stop = whole.changes.subscribe(reader.id, (calls) => heard.push(calls.join(' ')));
  const definition = { reportName: 'R', reportType: 'DEVICE_READING', format: 'CSV' } as const;
  const given = { accountId: reader.id, country: 'PL', definition, createdAt: new Date() } as const;
  /** What was told of a step, up to a change that is told for sure. */
  async function toldOf<T>(work: (tx: typeof database.statements) => Promise<T>) {
    heard.length = 0;
    const result = await database.transaction(work);
    await tellLast(reader);
    await vi.waitFor(() => expect(heard).toContain('documentPackage.list'));
    return { result, told: [...new Set(heard)].slice(0, -1) };
  }
  const one = await toldOf((tx) => insertReport(tx, given));
  expect(one.told).toEqual(['report.list']);
  const id = one.result as number;
  const job = await toldOf((tx) => insertJob(tx, { ...given, nextRun: '2026-12-01' }));
  expect(job.told).toEqual(['reportJob.list']);
  const jobId = job.result;
  const ofJob = await toldOf((tx) => insertReport(tx, { ...given, jobId, period: '2026-11-01' }));
  expect(ofJob.told).toEqual(['report.list reportJob.list']);
  const begun = await toldOf((tx) => moveReport(tx, id, 'IN_QUEUE'));
  expect(begun.told).toEqual(['report.list']);
  // What didn't happen isn't told.
  expect((await toldOf((tx) => moveReport(tx, id, 'GENERATED'))).told).toEqual([]);
  const started = await toldOf((tx) => moveReport(tx, id, 'STARTED', { attempt: 1 }));
  expect(started.told).toEqual(['report.list']);
  const progress = await toldOf((tx) => noteProgress(tx, { id, attempt: 1 }, 50));
  expect(progress.told).toEqual(['report.list']);
  await database.transaction((tx) => moveReport(tx, id, 'CANCELED'));
  expect((await toldOf((tx) => deleteReport(tx, reader.id, id))).told).toEqual(['report.list']);
  const paused = await toldOf((tx) => changeJob(tx, reader.id, jobId, { isPaused: true }));
  expect(paused.told).toEqual(['reportJob.list']);
  expect((await toldOf((tx) => deleteJob(tx, reader.id, jobId))).told).toEqual(['reportJob.list']);
  stop();
});
