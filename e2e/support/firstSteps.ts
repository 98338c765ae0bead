import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Browser, expect, test } from '@playwright/test';
import { withPostgres } from '../../scripts/testing/postgres.mjs';
import { doStep, type Part, readGuide, type Ways } from './guide.ts';

const house = path.resolve(import.meta.dirname, '../..');
const guide = readGuide(path.join(house, 'docs/operators.md'), 'From nothing to work');
const startMilliseconds = 120_000;

/** The variables that the guide has set before the portal is started. */
export function listGuideVariables(): string[] {
  const [start] = guide;
  return [...(start?.shell ?? '').matchAll(/^export (\w+)=/gm)].map(([, name = '']) => name);
}

interface Surroundings {
  readonly browser: Browser;
  readonly port: string;
  /** Beside those of the place: database, data directory, address. */
  readonly environment: Readonly<Record<string, string>>;
  /** `mailFolder`: where the portal's mails are files. */
  readonly ways: (mailFolder: string) => Ways;
}

/**
 * Follows the guide to the letter, from an empty PostgreSQL (an empty data directory where this
 * machine has none) to its last sentence: its commands in a shell, its steps in a browser.
 */
export async function followGuide(given: Surroundings): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'meterhouse-first-steps-'));
  const follow = async (databaseUrl: string) => {
    await followIn(folder, given, { ...given.environment, DATABASE_URL: databaseUrl });
    return true;
  };
  try {
    if (!(await withPostgres(follow))) await follow('');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function followIn(
  folder: string,
  { browser, port, ways }: Surroundings,
  given: Readonly<Record<string, string>>,
): Promise<void> {
  const address = `http://127.0.0.1:${port}`;
  const DATA_DIR = path.join(folder, 'data');
  const place = { DATA_DIR, HOST: '127.0.0.1', PORT: port, PUBLIC_URL: address };
  // Looking for styles builds something here, which leaves `production` behind.
  const environment = { ...process.env, NODE_ENV: '', DEMO: 'off', ...given, ...place };
  const portal = spawn(process.execPath, [path.join(house, 'server/main.ts')], {
    cwd: house,
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const context = await browser.newContext({ baseURL: address, locale: 'en-GB' });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => faults.push(error.message));
  try {
    await expect(async () => {
      const { status } = await fetch(`${address}/readyz`);
      expect(status).toBe(200);
    }).toPass({ timeout: startMilliseconds });
    const waysHere = ways(path.join(DATA_DIR, 'mail'));
    const [, ...parts] = guide;
    for (const part of parts) {
      await runCommands(part, folder, environment);
      for (const step of part.steps) {
        await test.step(step.sentence, () => doStep(page, step, waysHere));
      }
    }
    expect(faults).toEqual([]);
  } finally {
    await context.close();
    portal.kill('SIGTERM');
    if (portal.exitCode === null) await once(portal, 'exit');
  }
}

/** As they stand, in a folder of their own; `npm run portal -- …` is what it runs. */
async function runCommands({ shell }: Part, folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  if (shell === '') return;
  const npm = `npm() { [ "$1 $2 $3" = 'run portal --' ] && shift 3 && "$NODE" "$CLI" "$@"; }`;
  const here = { NODE: process.execPath, CLI: path.join(house, 'server/cli/main.ts') };
  await promisify(execFile)('bash', ['-euc', `${npm}\n${shell}`], {
    cwd: folder,
    env: { ...env, ...here },
  });
}
