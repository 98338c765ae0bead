import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { runManifestCommand } from '../../../server/cli/manifest.ts';
import type { ManifestDirectories } from '../../../server/manifests/load.ts';
import { copyGood, mistakesDirectory, realDirectories } from './directories.ts';

async function run(args: string[], directories: ManifestDirectories = realDirectories) {
  const lines: string[] = [];
  const code = await runManifestCommand(args, {
    ...directories,
    print: (line) => lines.push(line),
  });
  return { code, lines, output: lines.join('\n') };
}

describe('manifest check', () => {
  test('finds nothing in the portal’s own', async () => {
    expect(await run(['check'])).toMatchObject({ code: 0, output: 'The manifests are sound.' });
  });

  test('prints all faults and exits with 1', async () => {
    const directories = await copyGood(path.join(mistakesDirectory, 'translation'));
    const { code, lines } = await run(['check'], directories);
    expect(code).toBe(1);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^locales\/pl\/consumption\.json:3:13 {2}inCity/);
  });
});

describe('manifest schema', () => {
  test('is not stale: run "npm run portal -- manifest schema" when this fails', async () => {
    expect(await run(['schema', '--check'])).toMatchObject({ code: 0, output: '' });
  });

  test('writes schemas, which then are not stale', async () => {
    const directories = await copyGood();
    const out = path.join(directories.manifestsDirectory, 'schema');
    expect(await run(['schema', '--check'], directories)).toMatchObject({ code: 1 });
    expect(await run(['schema'], directories)).toMatchObject({ code: 0 });
    expect(await run(['schema', '--check'], directories)).toMatchObject({ code: 0 });
    const library = JSON.parse(await readFile(path.join(out, 'language.schema.json'), 'utf8'));
    expect(library.$defs.RouteName.enum).toEqual([
      'consumption-index',
      'consumption-property',
      'home',
      'start',
    ]);
    expect(library.$defs.LocaleKey.enum).toContain('consumption:inCity');
    expect(library.$defs.OperationName.enum).toContain('consumption.graph');
    expect(library.$defs.Icon.enum).toContain('drop');
    const own = 'overrides/consumption/index.screen.schema.json';
    expect(JSON.parse(await readFile(path.join(out, own), 'utf8')).required).toEqual([
      '$schema',
      'manifestVersion',
    ]);

    const file = path.join(directories.localesDirectory, 'en/home.json');
    await writeFile(file, '{ "title": "Home", "more": "More" }');
    const { code, output } = await run(['schema', '--check'], directories);
    expect(code).toBe(1);
    expect(output).toContain('language.schema.json is stale');
  });
});

test('manifest list names modules, markets and screens', async () => {
  const { output } = await run(['list']);
  expect(output).toContain('advanced-reports  PL\n');
  expect(output).toContain('consumption  PL CZ\n');
  expect(output).toContain('  consumption.property  /consumption/{property}');
});

describe('manifest show', () => {
  test('prints the index', async () => {
    const { code, output } = await run(['show', '--country', 'cz', '--role', 'portal_domea']);
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({ signedIn: true, market: { country: 'CZ' } });
  });

  test.each(['consumption.property', '/consumption/17'])(
    'prints the screen of %s',
    async (target) => {
      const session = ['--role', 'portal_admin', '--feature', 'CONSUMPTION_BASIC'];
      const { code, output } = await run(['show', ...session, target]);
      expect(code).toBe(0);
      expect(JSON.parse(output)).toMatchObject({ id: 'consumption.property' });
    },
  );

  test('says that a session does not get a screen', async () => {
    const { code, output } = await run(['show', '--role', 'portal_domea', '/reports']);
    expect([code, output]).toEqual([1, 'This session gets no "/reports"']);
  });

  test.each([
    [
      ['show', '--role', 'portal_domae'],
      'There is no role "portal_domae", did you mean "portal_domea"?',
    ],
    [['show', '--country', 'XX'], 'There is no country "XX"'],
    [['shwo'], 'There is no "manifest shwo", did you mean "show"?'],
    [['show', '--colour', 'red'], "Unknown option '--colour'"],
  ])('%j is explained', async (args, message) => {
    const { code, output } = await run(args);
    expect(code).toBe(2);
    expect(output).toContain(message);
    expect(output).toContain('manifest check');
  });
});
