import {
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTakers } from '../../../../server/cli/openTakers.ts';
import type { Database } from '../../../../server/database/open.ts';
import { createImportFolder } from '../../../../server/features/readings/importFolder.ts';
import { type Job, JobExists, type Jobs } from '../../../../server/jobs/jobs.ts';
import type { ManifestService } from '../../../../server/manifests/serve/service.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { marketOf, markets } from '../../../support/markets.ts';
import { addHouse } from '../../imports/support.ts';

let database: Database;
let opened: Awaited<ReturnType<typeof openTakers>>;
let root: string;
let jobs: ReturnType<typeof queueInMemory>;

const texts = path.resolve(import.meta.dirname, '../../../../locales');
const words = {} as Record<string, unknown>;

beforeAll(async () => {
  database = await createTestDatabase();
  opened = await openTakers(database, markets);
  await addHouse(database);
  for (const name of ['fields', 'enums']) {
    words[name] = JSON.parse(await readFile(path.join(texts, 'pl', `${name}.json`), 'utf8'));
  }
});
afterAll(async () => {
  await opened.close();
  await database.close();
});

/** The queue of jobs: what is sent waits until the test has it done. */
function queueInMemory() {
  const waiting = new Map<string, Job>();
  let handle: ((job: Job) => Promise<void>) | undefined;
  let look: ((stopping: AbortSignal) => Promise<void>) | undefined;
  const made: Pick<Jobs, 'send' | 'work'> = {
    async send(_tx, _queue, { key, data }) {
      if (waiting.has(key)) throw new JobExists();
      waiting.set(key, { id: key, data, signal: new AbortController().signal });
      return key;
    },
    work([work], [tick]) {
      handle = work?.handle;
      look = tick?.run;
    },
  };
  return {
    ...made,
    waiting,
    look: () => look?.(new AbortController().signal) as Promise<void>,
    async doAll(signal?: AbortSignal) {
      for (const [key, job] of waiting) {
        await handle?.({ ...job, ...(signal && { signal }) });
        waiting.delete(key);
      }
    },
  };
}

const logged: unknown[] = [];
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'meterhouse-import-folder-'));
  await database.pool.query(
    'TRUNCATE reading, reading_pack, rollup, device_state, import_run, import_rejection',
  );
  jobs = queueInMemory();
  logged.length = 0;
  createImportFolder(root, {
    database,
    manifests: {
      market: marketOf,
      words: () => words,
      importSources: () => ({ known: [], broken: [] }),
    } as unknown as Pick<ManifestService, 'market' | 'words' | 'importSources'>,
    logger: { info: () => undefined, error: (about: unknown) => logged.push(about) },
    now: () => new Date('2026-11-27T08:00:00Z'),
    takers: opened.takers,
  }).work(jobs);
  await jobs.look();
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(root, { recursive: true });
});

const place = (name: string) => path.join(root, 'pl', name);
const sound = 'serial;at;value\ncold;2026-03-27;5\ncold;2026-03-28;6\n';
const stored = async () =>
  (await database.pool.query('SELECT value FROM stored_reading ORDER BY at')).rows.map(
    ({ value }) => value / 1e6,
  );
const listed = async () => {
  const names = await readdir(path.join(root, 'pl'), { recursive: true });
  return names.filter((name) => !['done', 'refused'].includes(name)).sort();
};
const lookTwice = async () => {
  await jobs.look();
  await jobs.look();
};

