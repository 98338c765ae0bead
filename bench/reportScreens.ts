import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { ReportDefinition } from '../schemas/entities/report.ts';
import { percentile } from './browser.ts';
import type { Options, Size } from './options.ts';
import { tinyDemo, withPortal } from './portal.ts';
import { print, round } from './store.ts';

const run = promisify(execFile);
const house = path.join(import.meta.dirname, '..');
const reports = 10;
/** What is asked while nothing is made; while reports are, it goes on until all are ready. */
const idleRequests: Readonly<Record<Size, number>> = { full: 1000, small: 300, tiny: 20 };
/** People read before they click. */
const pauseMilliseconds = 5;

/** As many rows as one may have: of all that the account sees, each day of two months. */
const definition = {
  reportName: 'All readings',
  reportType: 'DEVICE_READING',
  sampling: 'DAILY',
  startDate: '2026-08-01',
  endDate: '2026-10-01',
  format: 'CSV',
} as const satisfies ReportDefinition;

/**
 * What an administrator waits for at most while ten of their reports are made in the same process,
 * beside what they wait for when none is: on the embedded database with the demo, over HTTP.
 */
export async function runReportScreens({ size }: Options): Promise<void> {
  const demo = size === 'tiny' ? tinyDemo : [];
  await withPortal({ demo }, async (origin, env) => {
    const { stdout } = await run(process.execPath, ['server/cli/main.ts', 'token', 'admin.pl'], {
      cwd: house,
      env,
    });
    const portal = createClient(origin, stdout.trim());
    const screens = await listScreens(portal);
    // What a portal does once after its start, such as compiling, is nobody's report's fault.
    for (let count = 0; count < idleRequests[size]; count++) await portal.time(screens, count);
    const idle: number[] = [];
    for (let count = 0; count < idleRequests[size]; count++)
      idle.push(await portal.time(screens, count));
    const start = performance.now();
    await Promise.all(
      Array.from({ length: reports }, () => portal.post('/api/report', definition)),
    );
    const busy: number[] = [];
    let rows: readonly number[] = [];
    while (rows.length < reports) {
      for (let count = 0; count < 20; count++) busy.push(await portal.time(screens, count));
      rows = await listReady(portal);
    }
    const p99 = (times: readonly number[]) => percentile(times, 0.99);
    print({
      benchmark: 'screens while ten reports are made',
      rows: rows.reduce((sum, one) => sum + one, 0),
      reportsMs: Math.round(performance.now() - start),
      requests: [idle.length, busy.length],
      medianMs: [percentile(idle, 0.5), percentile(busy, 0.5)].map((ms) => round(ms, 1)),
      p99Ms: [p99(idle), p99(busy)].map((ms) => round(ms, 1)),
      ratio: round(p99(busy) / p99(idle), 2),
      requiredRatio: 2,
    });
  });
}

type Client = ReturnType<typeof createClient>;

function createClient(origin: string, token: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  async function ask(address: string, init: RequestInit = {}) {
    const answer = await fetch(origin + address, { headers, ...init });
    const body = await answer.text();
    if (!answer.ok) throw new Error(`${address}: ${answer.status} ${body}`);
    return JSON.parse(body);
  }
  return {
    get: (address: string) => ask(address),
    post: (address: string, body: unknown) =>
      ask(address, { method: 'POST', body: JSON.stringify(body) }),
    /** How long one of the addresses takes, in milliseconds. */
    async time(addresses: readonly string[], count: number) {
      await sleep(pauseMilliseconds);
      const start = performance.now();
      await ask(addresses[count % addresses.length] ?? '/');
      return performance.now() - start;
    },
  };
}

/** What the index and a property's page ask for, of the account's first property. */
async function listScreens(portal: Client): Promise<string[]> {
  const { content } = await portal.get('/api/property?size=1');
  const property = `property=${content[0].worksId}`;
  return [
    ...['/api/manifest/screens/consumption.property', '/api/property?size=25'],
    ...[`/api/consumption?${property}`, `/api/consumption/tenant?${property}&size=25`],
    `/api/consumptiongraph?${property}&category=COLD_WATER_METER&timeframe=DAILY`,
  ];
}

/** The rows of those that are ready; throws when one isn't going to be. */
async function listReady(portal: Client): Promise<number[]> {
  const { content } = await portal.get(`/api/report?size=${reports}`);
  const ends: { status: string; failure: string | null; rows: number }[] = content;
  const failed = ends.find(({ status }) => status === 'FAILED');
  if (failed) throw new Error(`A report failed: ${failed.failure}.`);
  return ends.filter(({ status }) => status === 'FINISHED').map(({ rows }) => rows);
}
