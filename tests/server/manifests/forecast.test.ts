import { applyEdits, modify } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import { operations } from '../../../schemas/api/operations.ts';
import { type Country, countries } from '../../../schemas/entities/market.ts';
import { refuseOperation } from '../../../server/manifests/access.ts';
import { buildManifests } from '../../../server/manifests/build.ts';
import { parseSources, readSources } from '../../../server/manifests/load.ts';
import { listAudiences } from '../../../server/manifests/tools/audiences.ts';
import { compareSnapshots } from '../../../server/manifests/tools/compare.ts';
import { forecastDifferences } from '../../../server/manifests/tools/forecast.ts';
import { takeSnapshot, type View } from '../../../server/manifests/tools/snapshot.ts';
import { buildSwitched } from '../../../server/manifests/tools/switchModule.ts';
import { addProperty } from '../../support/builders.ts';
import { createTestDatabase } from '../../support/database.ts';
import { copyReal } from './copyReal.ts';
import { realDirectories } from './directories.ts';
import { holder } from './subjects.ts';

const sources = await readSources(realDirectories);
const loaded = parseSources(sources);
const { set } = buildManifests(loaded, 'manifests');
if (!set) throw new Error('The manifests have faults.');
const modules = [...loaded.modules.keys()];

function viewsOf(
  manifests: NonNullable<typeof set>,
  files: typeof loaded,
  country: Country,
): View[] {
  const audiences = listAudiences().filter((one) => one.country === country);
  return [...takeSnapshot(manifests, files, { audiences, languages: ['en'] })];
}

describe.each(countries)('the forecast of a switch in %s is what then happens', (country) => {
  const market = country.toLowerCase();
  const before = viewsOf(set, loaded, country);

  test.each(modules)('of %s', { timeout: 30_000 }, (module) => {
    const isOn = !set.markets[country].modules.has(module);
    const switched = buildSwitched(loaded, market, new Map([[module, isOn]]));

    // As a product owner does it: the one line in the market's file.
    const name = `manifests/markets/${market}.json`;
    const source = sources.get(name);
    if (!source) throw new Error(`There is no ${name}.`);
    const text = applyEdits(source.text, modify(source.text, ['modules', module], isOn, {}));
    const files = parseSources(new Map([...sources, [name, { ...source, text }]]));
    const real = buildManifests(files, 'manifests');
    expect(switched.faults.map(({ message }) => message)).toEqual(
      real.faults.map(({ message }) => message),
    );
    if (!switched.set || !real.set) return;
    const change = { loaded, before: set, after: switched.set, country };
    const happened = compareSnapshots(before, viewsOf(real.set, files, country));
    expect(happened.length).toBeGreaterThan(0);
    expect(forecastDifferences(change)).toEqual(happened);
  });
});

test('a switch closes every operation of the module, and opens no other', () => {
  const { set: after } = buildSwitched(loaded, 'pl', new Map([['consumption', false]]));
  if (!after) throw new Error('The manifests have faults.');
  const subject = holder('PL', 'portal_admin');
  for (const [id, { module }] of Object.entries(operations)) {
    const refusal = (manifests: typeof set) =>
      refuseOperation(manifests.markets.PL, id as keyof typeof operations, subject);
    expect([id, refusal(after)]).toEqual([id, module === 'consumption' ? 'module' : refusal(set)]);
  }
});

describe('explain --enable and --disable', () => {
  test('say what comes and goes, of several at once', async () => {
    const { run, switchOff } = await copyReal();
    await switchOff('CZ', 'consumption', 'reports');
    const args = ['explain', '--country', 'CZ', '--enable', 'consumption', '--enable', 'reports'];
    const on = await run(...args);
    expect(on.code).toBe(0);
    expect(on.output).toContain('navigation entry Consumption');
    expect(on.output).toContain('operation consumption.graph shown in operations');
    expect(on.output).toMatch(/tile .*\(consumption\) shown in dashboard\.index/);
    expect(on.output).toMatch(/tile .*\(reports\) shown in dashboard\.index/);
    expect(on.output).toContain('There is no database whose accounts could be asked.');
    const off = await run('explain', '--country', 'PL', '--disable', 'dashboard');
    expect(off.code).toBe(2);
    expect(off.output).toMatch(
      /markets\/pl\.json:\d+:\d+ {2}modules\.reports {2}"reports" requires "dashboard"/,
    );
    expect((await run('explain', '--country', 'PL', '--enable', 'report')).output).toContain(
      'did you mean "reports"?',
    );
  });
});

describe('with accounts', () => {
  const withAccounts = async () => {
    const database = await createTestDatabase();
    const account = (name: string, country: Country, roles: string[]) =>
      database.pool.query<{ id: number }>(
        `INSERT INTO account (subject, username, email, name, roles, country, language, level)
         VALUES ($1, $1, $1 || '@example.org', $1, $2, $3, 'en', 1) RETURNING id`,
        [name, roles, country],
      );
    const { rows: packages } = await database.pool.query<{ id: number }>(
      `INSERT INTO permission_package (country, name, features)
       VALUES ('DK', 'reports', '{REPORT_JOB,CONSUMPTION_BASIC}') RETURNING id`,
    );
    await addProperty(database, { id: 1, country: 'DK' });
    for (let at = 0; at < 5; at += 1) {
      const { rows } = await account(`admin${at}.dk`, 'DK', ['portal_user', 'portal_admin']);
      if (at >= 3) continue;
      await database.pool.query(
        'INSERT INTO property_access (account_id, property_id, package_id) VALUES ($1, $2, $3)',
        [rows[0]?.id, 1, packages[0]?.id],
      );
    }
    await account('domea.dk', 'DK', ['portal_user', 'portal_domea']);
    await account('admin.pl', 'PL', ['portal_user', 'portal_admin']);
    return database;
  };

  test('a forecast counts them, and explain takes a user as they are', {
    timeout: 60_000,
  }, async () => {
    const database = await withAccounts();
    try {
      const { run, switchOff } = await copyReal({ withDatabase: (work) => work(database) });
      await switchOff('DK', 'reports');
      const { output } = await run('explain', '--country', 'DK', '--enable', 'reports');
      expect(output).toContain('Of the 6 accounts in DK:');
      expect(output).toMatch(
        /tile reports: for 3 accounts shown, for 2 accounts locked, for 1 account \(portal_domea\) nothing: .*module reports: it is closed to portal_domea/,
      );
      const user = await run('explain', '--user', 'domea.dk', 'tile contact', '/contact-form');
      expect(user.code).toBe(64);
      const route = await run('explain', '--user', 'ADMIN0.dk', '/contact-form');
      expect(route.lines[0]).toBe(
        'To ADMIN0.dk (portal_user and portal_admin) in DK with CONSUMPTION_BASIC, REPORT_JOB:',
      );
      expect(route.output).toContain('screen contact.index ');
      const nobody = await run('explain', '--user', 'nobody', '/contact-form');
      expect([nobody.code, nobody.output]).toEqual([64, 'There is no account "nobody".']);
      const both = await run('explain', '--user', 'domea.dk', '--role', 'portal_admin', '/reports');
      expect(both.code).toBe(64);
    } finally {
      await database.close();
    }
  });
});
