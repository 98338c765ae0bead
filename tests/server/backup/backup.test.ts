import { randomBytes } from 'node:crypto';
import {
  cpSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { zstdDecompressSync } from 'node:zlib';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readArchive, writeArchive } from '../../../server/backup/archive.ts';
import type { Head } from '../../../server/backup/backupFile.ts';
import { nameColumns } from '../../../server/backup/makeBackup.ts';
import { atOneMoment } from '../../../server/backup/moment.ts';
import { runBackup, runMove, runRestore } from '../../../server/cli/backup.ts';
import { countMigrations, countMissing, migrate } from '../../../server/database/migrate.ts';
import { type Database, openDatabase } from '../../../server/database/open.ts';
import { createReportFiles } from '../../../server/features/report/reportFiles.ts';
import { createJobs } from '../../../server/jobs/jobs.ts';
import type { FileName } from '../../../server/storage/fileStore.ts';
import { createFiles } from '../../../server/storage/files.ts';
import { createLocalFileStore } from '../../../server/storage/localFileStore.ts';
import { addProperty } from '../../support/builders.ts';
import { serverUrl } from '../../support/database.ts';
import { startWholePortal } from '../../support/wholePortal.ts';
import { all, ask, cellsOf, isChange } from '../http/isolation/calls.ts';
import { addWorld, type World } from '../http/isolation/world.ts';

/**
 * A portal is backed up while it runs, restored on the other engine, and from there on the first one
 * again: then it answers each call as it did. Without a server for tests both are embedded.
 */

interface Place {
  readonly DATA_DIR: string;
  readonly DATABASE_URL?: string;
}

let folder: string;
let database: Database;
let world: World;
let kept: FileName;
let job: string;
const cleanUps: (() => Promise<void>)[] = [];

const askedAt = new Date();
const fileText = 'x'.repeat(9_000_000);

/** A data directory with empty tables, as a portal makes it at its first start. */
function newPlace(): Place {
  const place = { DATA_DIR: mkdtempSync(path.join(folder, 'data-')) };
  const prepared = path.join(folder, 'prepared');
  if (existsSync(prepared)) cpSync(prepared, place.DATA_DIR, { recursive: true });
  return place;
}

/** An empty database: on the server for tests, or else one more data directory. */
async function newServerPlace({ isBare = false } = {}): Promise<Place> {
  if (!serverUrl && isBare) return { DATA_DIR: mkdtempSync(path.join(folder, 'bare-')) };
  if (!serverUrl) return newPlace();
  const name = `meterhouse_test_${randomBytes(6).toString('hex')}`;
  const admin = (sql: string) => onServer(serverUrl as string, sql);
  await admin(`CREATE DATABASE ${name}`);
  cleanUps.push(() => admin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { ...newPlace(), DATABASE_URL: url.href };
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

async function command(
  run: typeof runBackup,
  place: Place,
  args: string[],
  streams: { input?: Readable; output?: PassThrough } = {},
) {
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  const config = { DATABASE_URL: undefined, s3: undefined, ...place };
  const code = await run(args, { config, print: say, complain: say, ...streams });
  return { code, said: said.join('\n') };
}

let source: Place;
/** A backup of it that isn't encrypted. */
let plain: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'backup-'));
  const prepared = await openDatabase({ DATA_DIR: path.join(folder, 'prepared') });
  await migrate(prepared);
  await prepared.close();
  source = newPlace();
  database = await openDatabase(source);
  const store = createLocalFileStore(path.join(source.DATA_DIR, 'files'));
  const files = createFiles({ database, store, now: () => new Date() });
  world = await addWorld(database, async (content) => {
    const pieces = Readable.from([Buffer.from(content + fileText)]);
    kept = (await files.keep('uploads', pieces, { maxBytes: 1e8 })).name;
    return kept;
  });
  // Rows of the world refer to them.
  await database.pool.query('DELETE FROM unclaimed_file');
  const reports = createReportFiles(path.join(source.DATA_DIR, 'reports'));
  const report = await reports.create({ id: 7, attempt: 2 });
  report.sink.end('a report');
  await report.commit();
  const jobs = createJobs(database, pino({ level: 'silent' }), { works: false });
  await jobs.start();
  job = await database.transaction((tx) =>
    jobs.send(tx, 'report.make', { key: '7', data: { reportId: 7 } }),
  );
  await jobs.stop();
  await database.pool.query(
    `INSERT INTO oidc_payload (model, id, payload) VALUES ('RefreshToken', 'live-token', '{}')`,
  );
  plain = path.join(folder, 'plain.backup');
  expect(await command(runBackup, source, [plain])).toMatchObject({ code: 0 });
}, 120_000);
afterAll(async () => {
  await database.close();
  for (const cleanUp of cleanUps) await cleanUp();
  rmSync(folder, { recursive: true, force: true });
});

