import { expect, test } from 'vitest';
import { layerTexts } from '../../../server/manifests/read/texts.ts';
import { readManifests } from '../../../server/manifests/serve/readManifests.ts';
import { small, writeSmall } from './small.ts';

async function faultsOf(files: Readonly<Record<string, unknown>>) {
  const { directories, save } = await writeSmall();
  for (const [place, content] of Object.entries(files)) await save(place, content);
  return (await readManifests(directories)).faults;
}
const english = small['locales/en/home.json'];

test('what is no text is told once, in whatever language', async () => {
  expect(await faultsOf({ 'locales/en/home.json': { ...english, number: 1 } })).toEqual([
    expect.stringContaining('en/home.json:4:13  number  expected a text or an object of texts'),
  ]);
  expect(await faultsOf({ 'locales/pl/home.json': { more: null } })).toEqual([
    expect.stringContaining('pl/home.json:2:11  more  expected a text or an object of texts'),
  ]);
});

test('a plural has the forms and placeholders of its language for one text of English', async () => {
  const days = { days_one: '{{count}} day', days_other: '{{count}} days' };
  const files = (polish: object) => ({
    'locales/en/home.json': { ...english, ...days },
    'locales/pl/home.json': polish,
  });
  const few = { days_few: '{{count}} dni', days_many: '{{ count }} dni' };
  expect(await faultsOf(files(few))).toEqual([]);
  expect(await faultsOf(files({ days_few: 'dni' }))).toEqual([
    expect.stringContaining('expected the placeholders of locales/en ({{count}}), found none'),
  ]);
  expect(await faultsOf(files({ title: '{{count}} {{more}} {{count}}' }))).toEqual([
    expect.stringContaining('(none), found {{count}} {{more}}'),
  ]);
});

test('a folder is named after a language', async () => {
  expect(await faultsOf({ 'locales/pll/home.json': { more: 'x' } })).toEqual([
    expect.stringMatching(
      /expected a folder named after one of .*, found "pll", did you mean "pl"/,
    ),
  ]);
});

test('texts over others leave what only the others have, group by group', () => {
  const under = { title: 'A', group: { one: 'B', two: 'C' }, text: 'D', none: {} };
  expect(layerTexts(under, { group: { two: 'E' }, text: { in: 'F' }, none: 'G' })).toEqual({
    title: 'A',
    group: { one: 'B', two: 'E' },
    text: { in: 'F' },
    none: 'G',
  });
  expect(layerTexts({ title: 'A' }, { group: { one: 'B' } })).toEqual({
    title: 'A',
    group: { one: 'B' },
  });
});
