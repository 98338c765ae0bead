import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { formatFault } from '../../../server/manifests/ground/faults.ts';
import { loadFiles } from '../../../server/manifests/read/load.ts';
import { glossary } from '../../../server/manifestTools/glossary.ts';
import { lint } from '../../../server/manifestTools/lint.ts';
import { findWording } from '../../../server/manifestTools/wording.ts';
import { realDirectories } from './directories.ts';
import { small, writeSmall } from './small.ts';

/** What lint says of the small portal with these files in place of its own. */
async function lintWith(files: Readonly<Record<string, unknown>>) {
  const { directories, save } = await writeSmall();
  for (const [place, content] of Object.entries(files)) await save(place, content);
  return lint(await loadFiles(directories)).map(formatFault);
}

const english = { title: 'Home', more: 'More' };
const whole = {
  'locales/pl/core.json': small['locales/en/core.json'],
  'locales/cs/core.json': small['locales/en/core.json'],
  'locales/cs/home.json': { title: 'Domů', more: 'Více' },
};
const override = { $schema: '../../../schema/screen-override.schema.json', manifestVersion: 2 };
const part = {
  $schema: '../../schema/part.schema.json',
  manifestVersion: 2,
  type: 'text',
  text: 'home:title',
};

test('nothing is said where all is used and said', async () => {
  expect(await lintWith(whole)).toEqual([]);
});

describe('what nobody can have meant', () => {
  test('an override of a module that is off, with the market that has it off', async () => {
    const place = (market: string) => `manifests/overrides/${market}/consumption/list.screen.json`;
    const faults = await lintWith({
      ...whole,
      [place('pl')]: { ...override, subtitle: 'home:title' },
      [place('dk')]: { ...override, subtitle: 'home:title' },
    });
    expect(faults).toEqual([
      `${place('dk')}:1:1  expected a module that is on in this market, found an override of "consumption", which markets/dk.json has off`,
    ]);
  });

  test('a module that a market doesn’t list', async () => {
    const market = { ...small['manifests/markets/cz.json'], modules: { home: true } };
    const faults = await lintWith({ ...whole, 'manifests/markets/cz.json': market });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(
      /^manifests\/markets\/cz\.json:\d+:\d+ {2}modules {2}expected "consumption": true or false, found nothing$/,
    );
  });
});

describe('texts', () => {
  test('that nothing uses are told, with their places', async () => {
    const warnings = await lintWith({
      ...whole,
      'locales/en/home.json': { ...english, unused: 'x', deep: { unused: 'y' } },
      'locales/pl/home.json': { ...english, unused: 'x', deep: { unused: 'y' } },
      'locales/cs/home.json': { ...english, unused: 'x', deep: { unused: 'y' } },
    });
    const why = 'nothing uses this text: take it out of all languages';
    expect(warnings).toEqual([
      `locales/en/home.json:4:13  unused  ${why}`,
      `locales/en/home.json:6:15  deep.unused  ${why}`,
    ]);
  });

  test('are used in any of their plurals, where an override says them, and by the code', async () => {
    const counted = { ...english, rooms_one: 'room', rooms_few: 'rooms', rooms_other: 'rooms' };
    const warnings = await lintWith({
      ...whole,
      'manifests/overrides/cz/home/index.screen.json': { ...override, subtitle: 'home:rooms' },
      'locales/en/home.json': counted,
      'locales/pl/home.json': counted,
      'locales/cs/home.json': { ...english, rooms_many: 'pokojů' },
      'locales/en/errors.json': { FORBIDDEN: 'No' },
      'locales/pl/errors.json': { FORBIDDEN: 'Nie' },
      'locales/cs/errors.json': { FORBIDDEN: 'Ne' },
    });
    expect(warnings).toEqual([]);
  });

  test('that Polish or Czech lack are told once each, in files that aren’t there too', async () => {
    const warnings = await lintWith({
      'locales/pl/core.json': small['locales/en/core.json'],
      'locales/pl/home.json': { title: 'Dom' },
      'locales/cs/core.json': { ...small['locales/en/core.json'], notIncluded: { title: 'a' } },
      'locales/sv/home.json': {},
    });
    const why = 'expected this text, found nothing';
    expect(warnings).toEqual([
      `locales/pl/home.json:1:1  more  ${why}`,
      `locales/cs/core.json:1:1  notIncluded.description  ${why}`,
      `locales/cs/home.json:1:1  title  ${why}`,
      `locales/cs/home.json:1:1  more  ${why}`,
    ]);
  });
});

