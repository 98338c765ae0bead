import { applyEdits, modify } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import { operations } from '../../../schemas/api/operations.ts';
import { type Country, countries } from '../../../schemas/entities/market.ts';
import { drawBySeed } from '../../../scripts/testing/seed.mjs';
import { buildManifests } from '../../../server/manifests/pipeline.ts';
import { parseSources, readSources } from '../../../server/manifests/read/load.ts';
import { refuseOperation } from '../../../server/manifests/session/access.ts';
import { listAudiences } from '../../../server/manifestTools/audiences.ts';
import { compareSnapshots } from '../../../server/manifestTools/compare.ts';
import { forecastDifferences } from '../../../server/manifestTools/forecast.ts';
import { takeSnapshot, type View } from '../../../server/manifestTools/snapshot.ts';
import { buildSwitched } from '../../../server/manifestTools/switchModule.ts';
import { copyReal } from './copyReal.ts';
import { realDirectories } from './directories.ts';
import { holder } from './subjects.ts';
import { tellers } from './tellers.ts';

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

  // Each takes a second; a run that isn't long tries five a market.
  test.each(drawBySeed(modules, 5, `switches of ${country}`))(
    'of %s',
    { timeout: 30_000 },
    (module) => {
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
      const happened = compareSnapshots(before, viewsOf(real.set, files, country), tellers.en);
      expect(happened.length).toBeGreaterThan(0);
      expect(forecastDifferences(change, tellers.en)).toEqual(happened);
    },
  );
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
    const czech = await run(...args, '--language', 'cs');
    expect(czech.lines).toHaveLength(on.lines.length);
    expect(czech.lines[0]).toBe('S "consumption": true, "reports": true v markets/cz.json:');
    expect(czech.output).toContain('položka navigace Spotřeba (consumption) přibývá v index');
    expect(czech.output).toContain('CZ / všichni přihlášení');
    expect(czech.output).not.toMatch(/ (shown|hidden) in | appears | everybody|: nothing /);
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
