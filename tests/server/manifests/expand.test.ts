import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { toValue } from '../../../server/manifests/ground/located.ts';
import { readManifests } from '../../../server/manifests/serve/readManifests.ts';
import { copyGood } from './directories.ts';

/** The expanded children of a screen of the good manifests, written with these. */
async function expanded(screen: 'index' | 'property', children: object, more: object = {}) {
  const directories = await copyGood();
  const { manifestsDirectory } = directories;
  const file = path.join(manifestsDirectory, `modules/consumption/${screen}.screen.json`);
  const given = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...given, ...more, children }));
  const override = path.join(manifestsDirectory, 'overrides/pl/consumption/index.screen.json');
  await writeFile(override, JSON.stringify({ ...envelope, subtitle: 'consumption:title' }));
  const { set, faults } = await readManifests(directories);
  expect(faults).toEqual([]);
  const found = set?.markets.PL.files.screens.get(`consumption.${screen}`);
  return found && (toValue(found.located) as { children: object; query: object });
}

/** The good manifests without overrides, of which screens can be changed. */
async function copyScreens() {
  const directories = await copyGood();
  const { manifestsDirectory } = directories;
  await rm(path.join(manifestsDirectory, 'overrides'), { recursive: true });
  const folder = path.join(manifestsDirectory, 'modules/consumption');
  const change = async (name: string, given: object) => {
    const file = path.join(folder, `${name}.screen.json`);
    const old = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...old, ...given }));
  };
  return { directories, folder, change };
}

const envelope = { $schema: '../../../schema/screen-override.schema.json', manifestVersion: 2 };
const label = 'consumption:title';

describe('what needn’t be said', () => {
  test('of a table and its columns: field, format, sort, filter, row key, what names the row', async () => {
    const file = await expanded('index', {
      t: {
        type: 'table',
        source: 'property.list',
        columns: { name: { label }, warningSeverity: { label, sort: false, filter: false } },
        rowLink: 'consumption-property',
        empty: { title: label },
      },
    });
    expect(file?.children).toMatchObject({
      t: {
        source: { call: 'property.list' },
        rowKey: 'worksId',
        columns: {
          name: { field: 'name', sort: 'name', filter: 'text', primary: true },
          warningSeverity: { field: 'warningSeverity', format: { as: 'severity' } },
        },
        rowLink: { route: 'consumption-property', params: { property: '$row.worksId' } },
      },
    });
    expect(JSON.stringify(file?.children)).not.toMatch(/warningSeverity","(sort|filter)|false/);
  });

  test('of a link: what both pages begin with alike comes along, another choice doesn’t', async () => {
    const { directories, folder, change } = await copyScreens();
    const to = { route: 'consumption-property', params: { property: 1 } };
    await change('index', {
      query: { alike: 'A', other: 'A', open: {} },
      children: { on: { type: 'button', label, action: { do: 'go', to } } },
    });
    const target = JSON.parse(await readFile(path.join(folder, 'property.screen.json'), 'utf8'));
    await change('property', { query: { ...target.query, alike: 'A', other: 'B', open: {} } });
    const { set } = await readManifests(directories);
    const screen = set?.markets.PL.files.screens.get('consumption.index');
    expect(screen && JSON.stringify(toValue(screen.located))).toContain(
      '"params":{"property":1,"alike":"$query.alike","open":"$query.open"}',
    );
  });

  test('of a link: what isn’t of the query comes along, whatever the other page begins with', async () => {
    const { directories, change } = await copyScreens();
    await change('index', { query: { property: 7 } });
    const action = { do: 'go', to: 'consumption-index' };
    await change('property', { children: { back: { type: 'button', label, action } } });
    const { set } = await readManifests(directories);
    const screen = set?.markets.PL.files.screens.get('consumption.property');
    const params = { property: '$route.property' };
    expect(screen && toValue(screen.located)).toMatchObject({
      children: { back: { action: { to: { route: 'consumption-index', params } } } },
    });
  });

  test('of controls and graphs: parameters by name, and null takes one away', async () => {
    const file = await expanded(
      'property',
      {
        c: {
          type: 'controls',
          label,
          items: {
            timeframe: { kind: 'choice', label, enumeration: 'timeframe' },
            period: { kind: 'period', label },
          },
        },
        g: {
          type: 'graph',
          title: 'consumption:inCity',
          source: 'consumption.graph',
          drill: true,
          overlays: { degreeDays: { label, source: 'consumption.degreeDays' } },
          empty: { title: label },
        },
        plain: {
          type: 'graph',
          title: label,
          source: { call: 'consumption.graph', params: { timeframe: null, compare: 'LAST_YEAR' } },
          visibleWhen: { '$query.timeframe': ['DAILY', 'MONTHLY'], '$query.degreeDays': true },
          empty: { title: label },
        },
      },
      { query: { timeframe: 'MONTHLY', periodBegin: {}, periodEnd: {} } },
    );
    const bound = { property: '$route.property', timeframe: '$query.timeframe' };
    expect(file?.query).toEqual({
      timeframe: { default: 'MONTHLY' },
      periodBegin: {},
      periodEnd: {},
      degreeDays: {},
    });
    expect(file?.children).toMatchObject({
      c: {
        items: {
          timeframe: { query: 'timeframe' },
          period: { begin: 'periodBegin', end: 'periodEnd' },
        },
      },
      g: {
        // A placeholder of a text is what is nearest and called so.
        title: { key: 'consumption:inCity', values: { city: '$data.city' } },
        source: { call: 'consumption.graph', params: bound },
        drill: { timeframe: 'timeframe', begin: 'periodBegin', end: 'periodEnd' },
        overlays: { degreeDays: { query: 'degreeDays' } },
      },
      plain: {
        source: { params: { property: '$route.property', compare: 'LAST_YEAR' } },
        visibleWhen: {
          all: [
            { field: '$query.timeframe', oneOf: ['DAILY', 'MONTHLY'] },
            { field: '$query.degreeDays', is: true },
          ],
        },
      },
    });
    expect(file?.children).not.toHaveProperty('plain.source.params.timeframe');
  });

  test('of facts and figures', async () => {
    const file = await expanded('property', {
      f: { type: 'facts', items: { city: { label }, zip: { label, value: '$data.zipCode' } } },
      s: { type: 'stats', source: 'consumption.overview', label, empty: { title: label } },
    });
    expect(file?.children).toMatchObject({
      f: { items: { city: { value: '$data.city' }, zip: { value: '$data.zipCode' } } },
      s: {
        value: 'current',
        format: { as: 'quantity', unit: 'unit' },
        change: 'changePercent',
        trend: 'months',
      },
    });
  });
});
