import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { isLongRun } from '../../../scripts/testing/seed.mjs';
import { runDoctor } from '../../../server/cli/doctor.ts';
import { readConfig } from '../../../server/config.ts';
import { countMissing } from '../../../server/database/migrate.ts';
import type { Database } from '../../../server/database/open.ts';
import { lookAtClock } from '../../../server/doctor/clock.ts';
import { checkProvider } from '../../../server/doctor/providerCheck.ts';
import { createTestDatabase } from '../../support/database.ts';
import { startPortal, type TestPortal } from '../identity/support/portal.ts';

/** What the command finds wrong with what a portal stands on, tried on what is really wrong. */

let database: Database;
let portal: TestPortal;
let issuer: string;

beforeAll(async () => {
  database = await createTestDatabase();
  portal = await startPortal(database);
  issuer = `${portal.url}/oidc`;
});
afterAll(async () => {
  await portal.close();
  await database.close();
});

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'doctor-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** By default a server that takes connections and does nothing else. */
async function listen(server = createServer(() => undefined)): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function look(
  checks: readonly string[],
  environment: Record<string, string>,
  milliseconds?: number,
) {
  const printed: string[] = [];
  const DATA_DIR = environment['DATA_DIR'] ?? newFolder();
  const config = readConfig({ NODE_ENV: 'test', ...environment, DATA_DIR });
  const code = await runDoctor([...checks, '--json'], {
    config,
    print: (line) => printed.push(line),
    ...(milliseconds !== undefined && { milliseconds }),
  });
  const found = JSON.parse(printed.join('\n')) as { state: string; text: string; mend?: string }[];
  const faults = found.filter(({ state }) => state === 'fault');
  return { code, found, faults, lines: found.map(({ state, text }) => `${state}: ${text}`) };
}

describe('the provider', () => {
  it('is asked for its keys and for a sign-in, without an account', async () => {
    const { code, lines } = await look(['provider'], {
      OIDC_ISSUER: issuer,
      PUBLIC_URL: portal.url,
    });
    expect(lines).toEqual([
      `good: ${issuer} answers.`,
      expect.stringContaining('notice: The provider says nothing of back-channel log-out'),
      expect.stringMatching(/^good: It has \d signing keys?\.$/),
      'good: A sign-in of the client «meterhouse-portal» begins.',
    ]);
    expect(code).toBe(0);
  });

  it.each([
    ['a client that it doesn’t know', { OIDC_CLIENT_ID: 'another' }, '«another»'],
    ['an address that isn’t registered', { PUBLIC_URL: 'https://b.example' }, '/auth/silent-call'],
  ])('refuses %s, and the mending names it', async (_, more, named) => {
    const given = { OIDC_ISSUER: issuer, PUBLIC_URL: portal.url, ...more };
    const { code, faults } = await look(['provider'], given);
    expect(faults).toHaveLength(1);
    expect(faults[0]?.text).toContain('refuses a sign-in');
    expect(faults[0]?.mend).toContain(named);
    expect(code).toBe(1);
  });

  it('has to have the very name that is set, and to be there', async () => {
    const { faults } = await look(['provider'], { OIDC_ISSUER: `${issuer}/` });
    expect(faults.map(({ text, mend }) => [text, mend])).toEqual([
      [
        `The provider calls itself «${issuer}», not «${issuer}/».`,
        expect.stringContaining('exactly'),
      ],
    ]);
    const away = await look(['provider'], { OIDC_ISSUER: `http://127.0.0.1:${await freePort()}` });
    expect(away.lines).toEqual([expect.stringContaining('ECONNREFUSED')]);
  });

  it('refuses a client for accounts that has another secret', async () => {
    const found = await checkProvider(
      {
        OIDC_ISSUER: issuer,
        OIDC_CLIENT_ID: 'meterhouse-portal',
        PUBLIC_URL: portal.url,
        OIDC_ADMIN_CLIENT_ID: 'directory',
        OIDC_ADMIN_CLIENT_SECRET: 'wrong',
      },
      new AbortController().signal,
    );
    const last = found.at(-1);
    expect(last?.text).toMatch(/^The provider refuses the client «directory»: 4\d\d\.$/);
    expect(last?.mend).toContain('OIDC_ADMIN_CLIENT_SECRET');
  });
});

