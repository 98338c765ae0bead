import { expect, test } from 'vitest';
import { readManifests } from '../../../server/manifests/serve/readManifests.ts';
import { small, writeSmall } from './small.ts';

const list = 'manifests/modules/consumption/list.screen.json';

/** What is said of an element that shows under a condition about a property. */
async function faultsOf(visibleWhen: object): Promise<string[]> {
  const { directories, save } = await writeSmall();
  const { nothing } = small[list].children;
  await save(list, {
    ...small[list],
    source: { call: 'property.get', params: { property: 1 } },
    children: { nothing: { ...nothing, visibleWhen } },
  });
  const { faults } = await readManifests(directories);
  return faults.map((fault) => fault.split('visibleWhen.')[1] ?? fault);
}

test.each([
  ['a number with one', { '$data.geo.latitude': { atLeast: 50.5 } }],
  ['a text with one', { '$data.name': 'House' }],
  ['anything with nothing', { '$data.geo.latitude': { is: null } }],
  ['anything with a binding', { '$data.geo.latitude': { is: '$query.latitude' } }],
  ['one of a list with one of them', { '$data.features': { contains: 'CONSUMPTION_BASIC' } }],
  ['a choice with one of its values', { '$data.warningSeverity': 5 }],
])('%s can be compared', async (_, condition) => {
  const faults = await faultsOf(condition);
  expect(faults.filter((fault) => !fault.includes('$query.latitude'))).toEqual([]);
});

test.each([
  ['a number with a text', { '$data.geo.latitude': { is: 'north' } }, 'a number'],
  ['a text with a number', { '$data.name': { is: 5 } }, 'a text'],
  ['a number with a yes', { '$data.geo.latitude': { is: true } }, 'a number'],
  ['a choice with another value', { '$data.warningSeverity': { is: 7 } }, ''],
  ['a list with what is never in it', { '$data.features': { contains: 'CONSUMPTION' } }, ''],
])('%s can’t, as it would never hold', async (_, condition, wanted) => {
  expect(await faultsOf(condition)).toEqual([
    expect.stringMatching(new RegExp(`expected .*${wanted}.* to compare "\\$data`)),
  ]);
});

test('a country can’t be one where the portal isn’t, and the nearest is named', async () => {
  expect(await faultsOf({ '$session.country': ['PL', 'SE'] })).toEqual([
    expect.stringMatching(/to compare "\$session\.country" with, found "SE", did you mean /),
  ]);
});
