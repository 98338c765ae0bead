import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { median } from './browser.ts';
import type { Options, Size } from './options.ts';
import { tinyDemo, withPortal } from './portal.ts';
import { print, round } from './store.ts';

const house = path.join(import.meta.dirname, '..');
const execute = promisify(execFile);
const connections = 16;

/** Rounds, in which the calls take turns, and the seconds of each call in a round. */
const effort: Readonly<Record<Size, { readonly rounds: number; readonly seconds: number }>> = {
  full: { rounds: 5, seconds: 4 },
  small: { rounds: 2, seconds: 2 },
  tiny: { rounds: 1, seconds: 1 },
};

interface Call {
  readonly address: string;
  /** Of bare Node's calls a second, on PostgreSQL; two thirds of what asks the database embedded. */
  readonly required: number;
  readonly isData?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Outcome {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/**
 * Calls a second that a portal answers to one account over sixteen connections, beside bare Node in
 * the same round: with the demo, in a process of its own, on DATABASE_URL's server if it is set
 * (an empty database).
 */
export async function run({ size }: Options): Promise<void> {
  const databaseUrl = process.env.DATABASE_URL ?? '';
  await withPortal({ demo: tinyDemo, databaseUrl, isDemoDone: true }, async (origin, env) => {
    const bare = await startBare();
    try {
      await measure({ origin, env, bare: bare.origin, size, isEmbedded: databaseUrl === '' });
    } finally {
      bare.process.kill();
    }
  });
}

async function measure({ origin, env, bare, size, isEmbedded }: Place): Promise<void> {
  const { rounds, seconds } = effort[size];
  const calls = await listCalls(origin, await getToken(env));
  const outcomes = new Map<string, (Outcome & { readonly ratio: number })[]>();
  for (let turn = -1; turn < rounds; turn++) {
    const token = await getToken(env);
    const reference = await ask(bare, {}, seconds);
    for (const [name, { address, headers }] of Object.entries(calls)) {
      const outcome = await ask(
        `${origin}${address}`,
        { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, br', ...headers },
        seconds,
      );
      // The first round compiles.
      if (turn < 0) continue;
      const ratio = outcome.perSecond / reference.perSecond;
      outcomes.set(name, [...(outcomes.get(name) ?? []), { ...outcome, ratio }]);
    }
  }
  for (const [name, { required, isData }] of Object.entries(calls)) {
    const own = outcomes.get(name) ?? [];
    const middle = (of: (one: (typeof own)[number]) => number) => median(own.map(of));
    print({
      benchmark: 'calls',
      database: isEmbedded ? 'embedded' : 'postgres',
      call: name,
      perSecond: Math.round(middle(({ perSecond }) => perSecond)),
      ratio: round(
        middle(({ ratio }) => ratio),
        3,
      ),
      required: round(isEmbedded && isData ? (required * 2) / 3 : required, 3),
      p99ToMedian: round(
        middle(({ p50, p99 }) => p99 / Math.max(p50, 1)),
        1,
      ),
      requiredP99ToMedian: 5,
    });
  }
}

interface Place {
  readonly origin: string;
  readonly env: NodeJS.ProcessEnv;
  readonly bare: string;
  readonly size: Size;
  readonly isEmbedded: boolean;
}

/** The calls by name; the property is the account's first. */
async function listCalls(origin: string, token: string): Promise<Readonly<Record<string, Call>>> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${origin}/api/property?page=0&size=1`, { headers });
  const { content } = (await answer.json()) as { content: { worksId: number }[] };
  const property = content[0]?.worksId;
  const screen = '/api/manifest/screens/consumption.property';
  const tag = (await fetch(`${origin}${screen}`, { headers })).headers.get('etag') ?? '';
  return {
    healthz: { address: '/healthz', required: 0.6 },
    screen: { address: screen, required: 0.4 },
    'screen, 304': { address: screen, required: 0.5, headers: { 'if-none-match': tag } },
    session: { address: '/api/session', required: 0.15, isData: true },
    properties: { address: '/api/property?page=0&size=25', required: 0.08, isData: true },
    graph: {
      address: `/api/consumptiongraph?property=${property}`,
      required: 0.1,
      isData: true,
    },
  };
}

async function ask(
  url: string,
  headers: Readonly<Record<string, string>>,
  seconds: number,
): Promise<Outcome> {
  const {
    requests,
    latency,
    non2xx,
    statusCodeStats = {},
    errors,
  } = await autocannon({
    url,
    headers,
    connections,
    duration: seconds,
  });
  const isRefused = Object.keys(statusCodeStats).some((code) => !['200', '304'].includes(code));
  if (errors > 0 || isRefused) throw new Error(`${url}: ${errors} errors, ${non2xx} refusals`);
  return { perSecond: requests.average, p50: latency.p50, p99: latency.p99 };
}

async function getToken(env: NodeJS.ProcessEnv): Promise<string> {
  const command = ['server/cli/main.ts', 'token', 'admin.pl'];
  const { stdout } = await execute(process.execPath, command, { cwd: house, env });
  return stdout.trim();
}

async function startBare(): Promise<{ origin: string; process: ChildProcess }> {
  const child = fork(new URL('./bareServer.ts', import.meta.url));
  const [port] = (await once(child, 'message')) as [number];
  return { origin: `http://127.0.0.1:${port}`, process: child };
}
