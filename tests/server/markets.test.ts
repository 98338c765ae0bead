import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { countries } from '../../schemas/entities/market.ts';
import { runImport } from '../../server/cli/import.ts';
import { planProperties } from '../../server/demo/plan.ts';
import { readManifests } from '../../server/manifests/serve/readManifests.ts';
import { createTestDatabase } from '../support/database.ts';
import { demoMarkets, marketOf, markets } from '../support/markets.ts';
import { copyRealManifests } from './manifests/copyReal.ts';
import { realDirectories } from './manifests/directories.ts';

const house = path.resolve(import.meta.dirname, '../..');

async function faultsWith(file: string, change: object) {
  const root = await mkdtemp(path.join(tmpdir(), 'markets-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  copyRealManifests(root);
  const changed = path.join(root, 'markets', file);
  const market = JSON.parse(await readFile(changed, 'utf8'));
  await writeFile(changed, JSON.stringify({ ...market, ...change }));
  const { faults } = await readManifests({ ...realDirectories, manifestsDirectory: root });
  return faults.map((fault) => fault.replace(/^.*markets\//, ''));
}

test('one market is the default, and two are refused', async () => {
  expect(countries.filter((country) => marketOf(country).default)).toEqual([markets[0].country]);
  expect(await faultsWith('pl.json', { default: true })).toEqual([]);
  const twice = await faultsWith('cz.json', { default: true });
  expect(twice).toHaveLength(1);
  expect(twice[0]).toMatch(/default {2}expected one default market, found "(cz|pl)" too$/);
});

test('a market without a demo has none', () => {
  const some = demoMarkets.filter(({ country }) => country !== 'PL');
  const planned = planProperties({ properties: 40, seed: 7 }, some);
  expect(new Set(planned.map(({ market }) => market.country))).toEqual(new Set(['CZ', 'DK']));
  expect(planProperties({ properties: 40, seed: 7 }, [])).toEqual([]);
});

test('a command imports into the default market and its time zone, or the one it is told', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  const root = await mkdtemp(path.join(tmpdir(), 'import-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const printed: string[] = [];
  const run = async (id: number, ...options: string[]) => {
    const file = path.join(root, `${id}.csv`);
    const head = 'works_id;works_no;name;address;city;zip_code';
    await writeFile(file, `${head}\n${id};W${id};House;Street 1;Town;100\n`);
    const print = (line: string) => printed.push(line);
    return runImport([...options, file], {
      database,
      markets,
      print,
      openFiles: () => expect.unreachable(),
    });
  };
  expect(await run(1)).toBe(0);
  expect(await run(2, '--country', 'dk')).toBe(0);
  expect(await run(3, '--country', 'xx')).toBe(2);
  // What else it takes is the command's own.
  expect(printed.at(-1)).toContain(
    `Usage: npm run portal -- import [--country ${countries.join('|')}] `,
  );
  const { rows } = await database.pool.query(
    'SELECT country, time_zone AS zone FROM property ORDER BY id',
  );
  expect(rows).toEqual([
    { country: 'PL', zone: 'Europe/Warsaw' },
    { country: 'DK', zone: 'Europe/Copenhagen' },
  ]);
});

// Adding a market must not need a search through the code. The compiler's folder is not ours here.
test('no country’s facts stand in the server', () => {
  const named = new RegExp(`['"](${countries.join('|')})['"]|Europe/(?!Madrid)`);
  const files = readdirSync(path.join(house, 'server'), { recursive: true, encoding: 'utf8' });
  const naming = files
    .filter((file) => file.endsWith('.ts') && !file.startsWith('manifests'))
    .filter((file) => named.test(readFileSync(path.join(house, 'server', file), 'utf8')));
  expect(naming).toEqual([]);
});