describe('the database', () => {
  it('stays as it is where there is none yet', async () => {
    const DATA_DIR = path.join(newFolder(), 'data');
    const { code, found } = await look(['database', 'files', 'disk'], { DATA_DIR });
    expect(found.map(({ state }) => state)).toEqual(['notice', 'notice', 'notice']);
    expect([code, existsSync(DATA_DIR)]).toEqual([0, false]);
  });

  it('that doesn’t answer is a fault, with why', async () => {
    const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/nothing';
    const { code, faults } = await look(['database'], { DATABASE_URL });
    expect(faults[0]?.text).toContain('ECONNREFUSED');
    expect(faults[0]?.mend).toContain('DATABASE_URL');
    expect(code).toBe(1);
  });

  it('that says nothing is a fault after a while', async () => {
    const DATABASE_URL = `postgres://nobody@127.0.0.1:${await listen()}/nothing`;
    const { faults } = await look(['database'], { DATABASE_URL }, 300);
    expect(faults.map(({ text }) => text)).toEqual(['No answer within 0.3 seconds.']);
  });

  it('says how many steps it lacks, and when a newer version has been there', async () => {
    expect(await countMissing(database.statements)).toBe(0);
    await database.pool.query(
      "INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('new', 1)",
    );
    expect(await countMissing(database.statements)).toBe(-1);
    await database.pool.query("DELETE FROM drizzle.__drizzle_migrations WHERE hash = 'new'");
  });

  it.skipIf(!process.env['TEST_DATABASE_URL'])('of a server has its version', async () => {
    const DATABASE_URL = process.env['TEST_DATABASE_URL'] as string;
    const { code, lines } = await look(['database'], { DATABASE_URL });
    expect(lines[0]).toMatch(/^good: PostgreSQL \d+\.\d+ answers after \d+ ms\.$/);
    expect(code).toBe(0);
  });
});

describe('what else a portal stands on', () => {
  it('is a fault where it is out of reach, each with its variable', async () => {
    const folder = newFolder();
    writeFileSync(path.join(folder, 'file'), '');
    const checks = ['mail', 'files', 'imports', 'meters', 'sms', 'manifests'];
    const { code, found, faults } = await look(checks, {
      DATA_DIR: path.join(folder, 'file'),
      SMTP_URL: 'smtp://127.0.0.1:1',
      IMPORT_DIR: path.join(folder, 'nothing'),
      METERS_MQTT_URL: 'mqtt://127.0.0.1:1',
      SMS_URL: 'http://127.0.0.1:1/send',
      MANIFESTS_DIR: folder,
    });
    const named = [
      'SMTP_URL',
      'right to write',
      'MANIFESTS_DIR',
      'Make the folder',
      'METERS',
      'SMS',
    ];
    expect(faults.map(({ mend }) => mend)).toEqual(
      named.map((name) => expect.stringContaining(name)),
    );
    expect([code, found.length]).toEqual([1, faults.length]);
  });

  it('is a fault where another program has its port', async () => {
    const server = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nhello'));
    const PORT = String(await listen(server));
    const { faults } = await look(['addresses'], { PORT });
    expect(faults.map(({ text }) => text)).toEqual([
      `Another program answers at http://127.0.0.1:${PORT}.`,
    ]);
  });

  it('is good where it is there', async () => {
    const { code, lines } = await look(['files', 'disk', 'manifests', 'addresses', 'imports'], {
      IMPORT_DIR: newFolder(),
      PUBLIC_URL: portal.url,
      PORT: String(await freePort()),
    });
    expect(lines).toEqual([
      expect.stringContaining('read and removed'),
      expect.stringMatching(/: [\d.]+ GB are free/),
      expect.stringContaining('good: '),
      expect.stringMatching(/^notice: No portal runs at http:/),
      expect.stringMatching(/portal/),
      expect.stringContaining('can be read and written'),
    ]);
    expect(code).toBe(0);
  });

  it('has a clock that goes as ours', () => {
    const now = Date.now();
    const states = [0, 4, -20, 300].map(
      (seconds) => lookAtClock('It', now + seconds * 1000, now)[0]?.state,
    );
    expect(states).toEqual([undefined, undefined, 'notice', 'fault']);
    expect(lookAtClock('It', now - 90_000, now)[0]?.text).toBe(
      'It’s clock is 90 s behind this machine’s.',
    );
  });
});

it.runIf(isLongRun())('ends in time as a command, whatever never answers', async () => {
  const DATABASE_URL = `postgres://nobody@127.0.0.1:${await listen()}/nothing`;
  const begin = performance.now();
  const run = promisify(execFile)(process.execPath, ['server/cli/main.ts', 'doctor', 'database'], {
    env: { ...process.env, DATABASE_URL, DATA_DIR: newFolder() },
    timeout: 40_000,
  });
  const { code, stdout } = await run.then(
    () => ({ code: 0, stdout: '' }),
    (error: { code: number; stdout: string }) => error,
  );
  expect([code, stdout]).toEqual([1, expect.stringContaining('No answer within 10 seconds.')]);
  expect(performance.now() - begin).toBeLessThan(30_000);
});

it('prints a mark for each finding and a sum, and knows its checks', async () => {
  const printed: string[] = [];
  const config = readConfig({ DATA_DIR: newFolder(), SMTP_URL: 'smtp://127.0.0.1:1' });
  const print = (line: string) => void printed.push(line);
  expect(await runDoctor(['mail', 'disk'], { config, print })).toBe(1);
  expect(printed[0]).toMatch(/^✗ mail {8}127\.0\.0\.1:1 takes no mails: .*ECONNREFUSED/);
  expect(printed[1]).toMatch(/^ {14}→ Compare SMTP_URL/);
  expect(printed[2]).toMatch(/^. disk/);
  expect(printed.at(-1)).toMatch(/^\n1 fault, \d notices?\.$/);
  expect(await runDoctor(['mails'], { config, print })).toBe(2);
  expect(printed.at(-1)).toContain('There is no check mails. There are database, provider,');
});