describe('a file in the folder', () => {
  it('is imported once nobody writes it any more, and lies in done', async () => {
    expect((await readdir(root)).sort()).toEqual(['cz', 'dk', 'pl']);
    await writeFile(place('a.csv'), sound.slice(0, 40));
    await jobs.look();
    await writeFile(place('a.csv'), sound);
    await jobs.look();
    expect(jobs.waiting.size).toBe(0);
    await jobs.look();
    expect([...jobs.waiting.values()].map(({ data }) => data)).toEqual([
      { country: 'PL', fileName: 'a.csv' },
    ]);
    await jobs.doAll();
    expect(await stored()).toEqual([5, 6]);
    expect(await listed()).toEqual(['done/20261127T080000Z-a.csv']);
    const { rows } = await database.pool.query('SELECT type, country FROM activity_log');
    expect(rows).toEqual([{ type: 'DATA_IMPORTED', country: 'PL' }]);
  });

  it('of which lines are refused leaves those with their reasons', async () => {
    await writeFile(place('a.csv'), `${sound}nobody;2026-03-27;1\n`);
    await lookTwice();
    await jobs.doAll();
    const rejected = 'refused/20261127T080000Z-a.csv.rejected.csv';
    expect(await listed()).toEqual(['done/20261127T080000Z-a.csv', rejected]);
    const lines = await readFile(place(rejected), 'utf8');
    expect(lines).toMatch(/^\ufeffserial;at;value;refused_because\?/);
    expect(lines).toContain('nobody;2026-03-27;1;UNKNOWN_DEVICE: wiersz 4. Nieznane urządzenie.');
  });

  it('that can’t be read lies in refused, with the reason beside it', async () => {
    await writeFile(place('a.csv'), 'serial;what\n1;2\n');
    await lookTwice();
    await jobs.doAll();
    const name = 'refused/20261127T080000Z-a.csv';
    expect(await listed()).toEqual([name, `${name}.reason.txt`]);
    expect(await readFile(place(`${name}.reason.txt`), 'utf8')).toMatch(/columns are not known/);
    expect(await stored()).toEqual([]);
  });

  it('that is written while it is imported stays, and all of it counts once', async () => {
    await writeFile(place('a.csv'), sound);
    await lookTwice();
    const send = jobs.waiting.get('PL/a.csv') as Job;
    const query = database.transaction;
    const spy = vi.spyOn(database, 'transaction').mockImplementationOnce(async (work) => {
      await writeFile(place('a.csv'), `${sound}cold;2026-03-29;8\n`);
      return query(work);
    });
    await jobs.doAll();
    spy.mockRestore();
    expect(send.data).toEqual({ country: 'PL', fileName: 'a.csv' });
    expect(await listed()).toEqual(['a.csv']);
    await lookTwice();
    await jobs.doAll();
    expect(await stored()).toEqual([5, 6, 8]);
    expect(await listed()).toEqual(['done/20261127T080000Z-a.csv']);
  });

  it('waits for the next try where it is no fault of its own', async () => {
    await writeFile(place('a.csv'), sound);
    await lookTwice();
    const spy = vi.spyOn(database, 'transaction').mockRejectedValueOnce(new Error('no database'));
    await jobs.doAll();
    spy.mockRestore();
    expect(logged).toMatchObject([{ err: { message: 'no database' }, fileName: 'a.csv' }]);
    expect(await listed()).toEqual(['a.csv']);
    await lookTwice();
    expect(jobs.waiting.size).toBe(0);
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000);
    await jobs.look();
    vi.restoreAllMocks();
    expect(jobs.waiting.size).toBe(1);
    await jobs.doAll();
    expect(await stored()).toEqual([5, 6]);
  });

  it('stays with its job when the portal ends', async () => {
    await writeFile(place('a.csv'), sound);
    await lookTwice();
    await expect(jobs.doAll(AbortSignal.abort())).rejects.toThrow();
    expect(await listed()).toEqual(['a.csv']);
  });
});

it('takes the files that were written first, and no links, folders or unfinished copies', async () => {
  await writeFile(path.join(root, 'secret'), 'serial;at;value\n');
  await symlink(path.join(root, 'secret'), place('link.csv'));
  for (const name of ['b.csv', 'a.csv', '.hidden.csv', 'c.csv.part', '~$d.xlsx']) {
    await writeFile(place(name), sound);
  }
  await writeFile(place('empty.csv'), '');
  await utimes(place('b.csv'), 1_000_000, 1_000_000);
  await lookTwice();
  expect([...jobs.waiting.keys()]).toEqual(['PL/b.csv', 'PL/a.csv']);
  await writeFile(place('devices.csv'), 'works_no;serial;category\nPL-1;new;COLD_WATER_METER\n');
  jobs.waiting.clear();
  await rename(place('c.csv.part'), place('c.csv'));
  await lookTwice();
  // The readings may need the devices, though they were written first.
  expect([...jobs.waiting.keys()]).toEqual(['PL/devices.csv', 'PL/c.csv']);
});
