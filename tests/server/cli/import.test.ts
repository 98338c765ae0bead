import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importSourceSchema } from '../../../schemas/manifest/importSource.ts';
import { runImport } from '../../../server/cli/import.ts';
import { openTakers } from '../../../server/cli/openTakers.ts';
import type { Database } from '../../../server/database/open.ts';
import { openSourceFile } from '../../../server/manifests/serve/importSourceFiles.ts';
import { createTestDatabase } from '../../support/database.ts';
import { markets } from '../../support/markets.ts';

let database: Database;
let folder: string;
let opened: Awaited<ReturnType<typeof openTakers>>;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'meterhouse-import-'));
  opened = await openTakers(database, markets);
});
afterAll(async () => {
  await opened.close();
  await database.close();
  await rm(folder, { recursive: true });
});

/** Imports files with these contents; answers the exit code and what was said. */
async function run(country: string, ...contents: readonly string[]) {
  return runWith(['--country', country], contents);
}

async function runWith(
  options: readonly string[],
  contents: readonly string[],
  more: Partial<Parameters<typeof runImport>[1]> = {},
) {
  const lines: string[] = [];
  const files = contents.map((_, at) => path.join(folder, `${at}.csv`));
  for (const [at, content] of contents.entries()) await writeFile(files[at] ?? '', content);
  const { takers } = opened;
  const openFiles = () => Promise.reject(new Error('No documents are imported here.'));
  const print = (line: string) => lines.push(line);
  const args = [...options, ...files];
  const code = await runImport(args, { database, markets, openFiles, takers, print, ...more });
  return { code, said: lines.join('\n') };
}

it('imports files about accounts, each with an entry in the log of its market', async () => {
  const { code, said } = await run(
    'CZ',
    'name;features\nZáklad;ALL\n',
    'username;email;name;kind\njana;jana@example.com;Jana Malá;MAIN_USER\n',
  );
  expect(code).toBe(0);
  expect(said).toContain('0.csv: permission_packages, 1 accepted, 0 duplicates, 0 rejected');
  expect(said).toContain('1.csv: accounts, 1 accepted, 0 duplicates, 0 rejected');
  const { rows } = await database.pool.query(
    'SELECT type, actor, affected, country, detail FROM activity_log ORDER BY id',
  );
  const imported = (importId: number) => ({
    type: 'DATA_IMPORTED',
    actor: '',
    affected: '',
    country: 'CZ',
    detail: { importId },
  });
  expect(rows).toEqual([
    imported(1),
    expect.objectContaining({ type: 'PACKAGE_CREATED', country: 'CZ' }),
    imported(2),
    expect.objectContaining({ type: 'ACCOUNT_CREATED', affected: 'jana', country: 'CZ' }),
  ]);
});

it('says which lines are not taken, and of a refused file why, without an entry', async () => {
  const count = async () =>
    (await database.pool.query('SELECT count(*)::integer AS n FROM activity_log')).rows[0].n;
  const before = await count();
  const refused = await run('PL', 'colour;size\nred;1\n');
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('refused.') });
  expect(await count()).toBe(before);
  const rejected = await run('PL', 'name;features\nBasis;NOTHING\n');
  expect(rejected).toMatchObject({ code: 1, said: expect.stringContaining('line 2: BAD_FEATURE') });
  expect(await count()).toBe(before + 1);
});

it('tries a file out, accounts as well, and leaves nothing behind', async () => {
  const left = async () => {
    const tables = ['account', 'permission_package', 'activity_log', 'import_run', 'pgboss.job'];
    const rows = tables.map((name) => database.pool.query(`SELECT * FROM ${name} ORDER BY 1`));
    return (await Promise.all(rows)).map(({ rows: found }) => found);
  };
  const before = await left();
  const { code, said } = await runWith(
    ['--country', 'CZ', '--dry-run'],
    [
      'name;features\nPlný;ALL\nPlný;NOTHING\n',
      'username;email;name;kind\nnova;nova@example.com;Nová;MAIN_USER\n',
    ],
  );
  expect(code).toBe(1);
  expect(said).toContain('0.csv: permission_packages, 1 accepted, 0 duplicates, 1 rejected');
  expect(said).toContain('line 3: BAD_FEATURE');
  expect(said).toContain('1.csv: accounts, 1 accepted, 0 duplicates, 0 rejected');
  expect(said).toContain('1.csv: tried out, nothing was imported');
  expect(await left()).toEqual(before);
});

