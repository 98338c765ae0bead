import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { measuredTypes } from '../../../schemas/kinds/warnings.ts';
import { conditionSchema } from '../../../schemas/manifest/condition.ts';
import { partsOf, shortOr } from '../../../schemas/manifest/language.ts';
import { type Fault, listFaults } from '../../../server/manifests/ground/faults.ts';
import { type Located, parseLocated, toValue } from '../../../server/manifests/ground/located.ts';
import { placeBeside } from '../../../server/manifests/ground/placeBeside.ts';
import { layer } from '../../../server/manifests/layer/layer.ts';
import { repeatParts } from '../../../server/manifests/layer/repeat.ts';
import { repeatFiles } from '../../../server/manifests/read/repeatFiles.ts';
import { readManifests } from '../../../server/manifests/serve/readManifests.ts';
import { copyGood } from './directories.ts';

const entry = z.strictObject({
  label: z.string().optional(),
  field: z.string().optional(),
  source: shortOr(z.strictObject({ call: z.string(), params: z.any() }), z.string(), (call) => ({
    call,
  })).optional(),
  visibleWhen: conditionSchema.optional(),
});
const schema = z.strictObject({
  columns: partsOf(entry, { noun: 'column', whenEmpty: 'close', repeats: true }),
  list: z.array(z.string()).optional(),
});

function read(value: unknown, name = 'base.json') {
  const faults: Fault[] = [];
  const located = parseLocated({ name, text: JSON.stringify(value) }, faults);
  if (!located) throw new Error(listFaults(faults).join());
  return located;
}

function lay(base: unknown, override: unknown) {
  const faults: Fault[] = [];
  const laid = toValue(layer(read(base), read(override, 'override.json'), schema, faults));
  return { laid, faults: listFaults(faults), text: JSON.stringify(laid) };
}

const abc = { columns: { a: { label: 'A' }, b: { label: 'B' }, c: { label: 'C' } } };
const orderOf = (laid: unknown) => Object.keys((laid as typeof abc).columns).join('');

describe('an override', () => {
  test.each([
    ['changes where it stands', { b: { label: 'X' } }, 'abc'],
    ['adds at the end', { x: {}, y: {} }, 'abcxy'],
    ['takes away', { b: null }, 'ac'],
    ['places first', { c: { first: true } }, 'cab'],
    ['places before', { x: { before: 'b' } }, 'axbc'],
    ['places after', { a: { after: 'c' } }, 'bca'],
    ['places beside what is placed itself', { a: { after: 'x' }, x: { first: true } }, 'xabc'],
  ])('%s', (_name, columns, order) => {
    const { laid, faults, text } = lay(abc, { columns });
    expect(faults).toEqual([]);
    expect(orderOf(laid)).toBe(order);
    expect(text).not.toMatch(/first|before|after/);
  });

  test('merges into a short form, and says the whole with one', () => {
    const base = { columns: { a: { source: 'x.y' } } };
    const params = { columns: { a: { source: { params: { z: 1 } } } } };
    expect(lay(base, params).laid).toEqual({
      columns: { a: { source: { call: 'x.y', params: { z: 1 } } } },
    });
    expect(lay(lay(base, params).laid, base).laid).toEqual(base);
  });

  test('replaces lists and conditions whole', () => {
    const base = { columns: { a: { visibleWhen: { $a: 1 } } }, list: ['x', 'y'] };
    const other = { columns: { a: { visibleWhen: { $b: 2 } } }, list: ['z'] };
    expect(lay(base, other).laid).toEqual(other);
  });

  test('of one value of what stands for several', () => {
    const base = { columns: { t: { each: 'timeframe', only: ['DAILY', 'MONTHLY'] } } };
    expect(lay(base, { columns: { t: { DAILY: null } } }).faults).toEqual([]);
    expect(lay(base, { columns: { daily: { label: 'x' } } }).faults).toEqual([
      'override.json:1:13  columns.daily  the override changes "daily": it is one of "t", so write "t": { "DAILY": { … } }',
    ]);
  });
});

