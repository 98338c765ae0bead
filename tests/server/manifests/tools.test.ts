import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ParseError, parse } from 'jsonc-parser';
import { beforeAll, describe, expect, test } from 'vitest';
import { reportJobTypes, reportTypes } from '../../../schemas/kinds/reports.ts';
import { measuredTypes } from '../../../schemas/kinds/warnings.ts';
import { runManifestCommand } from '../../../server/cli/manifest.ts';
import { readSnapshot } from '../../../server/manifestTools/snapshotFiles.ts';
import { copyReal } from './copyReal.ts';
import { realDirectories } from './directories.ts';

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
    const views = await readSnapshot(a);
    const titleIn = (language: string) => {
      const view = views.find((one) => one.role === 'portal_admin' && one.language === language);
      const screen = view?.parts.get('screens/contact.index') as { root: { title: string } };
      return screen.root.title;
    };
    expect([titleIn('en'), titleIn('cs')]).toEqual(['Contact', 'Kontakt']);
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
    expect(refused.code).toBe(64);
    expect(refused.output).toContain('something other than a snapshot');
    expect(await readFile(path.join(out, 'thesis.txt'), 'utf8')).toBe('years of work');
    expect((await run('snapshot')).code).toBe(64);
  });
});

test('a market whose file the other directory lacks is told whole', async () => {
  const [older, newer] = [await copyReal(), await copyReal()];
  await rm(path.join(older.directories.manifestsDirectory, 'markets/dk.json'));
  const both = [older, newer].map(({ directories }) => directories.manifestsDirectory);
  const { code, lines } = await newer.run('diff', ...both, '--language', 'en');
  expect(code).toBe(1);
  expect(lines).toContain('new for DK / everybody');
  expect(lines).toContain('screen dashboard.index appears for DK / everybody signed in');
  const others = lines.filter((line) => / for .*(PL|CZ) \//.test(line));
  expect(others).toEqual([]);
  // Without any market it is no manifests.
  for (const name of ['pl', 'cz']) {
    await rm(path.join(older.directories.manifestsDirectory, `markets/${name}.json`));
  }
  expect((await newer.run('diff', ...both)).code).toBe(2);
});

describe('differences are told in words, once, with everybody concerned', () => {
  let before: string;
  beforeAll(async () => {
    before = await mkdtemp(path.join(tmpdir(), 'before-'));
    const print = () => undefined;
    const args = ['snapshot', '--out', before, '--language', 'en'];
    expect(await runManifestCommand(args, { ...realDirectories, print })).toBe(0);
    return () => rm(before, { recursive: true });
  });
  const diffWith = async (change: (all: Awaited<ReturnType<typeof copyReal>>) => Promise<void>) => {
    const all = await copyReal();
    await change(all);
    return all.run('diff', before, all.directories.manifestsDirectory, '--language', 'en');
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
      'field Additional e-mail address (additionalEmailAddress) hidden in contact.index › message for CZ / portal_domea, DK / portal_domea, PL / portal_domea',
    );
  });

  test('one edit of a form is one difference, without its schema and hash', async () => {
    const place = 'modules/contact/message.form.json';
    const edit = (change: (form: { fields: Record<string, object | undefined> }) => void) =>
      diffWith(async ({ directories, write }) => {
        const text = await readFile(path.join(directories.manifestsDirectory, place), 'utf8');
        const form = JSON.parse(text);
        change(form);
        await write(place, form);
      });
    const shorter = await edit(({ fields }) =>
      Object.assign(fields['message'] ?? {}, { maxLength: 99 }),
    );
    expect(shorter.lines).toEqual([
      'maxLength in contact.index › message › message: 3000 → 99 for CZ / everybody signed in, DK / everybody signed in, PL / everybody signed in',
      '1 difference.',
    ]);
    const fewer = await edit((form) => {
      const { additionalEmailAddress: _gone, ...fields } = form.fields;
      form.fields = fields;
    });
    expect(fewer.lines).toHaveLength(2);
    expect(fewer.lines[0]).toContain(
      'field Additional e-mail address (additionalEmailAddress) hidden',
    );
  });

  test('one text that shows in many places is one difference', async () => {
    const { root, directories } = await copyReal();
    const locales = path.join(root, 'locales');
    await cp(realDirectories.localesDirectory, locales, { recursive: true });
    const file = path.join(locales, 'en/contact.json');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/"title": "Contact"/, '"title": "Write to us"'));
    const lines: string[] = [];
    const print = (line: string) => lines.push(line);
    await runManifestCommand(['diff', before, directories.manifestsDirectory, '--language', 'en'], {
      ...directories,
      localesDirectory: locales,
      print,
    });
    expect(lines.filter((line) => line.includes('«Contact» → «Write to us»')).length).toBeLessThan(
      4,
    );
    expect(lines.some((line) => /and in \d+ more places?/.test(line))).toBe(true);
  });

  test('parts of snapshots are compared with parts', async () => {
    const { root, run, directories } = await copyReal();
    const [part, whole] = [path.join(root, 'part'), path.join(root, 'whole')];
    const czech = ['--country', 'CZ', '--language', 'cs'];
    await run('snapshot', '--out', part, ...czech);
    const manifests = directories.manifestsDirectory;
    expect((await run('diff', part, manifests)).lines).toEqual([
      'Compared where both have it: CZ in cs.',
      'No difference.',
    ]);
    expect((await run('diff', manifests, manifests, ...czech)).output).toBe('Žádný rozdíl.');
    const both = ['--country', 'CZ', '--country', 'PL', '--language', 'cs', '--language', 'en'];
    await run('snapshot', '--out', whole, ...both);
    expect((await run('diff', whole, part, '--country', 'CZ')).code).toBe(0);
    const nothing = await run('diff', whole, part, '--country', 'DK');
    expect(nothing.code).toBe(64);
    expect(nothing.output).toContain('no country and language in common');

    // A smaller one doesn't take the place of a larger one unasked.
    const refused = await run('snapshot', '--out', whole, ...czech);
    expect(refused.code).toBe(64);
    expect(refused.output).toContain('holds PL, en as well, which would be lost');
    expect((await run('diff', whole, manifests, '--language', 'en')).code).toBe(0);
    expect((await run('snapshot', '--out', whole, '--force', ...czech)).code).toBe(0);
  }, 60_000);

  test('misuse exits with 64, faults of the manifests with 2 and their own words', async () => {
    const { run, write, directories } = await copyReal();
    expect((await run('diff', 'one')).code).toBe(64);
    const nowhere = await run('diff', '/nowhere', '/else');
    expect([nowhere.code, nowhere.lines[0]]).toEqual([64, 'There is no directory /nowhere']);
    await write('modules/contact/index.screen.json', { title: 'contact:tilte' });
    const faulty = await run('diff', before, directories.manifestsDirectory);
    expect(faulty.code).toBe(2);
    expect(faulty.lines[0]).toContain(
      `The manifests in ${directories.manifestsDirectory} have faults`,
    );
    expect(faulty.output).toContain('index.screen.json:2:12  title');
    expect(faulty.output).not.toContain('manifest check');
    for (const command of ['list', 'show', 'explain /reports', 'snapshot --out x']) {
      expect((await run(...command.split(' '))).code).toBe(2);
    }
  });
});