/** What the portal says to each call that only reads, asked by two who see different things. */
async function answersOf(of: Database): Promise<Map<string, string>> {
  // Some figures are of the very moment.
  vi.useFakeTimers({ now: askedAt, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const portal = await startWholePortal(of);
  const answers = new Map<string, string>();
  for (const who of ['holder-own', 'holder-foreign']) {
    const token = await portal.tokenOf(who);
    for (const [id, operation] of all) {
      // Sessions are signed in anew, and manifests say the portal's own address.
      if (isChange(operation) || /^(session|manifest)\./.test(id)) continue;
      const cells = cellsOf(id, world).filter(({ thing }) => !thing || thing === 'own');
      for (const cell of cells) {
        const answer = await ask(portal, token, cell, world);
        const said = answer.text.replaceAll(/"timestamp":"[^"]*"/g, '');
        answers.set(`${who} ${id} ${JSON.stringify(cell.over)}`, `${answer.status} ${said}`);
      }
    }
  }
  await portal.close();
  return answers;
}

/** The numbers that sequences gave last. */
async function numbersOf({ pool }: Database): Promise<Map<string, number>> {
  const { rows } = await pool.query(
    'SELECT sequencename AS name, last_value AS number FROM pg_sequences WHERE last_value > 0 ORDER BY 1',
  );
  return new Map(rows.map(({ name, number }) => [name, number]));
}

/** The backup with other contents; `digest` is that of all before. */
async function rewrite(
  name: string,
  change: (entry: string, content: string, digest: string) => string,
): Promise<string> {
  const file = path.join(folder, `${name}.backup`);
  const archive = await writeArchive(createWriteStream(file), []);
  for await (const entry of readArchive(createReadStream(plain), [])) {
    const content = change(entry.name, entry.content.toString('latin1'), archive.digest());
    await archive.add(entry.name, Buffer.from(content, 'latin1'));
  }
  await archive.finish();
  return file;
}

describe('a backup', () => {
  it('of a running portal, restored on the other engine and back, answers each call as before', async () => {
    const key = path.join(folder, 'key.txt');
    const made = await command(runBackup, source, ['--new-key', key]);
    const recipient = /age1\w+/.exec(made.said)?.[0] ?? '';
    const first = path.join(folder, 'first.backup');
    // Of one that was killed, with the number that this process has got since.
    mkdirSync(path.join(source.DATA_DIR, `backup-${process.pid}`, 'pglite'), { recursive: true });
    expect(await command(runBackup, source, [first, '--for', recipient])).toMatchObject({
      code: 0,
      said: expect.stringMatching(/files: 2, files of reports: 1\)/),
    });
    expect(readdirSync(source.DATA_DIR).filter((name) => name.startsWith('backup'))).toEqual([]);
    expect(readFileSync(first).includes('mark-own')).toBe(false);

    const elsewhere = await newServerPlace();
    const wrong = await command(runRestore, elsewhere, [first]);
    expect(wrong).toEqual({ code: 1, said: expect.stringContaining('--key FILE') });
    expect(await command(runRestore, elsewhere, [first, '--key', key])).toMatchObject({ code: 0 });

    const pipe = new PassThrough();
    const back = newPlace();
    const [second, restored] = await Promise.all([
      command(runBackup, elsewhere, ['-'], { output: pipe }),
      command(runRestore, back, ['-'], { input: pipe }),
    ]);
    expect([second.code, restored.code]).toEqual([0, 0]);

    const again = await openDatabase(back);
    const [before, after] = [await answersOf(database), await answersOf(again)];
    expect(before.size).toBeGreaterThan(150);
    const answered = [...before.values()].filter((answer) => answer.startsWith('200'));
    expect(answered.length).toBeGreaterThan(80);
    expect(after.size).toBe(before.size);
    expect([...before].filter(([call, answer]) => after.get(call) !== answer)).toEqual([]);
    const { rows } = await again.pool.query(
      'SELECT name, state, data FROM pgboss.job WHERE id = $1',
      [job],
    );
    expect(rows).toEqual([{ name: 'report.make', state: 'created', data: { reportId: 7 } }]);
    // Or the next tenant would get another one's number. A copy of the engine may skip up to 32.
    const [numbers, numbersBefore] = [await numbersOf(again), await numbersOf(database)];
    expect([...numbers.keys()]).toEqual([...numbersBefore.keys()]);
    expect(numbers.size).toBeGreaterThan(10);
    for (const [name, number] of numbers) {
      expect(number - (numbersBefore.get(name) ?? 0), name).toBeOneOf([...Array(33).keys()]);
    }
    await again.close();
    const store = createLocalFileStore(path.join(back.DATA_DIR, 'files'));
    const content = await store.get(kept);
    expect(content && (await text(content)).endsWith(fileText)).toBe(true);
    const report = await createReportFiles(path.join(back.DATA_DIR, 'reports')).read({
      id: 7,
      attempt: 2,
    });
    expect(report && (await text(report))).toBe('a report');

    const refused = await command(runRestore, back, [first, '--key', key]);
    expect(refused).toEqual({ code: 1, said: expect.stringContaining('has data already') });
  }, 120_000);

  it('knows each column that names a file', async () => {
    const { rows } = await database.pool.query(
      `SELECT table_name, column_name FROM information_schema.columns
       WHERE table_schema = 'public' AND column_name = 'stored_name' ORDER BY 1`,
    );
    const found = rows.map((row) => [row.table_name, row.column_name]);
    expect([...found, ['unclaimed_file', 'name']]).toEqual(nameColumns);
  });

  it('that is cut off or damaged leaves the database empty and no file behind', async () => {
    const file = path.join(folder, 'whole.backup');
    const whole = readFileSync(plain);
    writeFileSync(file, whole);
    expect(await command(runRestore, source, [file, '--check'])).toMatchObject({
      code: 0,
      said: expect.stringContaining('The backup is whole'),
    });
    const place = newPlace();
    for (const [name, damaged] of [
      ['cut off', whole.subarray(0, whole.length - 300)],
      ['damaged', Buffer.concat([whole.subarray(0, -5000), randomBytes(5000)])],
      ['another file', Buffer.from('property;device')],
    ] as const) {
      writeFileSync(file, damaged);
      const { code, said } = await command(runRestore, place, [file]);
      expect(code, name).toBe(1);
      expect(said, name).toMatch(/damaged or cut off|is cut off|no backup/);
    }
    const stored = readdirSync(place.DATA_DIR, { recursive: true, encoding: 'utf8' });
    expect(stored.filter((name) => /\/[0-9a-f]{32}|reports\/\d/.test(name))).toEqual([]);
    const empty = await openDatabase(place);
    const { rows } = await empty.pool.query('SELECT count(*) FROM account');
    await empty.close();
    expect(rows).toEqual([{ count: 0 }]);
  }, 60_000);

  it('whose content isn’t what was written is refused, though it is whole', async () => {
    const forged = await rewrite('forged', (name, content) =>
      name.startsWith('rows/public.property/')
        ? content.replace('mark-own-house', 'mark-owm-house')
        : content,
    );
    const { code, said } = await command(runRestore, source, [forged, '--check']);
    expect({ code, said }).toEqual({
      code: 1,
      said: expect.stringContaining('isn’t what was written'),
    });
  });

  it('of another release of the job queue leaves out what this one doesn’t know', async () => {
    const place = newPlace();
    const other = await rewrite('queue', (name, content, digest) => {
      if (name.startsWith('rows/pgboss.job/')) return content.replaceAll(/^\[/gm, '["later",');
      if (name === 'end.json') return JSON.stringify({ ...JSON.parse(content), sha256: digest });
      if (name !== 'backup.json') return content;
      const { tables, ...head } = JSON.parse(content) as Head;
      const changed = tables.map((table) =>
        table.name === 'job'
          ? { ...table, columns: [{ name: 'later', type: 'text' }, ...table.columns] }
          : table,
      );
      return JSON.stringify({ ...head, tables: changed });
    });
    expect(await command(runRestore, place, [other])).toMatchObject({ code: 0 });
    const restored = await openDatabase(place);
    const { rows } = await restored.pool.query('SELECT data FROM pgboss.job WHERE id = $1', [job]);
    await restored.close();
    expect(rows).toEqual([{ data: { reportId: 7 } }]);
  });

  it.skipIf(!serverUrl)(
    'keeps files that are deleted while it is made; they go later',
    async () => {
      const place = await newServerPlace();
      const server = await openDatabase(place);
      await migrate(server);
      const store = createLocalFileStore(path.join(place.DATA_DIR, 'files'));
      let now = new Date();
      const files = createFiles({ database: server, store, now: () => now });
      const { name } = await files.keep('documents', Readable.from([Buffer.from('x')]), {
        maxBytes: 9,
      });
      const isThere = () => existsSync(path.join(place.DATA_DIR, 'files', name));
      const given = { DATABASE_URL: undefined, s3: undefined, ...place };
      await atOneMoment(given, { onWait: () => undefined }, async () => {
        await files.discard(name);
        expect(isThere()).toBe(true);
      });
      await files.sweep();
      expect(isThere()).toBe(true);
      now = new Date(now.getTime() + 25 * 3_600_000);
      await files.sweep();
      expect(isThere()).toBe(false);
      await server.close();
    },
  );

  it('holds no live tokens', () => {
    const content = zstdDecompressSync(readFileSync(plain)).toString('latin1');
    expect(content).toContain('holder-own');
    expect(content).not.toContain('live-token');
  });

  it.skipIf(!serverUrl)(
    'goes from a stopped embedded portal to a server at once, with tokens: nobody is signed out',
    async () => {
      const server = await newServerPlace();
      const running = await command(runMove, source, [server.DATABASE_URL as string]);
      expect(running).toEqual({ code: 1, said: expect.stringContaining('Stop that portal first') });
      await database.close();
      const moved = await command(runMove, source, [server.DATABASE_URL as string]);
      expect(moved).toMatchObject({ code: 0 });
      const there = await openDatabase(server);
      const { rows } = await there.pool.query('SELECT id FROM oidc_payload');
      await there.close();
      database = await openDatabase(source);
      expect(rows).toEqual([{ id: 'live-token' }]);
    },
    60_000,
  );

  it('of an earlier release is brought up to date', async () => {
    const old = await newServerPlace({ isBare: true });
    const earlier = await openDatabase(old);
    await migrate(earlier, { steps: countMigrations() - 1 });
    await addProperty(earlier, { id: 4711, name: 'of an earlier release' });
    await earlier.close();
    const file = path.join(folder, 'earlier.backup');
    expect(await command(runBackup, old, [file])).toMatchObject({ code: 0 });
    const place = await newServerPlace({ isBare: true });
    expect(await command(runRestore, place, [file])).toMatchObject({ code: 0 });
    const now = await openDatabase(place);
    const { rows } = await now.pool.query('SELECT name FROM property');
    expect(await countMissing(now.statements)).toBe(0);
    await now.close();
    expect(rows).toEqual([{ name: 'of an earlier release' }]);
  }, 60_000);
});
