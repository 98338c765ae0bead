import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { runManifestCommand } from '../../../server/cli/manifest.ts';
import { copyReal } from './copyReal.ts';
import { small, writeSmall } from './small.ts';

const indexFile = 'manifests/modules/consumption/index.screen.json';
const listFile = 'manifests/modules/consumption/list.screen.json';

/** What `manifest check` says of the small portal with some files spoilt, without the last line. */
async function checkSmall(spoil: Readonly<Record<string, unknown>>, ...args: string[]) {
  const { directories, save } = await writeSmall();
  for (const [place, content] of Object.entries(spoil)) await save(place, content);
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  const code = await runManifestCommand(['check', ...args], { ...directories, print });
  const said = lines.slice(0, -1);
  const faults = said.filter((line) => !line.startsWith('warning'));
  return { code, said, faults, last: lines.at(-1) };
}

/** What it says of the contact form with a field changed. */
async function checkField(name: string, change: object) {
  const { run, directories } = await copyReal();
  const file = path.join(directories.manifestsDirectory, 'modules/contact/message.form.json');
  const form = JSON.parse(await readFile(file, 'utf8'));
  form.fields[name] = { ...form.fields[name], ...change };
  await writeFile(file, JSON.stringify(form, undefined, 2));
  const { lines } = await run('check');
  return lines.filter((line) => line.includes('message.form.json'));
}

const table = small[indexFile].children.properties;
const withTable = (change: object) => ({
  [indexFile]: { ...small[indexFile], children: { properties: { ...table, ...change } } },
});

describe('refuses', () => {
  test('bounds that no input fits', async () => {
    const [fault, ...others] = await checkField('message', { minLength: 10, maxLength: 5 });
    expect(fault).toMatch(
      /fields\.message\.maxLength {2}expected at least 10, which "minLength" is, found 5: no input fits both$/,
    );
    expect(others).toEqual([]);
  });

  test('conditions with a value of another type, or one that an enumeration lacks', async () => {
    expect(
      await checkField('additionalEmailAddress', { visibleWhen: { sendCopy: 'yes' } }),
    ).toEqual([
      expect.stringContaining('expected true or false to compare "sendCopy" with, found "yes"'),
    ]);
    expect(await checkField('additionalEmailAddress', { visibleWhen: { sendCopy: true } })).toEqual(
      [],
    );
  });

  test('conditions of a form on anything but its fields, for the API knows nothing else', async () => {
    const session = { visibleWhen: { '$session.country': 'PL' } };
    expect(await checkField('additionalEmailAddress', session)).toEqual([
      expect.stringContaining('expected a field of the form, found "$session.country"'),
    ]);
  });
});

describe('warns, and with --strict refuses', () => {
  test.each([
    [
      'texts that nothing uses',
      { 'locales/en/home.json': { title: 'Home', more: 'More', most: 'Most' } },
      'warning: locales/en/home.json:4:11  most  nothing uses this text: take it out of all languages',
    ],
    [
      'gaps in Polish and Czech',
      { 'locales/pl/home.json': { title: 'Dom' } },
      'warning: locales/pl/home.json:1:1  more  expected this text, found nothing',
    ],
    [
      'parts that nothing uses',
      {
        'manifests/parts/nothing.part.json': {
          $schema: '../schema/part.schema.json',
          manifestVersion: 2,
          type: 'empty',
        },
      },
      'warning: manifests/parts/nothing.part.json:1:1  nothing uses the part "parts.nothing": take it out',
    ],
    [
      'overrides of modules that are off in their market, as a server does',
      {
        'manifests/overrides/dk/consumption/list.screen.json': {
          $schema: '../../../schema/screen-override.schema.json',
          manifestVersion: 2,
          title: 'home:more',
        },
      },
      'warning: manifests/overrides/dk/consumption/list.screen.json:1:1  expected a module that is on in this market, found an override of "consumption", which markets/dk.json has off',
    ],
    [
      'markets that say nothing of a module, as a server does',
      {
        'manifests/markets/dk.json': {
          ...small['manifests/markets/dk.json'],
          modules: { home: true },
        },
      },
      expect.stringMatching(
        /^warning: manifests\/markets\/dk\.json:\d+:\d+ {2}modules {2}expected "consumption": true or false, found nothing$/,
      ),
    ],
  ])('%s', async (_what, spoil, warning) => {
    const whole = { 'locales/cs/home.json': small['locales/pl/home.json'] };
    const core = {
      'locales/pl/core.json': small['locales/en/core.json'],
      'locales/cs/core.json': small['locales/en/core.json'],
    };
    expect(await checkSmall({ ...whole, ...core })).toMatchObject({ code: 0, said: [] });
    const lax = await checkSmall({ ...whole, ...core, ...spoil });
    expect([lax.code, lax.last]).toEqual([
      0,
      `The manifests are sound, with ${lax.said.length} warnings.`,
    ]);
    expect(lax.said).toContainEqual(warning);
    expect((await checkSmall({ ...whole, ...core, ...spoil }, '--strict')).code).toBe(1);
  });
});

describe('tells a typo once', () => {
  const faultsOf = async (spoil: Readonly<Record<string, unknown>>) =>
    (await checkSmall(spoil)).faults;

  test('of a field, with the nearest three', async () => {
    const columns = { ...table.columns, nmae: {} };
    expect(await faultsOf(withTable({ columns }))).toEqual([
      expect.stringMatching(
        /columns\.nmae\.field {2}expected a field of the row, found "nmae", did you mean "name", "\w+" or "\w+"\?$/,
      ),
    ]);
  });

  test('of an operation, without what it would have answered', async () => {
    const { rowKey: _key, ...bare } = table;
    const columns = { name: {}, city: {} };
    const children = { properties: { ...bare, source: 'property.lst', columns } };
    expect(await faultsOf({ [indexFile]: { ...small[indexFile], children } })).toEqual([
      expect.stringContaining('expected an API operation, found "property.lst"'),
    ]);
  });

  test('of a text, with the file to add it to', async () => {
    const title = (key: string) => ({ [listFile]: { ...small[listFile], title: key } });
    expect(await faultsOf(title('home:tilte'))).toEqual([
      expect.stringMatching(
        /expected a text of locales\/en, found "home:tilte", did you mean "home:title", or add it to locales\/en\/home\.json\?$/,
      ),
    ]);
    expect(await faultsOf(title('consumption:entirelyElse'))).toEqual([
      expect.stringMatching(
        /found "consumption:entirelyElse": add it to locales\/en\/consumption\.json$/,
      ),
    ]);
    expect(await faultsOf(withTable({ empty: 'home:nothing' }))).toEqual([
      expect.stringMatching(
        /properties\.empty {2}expected the text "home:nothing\.title" .*locales\/en\/home\.json/,
      ),
    ]);
  });

  test('of a field of a form', async () => {
    const faults = await checkField('subjcet', {});
    expect(faults).toEqual([
      expect.stringMatching(
        /fields\.subjcet {2}expected a field of the schema, found "subjcet", did you mean "subject", "\w+" or "\w+"\?$/,
      ),
    ]);
  });
});
