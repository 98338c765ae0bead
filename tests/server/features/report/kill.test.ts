import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { isLongRun } from '../../../../scripts/testing/seed.mjs';
import { migrate } from '../../../../server/database/migrate.ts';
import { type Database, openDatabase } from '../../../../server/database/open.ts';
import { addAccount, addPackage, addProperty, grantAccess } from '../../../support/builders.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { aJob } from './support/reportPortal.ts';

/** KILLS=100 is the long way; TEST_DATABASE_URL takes it on a server. */
const kills = Number(process.env.KILLS ?? (isLongRun() ? 5 : 1));
/** Others notice after twenty seconds that a process is gone: who begins again does so at once. */
const resumeMilliseconds = 10_000;
const program = path.join(import.meta.dirname, 'support/reportProcess.ts');

let directory: string;
let url: string;
let account: number;
let onServer: Database | undefined;

beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'meterhouse-kill-'));
  if (process.env.TEST_DATABASE_URL) onServer = await createTestDatabase();
  url = String(onServer?.pool.options.connectionString ?? '');
  await withDatabase(async (database) => {
    await migrate(database);
    account = await addAccount(database, 'owner');
    const granted = await addPackage(database, ['REPORT_DEVICE_READING', 'REPORT_JOB']);
    await grantAccess(database, account, granted, [await addProperty(database, { id: 1 })]);
    await database.pool.query(
      `INSERT INTO report_job (account_id, country, definition, created_at, next_run)
       SELECT $1, 'PL', $2, now(), '2026-01-01' FROM generate_series(1, 3)`,
      [account, { ...aJob, reportName: 'slow 15 job', numberOfDays: 1000 }],
    );
  });
}, 120_000);
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await onServer?.close();
  rmSync(directory, { recursive: true, force: true });
});

async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  if (onServer) return work(onServer);
  // Also while a portal has it.
  const database = await openDatabase({ DATA_DIR: directory }, { attach: true });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const children = new Set<ChildProcess>();
const promised: number[] = [];
const faults: string[] = [];

/** A portal, and when it did what, in milliseconds. */
async function start(reports: number) {
  const child = spawn(process.execPath, [program, directory, url, `${account}`, `${reports}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  const ready = Promise.withResolvers<number>();
  const begun = new Map<string, number>();
  const left: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [word, rest = ''] = line.split(' ');
    if (word === 'ready') ready.resolve(performance.now());
    if (word === 'begun' && !begun.has(rest)) begun.set(rest, performance.now());
    if (word === 'left') left.push(rest);
    if (word === 'promised') promised.push(Number(rest));
    if (word === 'fault') faults.push(line);
  });
  child.once('exit', () => ready.reject(new Error('The portal ended before it was ready.')));
  return { child, begun, left, readyAt: await ready.promise };
}

async function kill(child: ChildProcess) {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  children.delete(child);
}

const listReports = (database: Database) =>
  database.pool
    .query(
      `SELECT id, status, attempt, rows, bytes, failure, definition ->> 'reportName' AS name,
         job_id, period FROM report ORDER BY id`,
    )
    .then(({ rows }) => rows);

test(
  `whatever is killed ${kills} times loses nothing and does nothing twice`,
  async () => {
    const waits: number[] = [];
    async function startAndResume(reports: number): Promise<ChildProcess> {
      const { child, begun, left, readyAt } = await start(reports);
      await expect
        .poll(() => left.every((name) => begun.has(name)), {
          timeout: resumeMilliseconds,
          interval: 5,
        })
        .toBe(true);
      waits.push(...left.map((name) => (begun.get(name) ?? 0) - readyAt));
      return child;
    }

    for (let count = 0; count < kills; count += 1) {
      const child = await startAndResume(6);
      // Killed before anything is promised, it would show nothing.
      if (count === 0) await expect.poll(() => promised.length).toBeGreaterThan(0);
      await sleep(Math.random() * 1000);
      await kill(child);
    }
    const last = await startAndResume(0);
    const countMails = () => readdirSync(path.join(directory, 'mail')).length;
    await expect
      .poll(countMails, { timeout: 60_000 + kills * 2000, interval: 200 })
      .toBeGreaterThanOrEqual(promised.length);
    const countUnfinished = async () =>
      (await withDatabase(listReports)).filter(({ status }) => status !== 'FINISHED').length;
    await expect.poll(countUnfinished, { timeout: 60_000, interval: 500 }).toBe(0);
    // Long enough for a second mail.
    await sleep(1500);
    await kill(last);

    const reports = await withDatabase(listReports);
    const ids = reports.map(({ id }) => id);
    expect(promised.length).toBeGreaterThan(0);
    expect(promised.filter((id) => !ids.includes(id))).toEqual([]);
    expect(reports.filter(({ status }) => status !== 'FINISHED')).toEqual([]);
    // Three jobs, each made up for once.
    expect(reports.filter(({ job_id: job }) => job !== null)).toHaveLength(3);
    const whole = Array.from({ length: 1000 }, (_, at) => `${at + 1}\n`).join('');
    for (const { id, attempt, rows, bytes } of reports) {
      const content = readFileSync(path.join(directory, 'reports', `${id}-${attempt}`), 'utf8');
      expect([id, rows, bytes, content === whole]).toEqual([id, 1000, whole.length, true]);
    }
    const wanted = reports.filter(({ job_id: job }) => job === null);
    expect(readdirSync(path.join(directory, 'mail')).toSorted()).toEqual(
      wanted.map(({ id, attempt }) => `report-${id}-${attempt}.eml`).toSorted(),
    );
    // What dead attempts had begun to write is swept at the next start.
    const files = await filesAfterSweep(reports.length);
    expect(files).toEqual(reports.map(({ id, attempt }) => `${id}-${attempt}`).toSorted());
    expect(faults).toEqual([]);
    // biome-ignore lint/suspicious/noConsole: what was measured.
    console.info(
      `${kills} kills: ${reports.length} reports, ${waits.length} resumed, the slowest ${Math.round(Math.max(0, ...waits))} ms after the start`,
    );
  },
  120_000 + kills * 20_000,
);

async function filesAfterSweep(wanted: number): Promise<string[]> {
  const { child } = await start(0);
  const list = () => readdirSync(path.join(directory, 'reports')).toSorted();
  await vi.waitFor(() => expect(list()).toHaveLength(wanted), { interval: 50 });
  // What sweeps too much has done so by now.
  await sleep(1000);
  await kill(child);
  return list();
}