it('tells the kind, what was written and what nothing was read of, and takes a kind that is said', async () => {
  await run(
    'PL',
    'works_id;works_no;name;address;city;zip_code\n1;PL-1;House;Lipowa 1;Kraków;31-001\n',
    'works_no;serial;category\nPL-1;11223344;COLD_WATER_METER\n',
  );
  const content = 'serial;at;value;error\n11223344;2026-03-27;1;OK\n';
  const read = await run('PL', content);
  expect(read.said.split('\n').slice(-4)).toEqual([
    '0.csv: readings, 1 accepted, 0 duplicates, 0 rejected',
    '0.csv: read as UTF-8, separator ;',
    '0.csv: not read: error',
    '0.csv: read otherwise with --kind device_errors',
  ]);
  const errors = await runWith(['--country', 'PL', '--kind', 'device_errors'], [content]);
  expect(errors.said).toContain('0.csv: device_errors, 1 accepted, 0 duplicates, 0 rejected');
  const telegram =
    '{"id":"11223344","meter":"izar","total_m3":2,"status":"LEAK","timestamp":"2026-03-28T10:00:00Z"}';
  const told = await run('PL', `[${telegram}]`);
  expect(told.said).toContain('telegrams, 1 accepted, 1 device errors, 0 duplicates, 0 rejected');
  expect(await runWith(['--kind', 'colours'], [content])).toMatchObject({
    code: 2,
    said: expect.stringContaining('There is no kind of file «colours».'),
  });
});

it('imports files in the order in which they need each other, and one that is none at last', async () => {
  const { code, said } = await run(
    'PL',
    'serial;at;value\nordered;2026-03-27;5\n',
    'what;ever\n1;2\n',
    'works_no;serial;category\nPL-770;ordered;COLD_WATER_METER\n',
    'works_id;works_no;name;address;city;zip_code\n770;PL-770;House;Lipowa 1;Kraków;31-001\n',
  );
  expect(code).toBe(1);
  const results = said.match(/^\d\.csv: (\w+, 1 accepted|refused)/gm);
  expect(results).toEqual([
    '3.csv: properties, 1 accepted',
    '2.csv: devices, 1 accepted',
    '0.csv: readings, 1 accepted',
    '1.csv: refused',
  ]);
});

