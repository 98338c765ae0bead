import { describe, expect, test } from 'vitest';
import explanations from '../../../locales/en/explanations.json' with { type: 'json' };
import type { AccessSubject } from '../../../schemas/accessRule.ts';
import { listFaults } from '../../../server/manifests/ground/faults.ts';
import { buildManifests } from '../../../server/manifests/pipeline.ts';
import { loadFiles } from '../../../server/manifests/read/load.ts';
import type { MarketManifests } from '../../../server/manifests/session/manifestSet.ts';
import { switchModules } from '../../../server/manifests/session/switchModules.ts';
import { explain } from '../../../server/manifestTools/explain.ts';
import { explainSubject } from '../../../server/manifestTools/explainSubject.ts';
import type { ToldReason } from '../../../server/manifestTools/reasons.ts';
import { createTeller } from '../../../server/manifestTools/words.ts';
import { small, writeSmall } from './small.ts';
import { holder, visitor } from './subjects.ts';

/** Why somebody has something, in a portal whose every line can be told. */

const index = 'manifests/modules/consumption/index.screen.json';
const list = 'manifests/modules/consumption/list.screen.json';
const module = 'manifests/modules/consumption/module.json';
const base = small[index];
const own = small[module];
const override = { $schema: '../../../schema/screen-override.schema.json', manifestVersion: 2 };
const over = (name: string) => `manifests/overrides/pl/consumption/${name}.screen.json`;

type Files = Readonly<Record<string, unknown>>;

/** Each thing that fits the address: what it is, its state, and the lines that say why. */
async function ask(address: string, subject: AccessSubject, files: Files = {}) {
  const { directories, save } = await writeSmall();
  for (const [place, content] of Object.entries(files)) await save(place, content);
  const loaded = await loadFiles(directories);
  const { set, faults } = buildManifests(loaded, 'manifests');
  expect(listFaults(faults)).toEqual([]);
  if (!set) throw new Error('The small portal has faults.');
  const answer = explain({ set, loaded }, subject, address);
  if ('nearest' in answer) return answer.nearest;
  const teller = createTeller({ explanations }, 'en');
  const tell = (reason: ToldReason) =>
    `${teller.reason(reason)} @ ${reason.place?.replace(/:\d+:\d+ /, ' ')}`;
  return answer.found.map(({ thing, state, place, reasons, notes }) => ({
    is: `${thing.noun} ${thing.address} ${state}`,
    at: place?.replace(/:\d+:\d+ /, ' '),
    reasons: reasons.map(tell),
    notes: notes.map(tell),
  }));
}

const admin = holder('PL', 'portal_admin');
const plain = holder('PL', 'portal_admin', []);
const inModule = `${module} (module consumption)`;
const licence = `licence of the module consumption: it needs one of the features CONSUMPTION_BASIC @ ${inModule}`;
const columnRule = (access: object) => ({
  ...base,
  children: {
    properties: {
      ...base.children.properties,
      columns: { ...base.children.properties.columns, city: { label: 'home:title', access } },
    },
  },
});

describe('what is shown', () => {
  test('needs no reasons, and says where it is written', async () => {
    expect(await ask('consumption.index/properties/city', admin)).toEqual([
      {
        is: 'column consumption.index/properties/city shown',
        at: `${index} (module consumption)`,
        reasons: [],
        notes: [],
      },
    ]);
    expect(await ask('module consumption', admin)).toEqual([
      { is: 'module consumption shown', at: inModule, reasons: [], notes: [] },
    ]);
  });

  test('says what overrides changed in it, and in nothing beside it', async () => {
    const files = {
      [over('index')]: {
        ...override,
        subtitle: 'home:more',
        children: { properties: { columns: { city: { label: 'home:more', hidden: true } } } },
      },
    };
    const place = `${over('index')} (override pl)`;
    const [city] = await ask('consumption.index/properties/city', admin, files);
    expect(city).toMatchObject({
      notes: [`an override says "label" @ ${place}`, `an override says "hidden" @ ${place}`],
    });
    const [name] = await ask('consumption.index/properties/name', admin, files);
    expect(name).toMatchObject({ notes: [] });
    const [page] = await ask('screen consumption.index', admin, files);
    expect(page).toMatchObject({
      notes: expect.arrayContaining([`an override says "subtitle" @ ${place}`]),
    });
    const [czech] = await ask(
      'consumption.index/properties/city',
      holder('CZ', 'portal_admin'),
      files,
    );
    expect(czech).toMatchObject({ notes: [] });
  });

  test('says what an override changed in a field', async () => {
    const form = 'consumption.message';
    const files = {
      [list]: {
        ...small[list],
        children: {
          message: {
            type: 'form',
            form,
            submit: { do: 'setLanguage', language: '$form.language' },
          },
        },
      },
      'manifests/modules/consumption/message.form.json': {
        $schema: '../../schema/form.schema.json',
        manifestVersion: 2,
        schema: 'languageChoice',
        fields: { language: { label: 'home:title' } },
      },
      'manifests/overrides/pl/consumption/message.form.json': {
        $schema: '../../../schema/form-override.schema.json',
        manifestVersion: 2,
        fields: { language: { label: 'home:more' } },
      },
    };
    const [field] = await ask('consumption.message/language', admin, files);
    expect(field).toMatchObject({ notes: [expect.stringContaining('an override says "label"')] });
  });

  test('says what it goes without', async () => {
    const routes = {
      ...own.routes,
      'consumption-list': {
        ...own.routes['consumption-list'],
        access: { anyRole: ['portal_support'] },
      },
    };
    const properties = { ...base.children.properties, rowLink: 'consumption-list' };
    const [table] = await ask('consumption.index/properties', admin, {
      [module]: { ...own, routes },
      [index]: { ...base, children: { properties } },
    });
    expect(table).toMatchObject({
      is: 'node consumption.index/properties shown',
      reasons: [],
      notes: [
        `it goes without its rowLink: it leads to the route consumption-list, which is closed @ ${index} (module consumption)`,
      ],
    });
  });
});