describe('words', () => {
  const place = (language: string) => `locales/${language}/fields.json`;
  const fields = (text: string) => ({ Room: { name: text } });

  test('that the glossary has others for are told in each language, and not within words', async () => {
    const warnings = await lintWith({
      ...whole,
      [place('en')]: fields('Mails of the BUILDING {{building}}'),
      [place('pl')]: fields('Alarmy'),
      [place('cs')]: fields('Pomlčky a přístroje'),
      [place('sv')]: fields('Alarm'),
    });
    expect(warnings).toEqual([
      `${place('cs')}:3:13  Room.name  expected "zařízení" (docs/glossary.md), found "přístroje"`,
      `${place('en')}:3:13  Room.name  expected "property" (docs/glossary.md), found "BUILDING"`,
      `${place('en')}:3:13  Room.name  expected "e-mail" (docs/glossary.md), found "Mails"`,
      `${place('pl')}:3:13  Room.name  expected "ostrzeżenie, alert" (docs/glossary.md), found "Alarmy"`,
    ]);
  });

  test('that are too many for a label, a button or an English sentence are told', async () => {
    const errors = { FORBIDDEN: `${'word '.repeat(20).trim()}. ${'word '.repeat(21).trim()}.` };
    const forms = { accept: 'a'.repeat(33), text: 'a'.repeat(65) };
    const warnings = await lintWith({
      ...whole,
      'locales/en/errors.json': errors,
      'locales/pl/errors.json': errors,
      'locales/cs/errors.json': errors,
      'locales/en/forms.json': forms,
      'locales/pl/forms.json': { accept: 'a'.repeat(32), text: 'a' },
      'locales/cs/forms.json': { accept: 'a', text: 'a' },
      ...Object.fromEntries(['en', 'pl', 'cs'].map((one) => [place(one), fields('b'.repeat(40))])),
      [place('nb')]: fields('b'.repeat(41)),
    });
    expect(warnings).toEqual([
      'locales/en/errors.json:2:16  FORBIDDEN  expected sentences of at most 20 words, found 21',
      'locales/en/forms.json:2:13  accept  expected at most 32 characters, found 33',
      `${place('nb')}:3:13  Room.name  expected at most 40 characters, found 41`,
    ]);
  });

  test('of the portal itself are those of the glossary, which lists all that isn’t said', async () => {
    const loaded = await loadFiles(realDirectories);
    expect(findWording(loaded).map(formatFault)).toEqual([]);
    const page = await readFile(new URL('../../../docs/glossary.md', import.meta.url), 'utf8');
    const avoided = Object.values(glossary).flatMap((terms) => terms.flatMap(({ not }) => not));
    expect(avoided.filter((word) => !page.includes(`*${word.replace('*', '…')}*`))).toEqual([]);
  });
});

test('parts that nothing takes are told, those of modules and those for all', async () => {
  const screen = {
    ...small['manifests/modules/home/index.screen.json'],
    children: {
      used: { use: 'parts.used' },
      own: { use: 'home.used' },
      more: { type: 'text', text: 'home:more' },
    },
  };
  const ofAll = { ...part, $schema: '../schema/part.schema.json' };
  const warnings = await lintWith({
    ...whole,
    'manifests/modules/home/index.screen.json': screen,
    'manifests/modules/home/used.part.json': part,
    'manifests/modules/home/idle.part.json': part,
    'manifests/parts/used.part.json': ofAll,
    'manifests/parts/idle.part.json': ofAll,
    'manifests/parts/a.part.json': ofAll,
  });
  const told = (name: string, id: string) =>
    `manifests/${name}.part.json:1:1  nothing uses the part "${id}": take it out`;
  expect(warnings).toEqual([
    told('modules/home/idle', 'home.idle'),
    told('parts/a', 'parts.a'),
    told('parts/idle', 'parts.idle'),
  ]);
});