test('entries with each are one per value, with what is said of one alone', () => {
  const faults: Fault[] = [];
  const columns = {
    x: { label: 'X' },
    totals: {
      each: 'timeframe',
      only: ['MONTHLY', 'DAILY', 'HOURLY'],
      HOURLY: null,
      DAILY: { label: 'D' },
    },
    last: { label: '$each' },
  };
  const repeated = toValue(repeatParts(read({ columns }), schema, { faults, offers: () => true }));
  expect(faults).toEqual([]);
  expect(JSON.stringify(repeated)).toBe(
    JSON.stringify({
      columns: {
        x: { label: 'X' },
        monthly: { field: 'totals.MONTHLY', label: 'enums:timeframe.MONTHLY' },
        daily: { label: 'D', field: 'totals.DAILY' },
        last: { label: '$each' },
      },
    }),
  );
});

test('of values that are rows, what the row says, under its name and in its place', () => {
  const faults: Fault[] = [];
  const columns = {
    made: { each: 'reportType', only: ['ERROR_REQUIRE_EXCHANGE_DEVICE'], label: '$each.form' },
    jobs: { each: 'reportJobType', label: '$each.feature', source: '$each.unknown' },
  };
  const repeated = toValue(repeatParts(read({ columns }), schema, { faults, offers: () => true }));
  expect(faults).toEqual([]);
  const made = Object.entries((repeated as { columns: Record<string, object> }).columns);
  expect(made[0]).toMatchObject([
    'errors-require-exchange',
    { label: 'reports.errors-require-exchange' },
  ]);
  expect(made.slice(1).map(([id]) => id)).toEqual([
    ...['device-reading', 'device-consumption', 'apartment-consumption'],
    ...['reverse-flow', 'zero-or-low-consumption'],
  ]);
  // For the checks to report.
  expect(made[1]?.[1]).toMatchObject({ label: 'REPORT_DEVICE_READING', source: '$each.unknown' });
});

test('what a row says stands within texts and keys, too, and one can stand beside another', () => {
  const faults: Fault[] = [];
  const only = ['TEMPERATURE', 'CO2'];
  const columns = {
    types: { each: 'alertSetting', only, label: '$each.label', source: '/of/<id>' },
    '<id>-of': { each: 'alertSetting', only, after: '<id>', label: '$each.get' },
  };
  const repeated = toValue(repeatParts(read({ columns }), schema, { faults, offers: () => true }));
  expect(faults).toEqual([]);
  const made = Object.entries((repeated as { columns: Record<string, object> }).columns);
  expect(made).toMatchObject([
    ['temperature', { label: 'enums:alertSetting.TEMPERATURE', source: '/of/temperature' }],
    ['temperature-of', { label: 'temperature.get' }],
    ['co2', { label: 'enums:alertSetting.CO2', source: '/of/co2' }],
    ['co2-of', { label: 'co2.get' }],
  ]);
  expect(made[1]?.[1]).not.toHaveProperty('after');
});

test('a screen with each is one for each value, under the name of its row', () => {
  const screen = read({ each: 'alertSetting', title: '$each.label' });
  const screens = repeatFiles('screen', new Map([['of-type', screen]]), []);
  expect(toValue(screens.get('settings-high-humidity') as Located)).toEqual({
    title: 'enums:alertSetting.HUMIDITY',
  });
  expect([...screens.keys()]).toHaveLength(measuredTypes.length);
  const faults: Fault[] = [];
  repeatFiles('screen', new Map([['x', read({ each: 'reportType' })]]), faults);
  expect(listFaults(faults)).toEqual([expect.stringContaining('whose values have screens')]);
});