describe('list', () => {
  test('names every module, screen, form, preset and part, with where it is on', async () => {
    const { run, directories } = await copyReal();
    const { lines } = await run('list');
    const names = await readdir(directories.manifestsDirectory, { recursive: true });
    const said = (kind: string) => lines.filter((line) => line.startsWith(`  ${kind}`)).length;
    for (const kind of ['screen', 'form', 'part'] as const) {
      const files = names.filter((name) => name.endsWith(`.${kind}.json`));
      // Reports share forms: one for each type and job, of which one has its own file. Types of
      // warnings share a screen.
      const shared = files.filter((name) =>
        /reports\/(samples|period|days|errors)\b|warnings\/settings-of-type/.test(name),
      );
      const made = {
        screen: measuredTypes.length,
        part: 0,
        form: reportTypes.length + reportJobTypes.length - 1,
      }[kind];
      expect([kind, said(kind)]).toEqual([kind, files.length - shared.length + made]);
    }
    const presets = names.filter((name) => /^modules\/.*\/presets\/.*\.json$/.test(name));
    expect(said('preset')).toBe(presets.length);
    const words = lines.map((line) => line.trim().replaceAll(/ +/g, ' '));
    expect(words).toContain('reports PL CZ DK');
    expect(words).toContain('screen consumption.property PL CZ DK /consumption/{property}');
    expect(words).toContain('form contact.message PL CZ DK contact.index');
    expect(words).toContainEqual(
      expect.stringMatching(/^form reports.area-analysis PL CZ DK reports.create\b/),
    );
    expect(words).toContain('preset reports.flats-last-month PL CZ DK');
    expect(words).toContain('part consumption.controls PL CZ DK');
  });
});

describe('show --expanded', () => {
  test.each(['contact.message', 'modules/contact/message.form.json', 'contact/message.form.json'])(
    'prints the form %s with what came along, and from where',
    async (name) => {
      const { run } = await copyReal();
      const { code, lines, output } = await run('show', '--expanded', name);
      expect(code).toBe(0);
      expect(lines.some((line) => /"schema": "contactMessage",$/.test(line))).toBe(true);
      const parsed: ParseError[] = [];
      expect(parse(output, parsed)).toMatchObject({ schema: 'contactMessage' });
      expect(parsed).toEqual([]);
    },
  );

  test('says of what came along from a schema, a part and an override where it is from', async () => {
    const { run, write } = await copyReal();
    await write(czProperty, override({ address: { hidden: true } }));
    const { output } = await run('show', '--country', 'CZ', '--expanded', 'consumption.property');
    expect(parse(output)).toHaveProperty('children.tenants.columns.address.hidden', true);
    expect(output).toMatch(/"label": "fields:\w+\.\w+",? {2}\/\/ from schema \w+/);
    expect(output).toMatch(/"hidden": true,? {2}\/\/ manifests\/overrides\/cz\/.*\(override cz\)/);
    const unknown = await run('show', '--expanded', 'consumption.proprety');
    expect(unknown.code).toBe(64);
    expect(unknown.output).toContain('The nearest are "consumption.property"');
  });
});

test('every value of a screen has its place', async () => {
  const { run, write } = await copyReal();
  await write(czProperty, override({ address: { hidden: true } }));
  const session = ['--country', 'CZ', '--role', 'portal_admin', '--feature', 'all'];
  const { lines } = await run('show', ...session, '--provenance', 'consumption.property');
  const line = (start: string) =>
    lines.find((one) => one.startsWith(`children.tenants.columns.address.${start}`));
  expect(line('hidden')).toMatch(/ = true {2}manifests\/overrides\/cz\/.*\(override cz\)$/);
  expect(line('label')).toContain('(module consumption)');
});

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