it('assigns the properties of a file, or says which of them only staff sees', async () => {
  const head = 'works_id;works_no;name;address;city;zip_code\n';
  const lines = [8801, 8802].map((id) => `${id};SE-${id};Dům;Lípová 1;Brno;602 00\n`).join('');
  await run(
    'CZ',
    'name;features\nVše;ALL\n',
    'username;email;name;kind;main_user\neva;eva@example.com;Eva;MAIN_USER;\nivo;ivo@example.com;Ivo;SUB_USER;eva\n',
  );
  const alone = await run('CZ', `${head}${lines}8805;SE-8805;Dům;Lípová 5;Brno;602 00\n`);
  expect(alone.said).toMatch(/only staff sees: \d+ \(.*SE-8801, SE-8802/);
  const to = (user: string, name: string, ...more: string[]) =>
    runWith(
      ['--country', 'CZ', '--assign', user, '--package', name, ...more],
      [
        `${head}${lines}8803;SE-8803;Dům;Lípová 3;Brno;602 00\nx;SE-8804;Dům;Lípová 4;Brno;602 00\n`,
      ],
    );
  const held = async () =>
    (
      await database.pool.query(
        `SELECT works_no, username, p.name FROM property_access JOIN account ON account.id = account_id
         JOIN property ON property.id = property_id JOIN permission_package AS p ON p.id = package_id
         WHERE works_no LIKE 'SE-880%' ORDER BY works_no`,
      )
    ).rows.map((row) => Object.values(row).join(' '));
  for (const [user, name, why] of [
    ['nobody', 'Vše', 'There is no administrator'],
    ['ivo', 'Vše', 'is a sub-user'],
    ['eva', 'Nic', 'There is no permission package'],
    ['eva', '', 'go together'],
  ] as const) {
    const { code, said } = await to(user, name);
    expect(code).toBe(2);
    expect(said).toMatch(new RegExp(`${why}.* Nothing was imported\\.$`));
  }
  const tried = await to('eva', 'Vše', '--dry-run');
  expect(tried.said).toContain('assigned to eva with «Vše»: 3');
  expect(await held()).toEqual([]);
  const { code, said } = await to('eva', 'Vše');
  expect(code).toBe(1);
  expect(said).toContain('assigned to eva with «Vše»: 3');
  expect(said).not.toContain('SE-8801');
  expect(said).toMatch(/only staff sees: \d+ \(.*SE-8805\)/);
  expect(await held()).toEqual(['SE-8801', 'SE-8802', 'SE-8803'].map((one) => `${one} eva Vše`));
  expect((await to('eva', 'Vše')).said).toContain('assigned to eva with «Vše»: 0');
});

it('tries columns out that are said, remembers them, and reads the next file by them', async () => {
  await run('PL', 'works_id;works_no;name;address;city;zip_code\n71;PL-71;H;L 1;K;31-001\n');
  await run('PL', 'works_no;serial;category\nPL-71;S71;COLD_WATER_METER\n');
  const manifests = path.join(folder, 'manifests');
  await mkdir(manifests);
  const sourceFile = (name: string) => openSourceFile(manifests, name);
  const text = 'SN#;Stamp;Total\nS71;2026-07-01;1.100\nS72;2026-07-01;1.200\n';
  const columns = ['SN#=serial', 'Stamp=at', 'Total=value'].flatMap((one) => ['--column', one]);
  const asked = [...columns, '--decimal', ',', '--remember', 'vendor'];
  const tried = await runWith([...asked, '--dry-run'], [text], { sourceFile });
  const place = path.join(manifests, 'imports', 'sources', 'vendor.json');
  expect(tried.said).toContain(`0.csv: remembered as ${place}`);
  expect(tried.said).toContain('tried out, nothing was imported');
  const source = importSourceSchema.parse(JSON.parse(await readFile(place, 'utf8')));
  // A name that is taken: the file is imported all the same, which is told.
  const taken = await runWith(asked, ['SN#;Stamp;Total\nS71;2026-06-30;1.000\n'], { sourceFile });
  expect(taken).toMatchObject({ code: 1, said: expect.stringContaining('1 accepted') });
  expect(taken.said).toContain('0.csv: not remembered: There is a source «vendor» already.');
  const sources = () => ({ known: [{ name: 'vendor', source }], broken: [] });
  const rejected = ['--rejected', path.join(folder, 'rejected')];
  const { code, said } = await runWith(rejected, [text], { sources, sourceFile });
  expect(said).toContain('read as UTF-8, the source vendor, separator ;');
  const file = path.join(folder, 'rejected', '0.csv.rejected.csv');
  expect([code, said]).toEqual([1, expect.stringContaining(`imported: ${file}`)]);
  const mended = (await readFile(file, 'utf8')).replace('S72', 'S71').replace('-01;', '-02;');
  const again = await runWith([], [mended], { sources });
  expect(again).toMatchObject({ code: 0, said: expect.stringContaining('1 accepted') });
  const { rows } = await database.pool.query(
    'SELECT value FROM stored_reading WHERE property_id = 71 ORDER BY at',
  );
  expect(rows.map(({ value }) => value / 1e6)).toEqual([1000, 1100, 1200]);
  // A place that can't be written: what would be there is printed.
  await rm(manifests, { recursive: true });
  await writeFile(manifests, '');
  const printed = await runWith([...asked, '--dry-run'], [text], { sourceFile });
  expect(printed.said).toContain('Put it there by hand:\n{\n  "$schema"');
});

it('says what it can’t understand of columns and sources before it reads anything', async () => {
  expect(await runWith(['--wrong'], [])).toEqual({
    code: 2,
    said: expect.stringMatching(/^Unknown option '--wrong'[\s\S]*--column "WORD=COLUMN"/),
  });
  const said = async (...options: string[]) => {
    const { code, said: words } = await runWith(options, ['serial;at;value\n', 'a;b\n']);
    expect(code).toBe(2);
    return words;
  };
  expect(await said('--column', 'Zähler')).toBe(
    '«Zähler» is no column: write it as "Zähler=serial".',
  );
  expect(await said('--column', 'Zähler=seriell')).toContain('did you mean "serial"?');
  expect(await said('--remember', 'vendor')).toContain('A source is remembered of one file');
});