describe('what is hidden', () => {
  test.each<[object, AccessSubject, string]>([
    [{ anyRole: ['portal_support'] }, admin, 'it needs one of the roles portal_support'],
    [{ notRole: ['portal_admin'] }, admin, 'it is closed to portal_admin'],
    [{ countries: ['CZ', 'DK'] }, admin, 'it is for CZ, DK only'],
    [
      { anyFeature: ['CONSUMPTION_ADV'] },
      holder('PL', 'portal_admin', ['CONSUMPTION_BASIC']),
      'it needs one of the features CONSUMPTION_ADV',
    ],
  ])('says the rule %j', async (access, subject, why) => {
    const files = { [index]: columnRule(access) };
    expect(await ask('consumption.index/properties/city', subject, files)).toEqual([
      {
        is: 'column consumption.index/properties/city hidden',
        at: `${index} (module consumption)`,
        reasons: [`column city: ${why} @ ${index} (module consumption)`],
        notes: [],
      },
    ]);
    const [name] = await ask('consumption.index/properties/name', subject, files);
    expect(name).toMatchObject({ is: 'column consumption.index/properties/name shown' });
  });

  test('says what keeps all away that it stands in', async () => {
    const [city] = await ask('consumption.index/properties/city', plain);
    expect(city).toMatchObject({
      is: expect.stringMatching(/hidden$/),
      reasons: expect.arrayContaining([licence]),
    });
    const [route] = await ask('route consumption-index', visitor('PL'));
    expect(route).toMatchObject({
      is: 'route consumption-index hidden',
      reasons: expect.arrayContaining([
        expect.stringContaining('it needs somebody who is signed in'),
      ]),
    });
    const [whole] = await ask('module consumption', plain);
    expect(whole).toMatchObject({ is: 'module consumption hidden', reasons: [licence] });
  });

  test('says that nothing leads to a screen', async () => {
    const { 'consumption-list': _gone, ...routes } = own.routes;
    const shown = {
      'consumption-list': {
        ...own.routes['consumption-list'],
        access: { anyRole: ['portal_support'] },
      },
    };
    const [closed] = await ask('screen consumption.list', admin, {
      [module]: { ...own, routes: { ...routes, ...shown } },
    });
    expect(closed).toMatchObject({
      is: 'screen consumption.list hidden',
      reasons: [`route consumption-list: it needs one of the roles portal_support @ ${inModule}`],
    });
  });

  test('says that the market has its module off, and what else would keep it away', async () => {
    const danish = holder('DK', 'portal_admin', []);
    const market = 'manifests/markets/dk.json (market dk)';
    const off = `the market has the module consumption switched off @ ${market}`;
    const [screen] = await ask('screen consumption.index', danish);
    expect(screen).toMatchObject({
      is: 'screen consumption.index hidden',
      at: `${index} (module consumption)`,
      reasons: expect.arrayContaining([off, licence]),
    });
    const [alone] = await ask('screen consumption.index', holder('DK', 'portal_admin'));
    expect(alone).toMatchObject({ reasons: [off], notes: [] });
  });

  test('is told to support with the very line that has the module off, unless support has', async () => {
    const { directories } = await writeSmall();
    const { set } = buildManifests(await loadFiles(directories), 'manifests');
    const told = (manifests: MarketManifests | undefined, country: 'DK' | 'PL') =>
      manifests &&
      explainSubject(manifests, holder(country, 'portal_admin'))
        .filter(({ kind, state }) => kind === 'MODULE' && state === 'hidden')
        .map(({ thing, reasons }) => [thing, reasons().map(({ place }) => place)]);
    const lines = JSON.stringify(small['manifests/markets/dk.json'], null, 2).split('\n');
    const line = lines.findIndex((one) => one.includes('"consumption": false')) + 1;
    expect(told(set?.markets.DK, 'DK')).toEqual([
      ['consumption', [`manifests/markets/dk.json:${line}:5 (market dk)`]],
    ]);
    const base = set?.markets.PL;
    const off = base && switchModules(base, new Map([['consumption', false]])).manifests;
    expect(told(off, 'PL')).toEqual([['consumption', ['/user-management/modules/consumption']]]);
  });

  test('says which line of an override took it away', async () => {
    const removal = { children: { properties: { columns: { city: null } } } };
    const files = { [over('index')]: { ...override, ...removal } };
    expect(await ask('consumption.index/properties/city', admin, files)).toEqual([
      {
        is: 'column consumption.index/properties/city hidden',
        at: `${index} (module consumption)`,
        reasons: [`an override takes it away @ ${over('index')} (override pl)`],
        notes: [],
      },
    ]);
    const [all] = await ask('consumption.list/nothing', admin, {
      [list]: {
        ...small[list],
        children: {
          nothing: small[list].children.nothing,
          more: { type: 'text', text: 'home:more' },
        },
      },
      [over('list')]: { ...override, children: { nothing: null } },
    });
    expect(all).toMatchObject({
      reasons: [`an override takes it away @ ${over('list')} (override pl)`],
    });
  });
});

test('what is nowhere has its nearest', async () => {
  const nearest = await ask('consumption.indxe', admin);
  expect(nearest).toHaveLength(3);
  expect(nearest[0]).toBe('consumption.index');
  expect(await ask('consumption.indxe', holder('DK', 'portal_admin'))).toContain(
    'consumption.index',
  );
});
