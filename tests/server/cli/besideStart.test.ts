import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { findHolder } from '../../../server/database/directoryLock.ts';

const house = path.resolve(import.meta.dirname, '../../..');
const dataDir = mkdtempSync(path.join(tmpdir(), 'meterhouse-beside-'));
const children: ChildProcess[] = [];

afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

function run(script: string, ...args: string[]) {
  const child = spawn(process.execPath, [path.join(house, script), ...args], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      DEMO: 'off',
      PORT: '0',
      MANIFESTS_DIR: path.join(house, 'manifests'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const printed = { text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece) => {
      printed.text += piece;
    });
  }
  const ended = once(child, 'exit').then(([code]) => ({ code, text: printed.text }));
  return { child, printed, ended };
}

async function until(what: () => unknown) {
  while (!what()) await sleep(20);
}

it('lets a command, the first start and a command beside it all do their work', {
  timeout: 180_000,
}, async () => {
  const before = run('server/cli/main.ts', 'token', 'admin.pl');
  await until(() => findHolder(dataDir));
  const portal = run('server/main.ts');
  await until(
    () => findHolder(dataDir)?.pid === portal.child.pid || portal.child.exitCode !== null,
  );
  const beside = run('server/cli/main.ts', 'token', 'admin.pl');
  await until(() => /is ready/.test(portal.printed.text) || portal.child.exitCode !== null);
  expect(portal.printed.text).toMatch(/A command uses .*\n[\s\S]*Meterhouse is ready/);

  const noAccounts = 'There are no accounts yet: start the portal once to load the demo.';
  expect(await before.ended).toEqual({ code: 1, text: expect.stringContaining(noAccounts) });
  const answer = await beside.ended;
  expect(answer).toEqual({ code: 1, text: expect.stringContaining(noAccounts) });
  expect(answer.text).toContain(`The portal is starting (process ${portal.child.pid}).`);
  portal.child.kill('SIGTERM');
  expect(await portal.ended).toMatchObject({ code: 0 });
});