describe('a form with each', () => {
  const errors = { each: 'reportType', where: { asks: 'errors' }, schema: '$each' };
  const written = (forms: Record<string, unknown>) =>
    new Map(Object.entries(forms).map(([name, form]) => [name, read(form)]));

  test('is one for each value whose row says so, but for those with a file of their own', () => {
    const faults: Fault[] = [];
    const forms = written({ errors, other: {}, 'disassembly-errors': { schema: 'own' } });
    const repeated = repeatFiles('form', forms, faults);
    expect(faults).toEqual([]);
    expect(Object.fromEntries([...repeated].map(([id, one]) => [id, toValue(one)]))).toEqual({
      other: {},
      'disassembly-errors': { schema: 'own' },
      'amm-error-list': { schema: 'AMM_ERROR_LIST' },
      'errors-require-checking': { schema: 'ERRORS_REQUIRE_CHECKING_DEVICE' },
      'errors-require-exchange': { schema: 'ERROR_REQUIRE_EXCHANGE_DEVICE' },
    });
    // What is made of a file is kept by its tree.
    expect(repeatFiles('form', forms, []).get('amm-error-list')).toBe(
      repeated.get('amm-error-list'),
    );
  });

  test.each<[object, RegExp]>([
    [{ each: 'reportTyp' }, /each {2}expected an enumeration whose values have forms, found "rep/],
    [{ each: 'timeframe' }, /each {2}expected an enumeration whose values have forms, found "tim/],
    [
      { each: 'reportType', where: { ask: 'x' } },
      /where {2}expected one of id, .*did you mean "as/,
    ],
    [
      { each: 'reportType', where: { asks: 'x' } },
      /where {2}expected what a row of reportType say/,
    ],
  ])('%j is a fault', (form, expected) => {
    const faults: Fault[] = [];
    expect(repeatFiles('form', written({ form }), faults).size).toBe(0);
    expect(listFaults(faults)).toEqual([expect.stringMatching(expected)]);
  });
});

test('what nobody can tell the kind of stays, for the checks to complain of', () => {
  const either = z.union([z.strictObject({ a: z.string() }), z.strictObject({ b: z.string() })]);
  const faults: Fault[] = [];
  const unknown = read({ c: { each: 'timeframe' } });
  expect(repeatParts(unknown, either, { faults, offers: () => true })).toBe(unknown);
  expect(faults).toEqual([]);
});

test('a wish to stand beside what stands beside oneself is named', () => {
  const wishes = new Map([
    ['a', { at: 'after', beside: 'b' } as const],
    ['b', { at: 'after', beside: 'a' } as const],
  ]);
  expect(placeBeside(['a', 'b', 'c'], wishes).circles).toEqual(['a']);
});

test('a market changes a part for all files that take it, and each of them lays its own over that', async () => {
  const directories = await copyGood();
  const write = async (place: string, content: object) => {
    const file = path.join(directories.manifestsDirectory, place);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify(content));
  };
  await write('modules/consumption/table.part.json', {
    $schema: '../../schema/part.schema.json',
    manifestVersion: 2,
    type: 'table',
    source: 'property.list',
    columns: {
      city: { label: 'consumption:title' },
      name: { label: 'consumption:title' },
      zipCode: { label: 'consumption:title' },
    },
    empty: { title: 'consumption:title' },
  });
  await write('overrides/pl/consumption/table.part.json', {
    $schema: '../../../schema/part-override.schema.json',
    manifestVersion: 2,
    columns: { zipCode: { first: true }, city: null },
  });
  await write('modules/consumption/index.screen.json', {
    $schema: '../../schema/screen.schema.json',
    manifestVersion: 2,
    title: 'consumption:title',
    children: {
      properties: { use: 'consumption.table', title: 'consumption:title' },
    },
  });
  await write('overrides/pl/consumption/index.screen.json', {
    $schema: '../../../schema/screen-override.schema.json',
    manifestVersion: 2,
    subtitle: 'consumption:title',
  });
  const { set, faults } = await readManifests(directories);
  expect(faults).toEqual([]);
  const columnsIn = (country: 'PL' | 'CZ') => {
    const { located } = set?.markets[country].files.screens.get('consumption.index') ?? {};
    const file = (located && toValue(located)) as { children: { properties: typeof abc } };
    return file.children.properties.columns as Record<string, object>;
  };
  expect(Object.keys(columnsIn('PL'))).toEqual(['zipCode', 'name']);
  expect(Object.keys(columnsIn('CZ'))).toEqual(['city', 'name', 'zipCode']);
});
