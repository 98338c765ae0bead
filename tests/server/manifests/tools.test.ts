import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { operations } from '../../../schemas/api/operations.ts';
import { runManifestCommand } from '../../../server/cli/manifest.ts';
import { refuseOperation } from '../../../server/manifests/access.ts';
import { loadFiles } from '../../../server/manifests/load.ts';
import { readManifests } from '../../../server/manifests/readManifests.ts';
import { buildSwitched } from '../../../server/manifests/tools/switchModule.ts';
import { realDirectories } from './directories.ts';
import { holder } from './subjects.ts';

async function copyReal() {
  const root = await mkdtemp(path.join(tmpdir(), 'tools-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const manifestsDirectory = path.join(root, 'manifests');
  await cp(realDirectories.manifestsDirectory, manifestsDirectory, { recursive: true });
  const directories = { ...realDirectories, manifestsDirectory };
  const run = async (...args: string[]) => {
    const lines: string[] = [];
    const print = (line: string) => lines.push(line);
    const code = await runManifestCommand(args, { ...directories, print });
    return { code, lines, output: lines.join('\n') };
  };
  const write = async (place: string, content: object) => {
    const file = path.join(manifestsDirectory, place);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify(content, undefined, 2));
  };
  return { root, directories, run, write };
}

const override = (columns: object) => ({
  $schema: '../../../schema/screen-override.schema.json',
  manifestVersion: 2,
  children: { tenants: { columns } },
});
const czProperty = 'overrides/cz/consumption/property.screen.json';

async function readTree(directory: string) {
  const names = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = names
    .filter((one) => one.isFile())
    .map((one) => path.join(one.parentPath, one.name));
  return Promise.all(
    files
      .toSorted()
      .map(async (file) => [path.relative(directory, file), await readFile(file, 'utf8')]),
  );
}

describe('snapshots', () => {
  test('are the same to the byte for the same manifests, and for each audience and language', async () => {
    const { root, run } = await copyReal();
    const [a, b] = [path.join(root, 'a'), path.join(root, 'b')];
    const options = ['--language', 'en', '--language', 'cs', '--country', 'CZ'];
    expect((await run('snapshot', '--out', a, ...options)).code).toBe(0);
    expect((await run('snapshot', '--out', b, ...options)).code).toBe(0);
    const files = await readTree(a);
    expect(await readTree(b)).toEqual(files);
    expect(await readdir(path.join(a, 'CZ'))).toHaveLength(7);
    const title = async (language: string) =>
      JSON.parse(
        await readFile(
          path.join(a, `CZ/portal_admin/${language}/screens/contact.index.json`),
          'utf8',
        ),
      ).root.title;
    expect([await title('en'), await title('cs')]).toEqual(['Contact', 'Kontakt']);
    expect((await run('diff', a, b)).output).toBe('No difference.');
    // Once more over itself.
    expect((await run('snapshot', '--out', a, ...options)).code).toBe(0);
  });

  test('never replace anything else', async () => {
    const { root, run } = await copyReal();
    const out = path.join(root, 'mine');
    await mkdir(out);
    await writeFile(path.join(out, 'thesis.txt'), 'years of work');
    const refused = await run('snapshot', '--out', out);
    expect(refused.code).toBe(2);
    expect(refused.output).toContain('something other than a snapshot');
    expect(await readFile(path.join(out, 'thesis.txt'), 'utf8')).toBe('years of work');
    expect((await run('snapshot')).code).toBe(2);
  });
});

describe('differences are told in words, once, with everybody concerned', () => {
  const diffWith = async (change: (all: Awaited<ReturnType<typeof copyReal>>) => Promise<void>) => {
    const all = await copyReal();
    await change(all);
    return all.run('diff', realDirectories.manifestsDirectory, all.directories.manifestsDirectory);
  };
  const everybodySignedIn = 'CZ / everybody signed in';

  test('a hidden column, one that moved and one that is called otherwise', async () => {
    const { code, lines } = await diffWith(({ write }) =>
      write(
        czProperty,
        override({
          totals: { COLD_WATER_METER: null },
          address: { first: true, label: 'consumption:title' },
        }),
      ),
    );
    expect(code).toBe(1);
    expect(lines).toContain(
      `column Cold water (coldWaterMeter) hidden in consumption.property › tenants for ${everybodySignedIn}`,
    );
    expect(lines.some((line) => line.startsWith('order of columns in consumption.property'))).toBe(
      true,
    );
    expect(
      lines.some((line) =>
        line.includes('label in consumption.property › tenants › address: «Address» →'),
      ),
    ).toBe(true);
    expect(lines.at(-1)).toBe('3 differences.');
  });

  test('a field that is closed to a role', async () => {
    const { lines } = await diffWith(async ({ directories, write }) => {
      const place = 'modules/contact/message.form.json';
      const file = path.join(directories.manifestsDirectory, place);
      const form = JSON.parse(await readFile(file, 'utf8'));
      form.fields.additionalEmailAddress.access = { notRole: ['portal_domea'] };
      await write(place, form);
    });
    expect(lines).toContain(
      'field Another e-mail address (additionalEmailAddress) hidden in contact.index › message for PL / portal_domea, CZ / portal_domea, DK / portal_domea',
    );
  });

  test('misuse exits with 2', async () => {
    const { run } = await copyReal();
    expect((await run('diff', 'one')).code).toBe(2);
    expect((await run('diff', '/nowhere', '/else')).output).toContain(
      'There is no directory /nowhere',
    );
  });
});

describe('explain', () => {
  test('names the rule that hides, with file, line and layer', async () => {
    const { run } = await copyReal();
    const { code, lines } = await run(
      'explain',
      '--country',
      'CZ',
      '--role',
      'portal_domea',
      '--feature',
      'all',
      '/reports',
    );
    expect(code).toBe(0);
    expect(lines[0]).toBe('/reports is NOT shown to portal_domea in CZ.');
    const at = lines.indexOf('  NO   module reports: it is closed to portal_domea');
    expect(lines[at + 1]).toBe(
      '       manifests/modules/reports/module.json:6:13 (module reports)',
    );
  });

  test('tells a licence, a market and a visitor’s refusal apart', async () => {
    const { run } = await copyReal();
    const noLicence = await run('explain', '--role', 'portal_admin', '/reports');
    expect(noLicence.output).toContain(
      'NO   licence of the module reports: it needs one of the features',
    );
    const noModule = await run('explain', '--country', 'DK', '--role', 'portal_admin', '/reports');
    expect(noModule.output).toContain('NO   the market has the module reports switched off');
    const visitor = await run('explain', '/contact-form');
    expect(visitor.output).toContain('it needs somebody who is signed in');
  });

  test('follows a part into an override', async () => {
    const { run, write } = await copyReal();
    await write(czProperty, override({ address: { access: { anyRole: ['portal_support'] } } }));
    const asked = ['explain', '--country', 'CZ', '--role', 'portal_admin', '--feature', 'all'];
    const { lines } = await run(...asked, 'consumption.property/tenants/columns.address');
    const at = lines.findIndex((line) => line.includes('it needs one of the roles portal_support'));
    expect(lines[at]).toContain('children.tenants.columns.address');
    expect(lines[at + 1]).toContain(`manifests/${czProperty}:`);
    expect(lines[at + 1]).toContain('(override cz)');
    expect((await run(...asked, 'consumption.proprety')).output).toContain(
      'did you mean "consumption.property"?',
    );
  });

  test('every value of a screen has its place', async () => {
    const { run, write } = await copyReal();
    await write(czProperty, override({ address: { hidden: true } }));
    const { lines } = await run(
      'show',
      '--country',
      'CZ',
      '--role',
      'portal_admin',
      '--feature',
      'all',
      '--provenance',
      'consumption.property',
    );
    const line = (start: string) =>
      lines.find((one) => one.startsWith(`children.tenants.columns.address.${start}`));
    expect(line('hidden')).toMatch(/ = true {2}manifests\/overrides\/cz\/.*\(override cz\)$/);
    expect(line('label')).toMatch(/\(module consumption\)$/);
  });
});

describe('a module’s switch', () => {
  test('shows beforehand which routes, tiles, entries and calls come and go', async () => {
    const { run } = await copyReal();
    const on = await run('explain', '--country', 'DK', '--enable', 'consumption');
    expect(on.output).toContain('navigation entry Consumption');
    expect(on.output).toContain('operation consumption.graph shown in operations');
    expect(on.output).toMatch(/tile .*\(consumption\) shown in dashboard\.index/);
    expect(on.output).toMatch(/route .*consumption-property\) shown in index/);
    const off = await run('explain', '--country', 'PL', '--disable', 'dashboard');
    expect(off.code).toBe(1);
    expect(off.output).toMatch(
      /markets\/pl\.json:\d+:\d+ {2}modules\.reports {2}"reports" requires "dashboard"/,
    );
    expect((await run('explain', '--country', 'PL', '--enable', 'report')).output).toContain(
      'did you mean "reports"?',
    );
  });

  test('closes every operation of the module, and opens no other', async () => {
    const loaded = await loadFiles(realDirectories);
    const { set: before } = await readManifests(realDirectories);
    const { set } = buildSwitched(loaded, 'pl', 'consumption', false);
    if (!set || !before) throw new Error('The manifests have faults.');
    const subject = holder('PL', 'portal_admin');
    for (const [id, { module }] of Object.entries(operations)) {
      const refusal = refuseOperation(set.markets.PL, id as keyof typeof operations, subject);
      if (module === 'consumption') expect([id, refusal]).toEqual([id, 'module']);
      else
        expect([id, refusal]).toEqual([
          id,
          refuseOperation(before.markets.PL, id as never, subject),
        ]);
    }
  });
});

describe('versions', () => {
  test('a file of a newer version is told with its line, and the rest is served', async () => {
    const { run, write } = await copyReal();
    await write('overrides/cz/consumption/property.screen.json', {
      ...override({}),
      manifestVersion: 3,
    });
    const { code, output } = await run('check');
    expect(code).toBe(1);
    expect(output).toContain('property.screen.json:3:22  manifestVersion  expected 2, found 3');
  });
});
