import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  findHolder,
  type TakeOptions,
  takeDirectory,
} from '../../../server/database/directoryLock.ts';
import { type Database, openDatabase } from '../../../server/database/open.ts';

const program = path.join(import.meta.dirname, 'support/portalProcess.ts');
const children: ChildProcess[] = [];
let home: string;

/** Another process at the directory; answers once it has done its SQL. */
async function startProcess(mode: 'hold' | 'attach', dataDir: string, sql: string) {
  const child = spawn(process.execPath, [program, mode, dataDir, sql], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [first] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  expect(String(first)).toBe('ready\n');
  return child;
}

async function kill(child: ChildProcess) {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

beforeAll(() => {
  home = mkdtempSync(path.join(tmpdir(), 'meterhouse-directory-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** The lock; fails the test where the directory is joined. */
async function take(dataDir: string, options?: TakeOptions) {
  const access = await takeDirectory(dataDir, options);
  if ('joined' in access) throw new Error('joined instead of taken');
  return access.taken;
}

describe('the lock of a data directory', () => {
  it('is one process’s, which is named to the others', async () => {
    const { release } = await take(home);
    await expect(take(home)).rejects.toThrow(`${home} is in use by process ${process.pid}`);
    release();
    expect(findHolder(home)).toBeUndefined();
  });

  it.each([
    ['a process that is gone', { pid: 4_194_303, began: '1', socketDirectory: '/nowhere' }],
    [
      'a number that another process has now',
      { pid: process.pid, began: '1', socketDirectory: '/' },
    ],
  ])('is taken over from %s', async (_, holder) => {
    const dataDir = mkdtempSync(path.join(home, 'stale-'));
    writeFileSync(path.join(dataDir, 'meterhouse.lock'), JSON.stringify(holder));
    const { release } = await take(dataDir);
    expect(findHolder(dataDir)?.pid).toBe(process.pid);
    release();
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('of a portal that starts refuses another portal, and is joined by commands once it is ready', async () => {
    const portal = await take(home, { holding: 'starting' });
    await expect(take(home, { holding: 'starting' })).rejects.toThrow('is in use');
    const waits: string[] = [];
    const command = takeDirectory(home, {
      attach: true,
      holding: 'passing',
      onWait: (line) => waits.push(line),
    });
    let isIn = false;
    void command.then(() => {
      isIn = true;
    });
    await vi.waitFor(() => expect(waits).not.toEqual([]));
    // So long that it has looked again.
    await sleep(300);
    expect({ isIn, waits }).toEqual({
      isIn: false,
      waits: [`The portal is starting (process ${process.pid}). Waiting until it is ready …`],
    });
    portal.admit();
    expect(await command).toMatchObject({ joined: { socketDirectory: portal.socketDirectory } });
    portal.release();
  });

  it('of a portal whose start fails goes to the command that waits', async () => {
    const portal = await take(home, { holding: 'starting' });
    const command = take(home, { attach: true, holding: 'passing' });
    portal.release();
    const taken = await command;
    expect(findHolder(home)).toMatchObject({ pid: process.pid, holding: 'passing' });
    taken.release();
  });

  it('of a command is waited for by a portal and by other commands, one after the other', async () => {
    const command = await take(home, { attach: true, holding: 'passing' });
    const waits: string[] = [];
    const onWait = (line: string) => waits.push(line);
    const taken: string[] = [];
    const others = (['starting', 'passing'] as const).map(async (holding) => {
      const lock = await take(home, { attach: holding === 'passing', holding, onWait });
      taken.push(holding);
      await sleep(150);
      taken.push('released');
      lock.release();
    });
    await vi.waitFor(() => expect(waits).toHaveLength(2));
    expect(taken).toEqual([]);
    expect(waits[0]).toBe(
      `A command uses ${home} (process ${process.pid}). Waiting until it ends …`,
    );
    command.release();
    await Promise.all(others);
    expect(taken.filter((_, at) => at % 2 === 1)).toEqual(['released', 'released']);
  });
});

// A new directory takes 3 s on a machine with nothing else to do, and much longer on a busy one.
describe('an embedded database in a directory', { timeout: 120_000 }, () => {
  let dataDir: string;
  let database: Database | undefined;

  beforeAll(() => {
    dataDir = path.join(home, 'data');
  });
  afterEach(async () => {
    await database?.close();
    database = undefined;
  });

  it('keeps what was committed when its process is killed', async () => {
    const child = await startProcess(
      'hold',
      dataDir,
      'CREATE TABLE kept (id int); INSERT INTO kept SELECT generate_series(1, 1000)',
    );
    await expect(openDatabase({ DATA_DIR: dataDir })).rejects.toThrow(`process ${child.pid}`);
    await kill(child);
    database = await openDatabase({ DATA_DIR: dataDir });
    const { rows } = await database.pool.query('SELECT count(*) AS count FROM kept');
    expect(rows).toEqual([{ count: 1000 }]);
  });

  it('is used by a second process through the first', async () => {
    database = await openDatabase({ DATA_DIR: dataDir });
    const child = await startProcess('attach', dataDir, 'INSERT INTO kept VALUES (-1)');
    if (child.exitCode === null) await once(child, 'exit');
    const { rows } = await database.pool.query('SELECT id FROM kept WHERE id < 0');
    expect(rows).toEqual([{ id: -1 }]);
  });

  it('goes on when a second process is killed while it waits or works', async () => {
    database = await openDatabase({ DATA_DIR: dataDir });
    const socketDirectory = findHolder(dataDir)?.socketDirectory ?? '';
    await database.transaction(async (tx) => {
      const impatient = new pg.Client({ host: socketDirectory, user: 'postgres' });
      impatient.on('error', () => undefined);
      await impatient.connect();
      impatient.query('BEGIN').catch(() => undefined);
      // The begin is queued behind this transaction when its connection is cut.
      await tx.run('SELECT pg_sleep(0.2)');
      (
        impatient as unknown as { connection: { stream: { destroy(): void } } }
      ).connection.stream.destroy();
      await tx.run('SELECT pg_sleep(0.2)');
    });
    const { rows } = await database.pool.query('SELECT 1 AS one');
    expect(rows).toEqual([{ one: 1 }]);
  });

  it('closes although a second process is connected, and leaves no lock', async () => {
    const held = await openDatabase({ DATA_DIR: dataDir });
    const attached = await openDatabase({ DATA_DIR: dataDir }, { attach: true });
    await attached.pool.query('SELECT 1');
    await held.close();
    await expect(attached.pool.query('SELECT 1')).rejects.toThrow();
    await attached.close();
    expect(existsSync(path.join(dataDir, 'meterhouse.lock'))).toBe(false);
    expect(existsSync(path.join(dataDir, 'socket'))).toBe(false);
  });

  it('keeps its log short while it works, not only when it is closed', async () => {
    database = await openDatabase({ DATA_DIR: dataDir });
    for (let at = 0; at < 18; at++) {
      await database.pool.query("SELECT pg_logical_emit_message(false, '', repeat('x', 10000000))");
      await sleep(20);
    }
    const { rows } = await database.pool.query(
      'SELECT sum(size)::integer / 1048576 AS megabytes FROM pg_ls_waldir()',
    );
    expect(rows[0].megabytes).toBeLessThan(145);
  });

  it('serves a directory whose path is too long for a socket', async () => {
    const deep = path.join(home, 'a'.repeat(60), 'b'.repeat(60));
    database = await openDatabase({ DATA_DIR: deep });
    expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    expect(findHolder(deep)?.socketDirectory).toContain(tmpdir());
  });
});
