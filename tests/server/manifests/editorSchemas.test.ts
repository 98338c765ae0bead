import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import { parse } from 'jsonc-parser';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  getLanguageService,
  type LanguageService,
  TextDocument,
} from 'vscode-json-languageservice';
import type { z } from 'zod';
import {
  marketFileSchema,
  moduleFileSchema,
  screenFileSchema,
} from '../../../schemas/manifest/files.ts';
import { formFileSchema } from '../../../schemas/manifest/form.ts';
import { presetFileSchema } from '../../../schemas/manifest/preset.ts';
import { definitionOf } from '../../../server/manifests/ground/schemaWalk.ts';
import { memberOf } from '../../../server/manifests/ground/walk.ts';
import { optionOf } from '../../../server/manifests/layer/layer.ts';
import { loadFiles } from '../../../server/manifests/read/load.ts';
import { shareRepeated } from '../../../server/manifestTools/editor/shareRepeated.ts';
import { createEditorSchemas } from '../../../server/manifestTools/editorSchemas.ts';
import { realDirectories } from './directories.ts';
import { listUndescribed } from './undescribed.ts';

/** What editors say of a file, shown by a validator that follows the same schemas, and by the service of one. */

const address = 'https://editor/manifests/';
const directory = realDirectories.manifestsDirectory;
const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
  .map((name) => name.split(path.sep).join('/'))
  .filter((name) => name.endsWith('.json') && /^(markets|modules|parts|overrides)\//.test(name));

let ajv: Ajv;
let schemas: ReadonlyMap<string, string>;

beforeAll(async () => {
  schemas = createEditorSchemas(await loadFiles(realDirectories));
  ajv = new Ajv({
    strict: false,
    validateFormats: false,
    inlineRefs: false,
    code: { optimize: false },
  });
  for (const [name, text] of schemas) {
    ajv.addSchema(JSON.parse(text), new URL(`schema/${name}`, address).href);
  }
});

const read = (name: string) => parse(readFileSync(path.join(directory, name), 'utf8'));

/** Whether an editor would underline something in a file of that name. */
/** A manifest as it is written. */
interface Written extends Readonly<Record<string, unknown>> {
  readonly $schema?: string;
}

function isSound(name: string, content: Written): boolean {
  const schema = new URL(content.$schema ?? '', new URL(name, address)).href;
  const validate = ajv.getSchema(schema);
  if (!validate) throw new Error(`there is no ${schema}`);
  return validate(content) as boolean;
}

test.each(files)('%s is sound to editors', (name) => {
  isSound(name, read(name));
  const validate = ajv.getSchema(new URL(read(name).$schema, new URL(name, address)).href);
  expect(validate?.errors ?? []).toEqual([]);
});

/** Every place of a key that the language itself names: neither an id nor the name of a value. */
function listKeys(schema: z.ZodType, value: unknown, at: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  const option = optionOf(schema, value);
  if (!option) return [];
  const definition = definitionOf(option);
  if (Array.isArray(value)) {
    const { element } = definition;
    return element ? value.flatMap((item, i) => listKeys(element, item, [...at, String(i)])) : [];
  }
  return Object.entries(value).flatMap(([key, member]) => {
    const inner = memberOf(definition, key);
    return [
      ...(definition.shape && inner && key !== '$schema' ? [[...at, key]] : []),
      ...(inner ? listKeys(inner, member, [...at, key]) : []),
    ];
  });
}

function misspell(value: unknown, [key = '', ...rest]: readonly string[]): unknown {
  if (Array.isArray(value))
    return value.map((one, i) => (String(i) === key ? misspell(one, rest) : one));
  const entries = Object.entries(value as object).map(([name, member]) => {
    if (name !== key) return [name, member];
    return rest.length === 0 ? [`${name}x`, member] : [name, misspell(member, rest)];
  });
  return Object.fromEntries(entries);
}

const kinds: [RegExp, z.ZodType][] = [
  [/^markets\//, marketFileSchema],
  [/module\.json$/, moduleFileSchema],
  [/\.screen\.json$/, screenFileSchema],
  [/\.form\.json$/, formFileSchema],
  [/\/presets\//, presetFileSchema],
];

test('a typo in any key of any of our files is underlined', () => {
  const passed: string[] = [];
  let count = 0;
  for (const name of files) {
    const [, schema] = kinds.find(([pattern]) => pattern.test(name)) ?? [];
    const content = read(name);
    for (const keys of schema ? listKeys(schema, content) : []) {
      count += 1;
      if (isSound(name, misspell(content, keys) as Written))
        passed.push(`${name} ${keys.join('.')}`);
    }
  }
  expect(passed).toEqual([]);
  expect(count).toBeGreaterThan(1000);
});

describe('a part', () => {
  test.each(files.filter((name) => name.endsWith('.part.json')))('%s: typos', (name) => {
    const content = read(name) as Readonly<Record<string, unknown>>;
    const own = Object.keys(content).filter((one) => one !== '$schema');
    const named = own.filter((one) => one !== 'manifestVersion');
    // Fields, sections, columns: ids, which anything may be.
    const isMap = named.every((one) => typeof content[one] === 'object');
    for (const key of isMap ? ['manifestVersion'] : own) {
      expect(isSound(name, misspell(content, [key]) as Written), key).toBe(false);
    }
  });
});

describe('an override', () => {
  const name = 'overrides/cz/consumption/property.screen.json';
  const override = (children: object) => ({
    $schema: '../../../schema/overrides/consumption/property.screen.schema.json',
    manifestVersion: 2,
    children,
  });

  test.each([
    ['takes a column away', { tenants: { columns: { address: null } } }],
    ['takes one of each away', { tenants: { columns: { totals: { COLD_WATER_METER: null } } } }],
    [
      'places',
      { tenants: { columns: { address: { before: 'tenantNo' } } }, graph: { first: true } },
    ],
    ['changes what a part brought', { controls: { items: { compare: null } } }],
    [
      'adds a column of the rows',
      { deviation: { children: { deviations: { columns: { earlier: null, number: {} } } } } },
    ],
    ['adds a node', { note: { type: 'text', text: 'consumption:title', after: 'graph' } }],
    ['adds a part', { note: { use: 'consumption.print', first: true } }],
  ])('%s', (_what, children) => {
    expect(isSound(name, override(children))).toBe(true);
  });

  test.each([
    ['a node', { tenantss: { columns: { address: null } } }],
    ['a column', { tenants: { columns: { adress: null } } }],
    ['a column, hidden', { tenants: { columns: { adress: { hidden: true } } } }],
    ['what a part brought', { controls: { items: { compar: null } } }],
    ['a key of a node of another kind', { tenants: { overlays: {} } }],
    ['a key', { tenants: { columns: { address: { hiden: true } } } }],
    ['a part', { note: { use: 'consumption.prnt' } }],
    ['a place', { tenants: { columns: { address: { befor: 'tenantNo' } } } }],
  ])('has a typo in %s', (_what, children) => {
    expect(isSound(name, override(children))).toBe(false);
  });
});

describe('names that depend on others', () => {
  const screen = (node: object) => ({
    $schema: '../../schema/screen.schema.json',
    manifestVersion: 2,
    title: 'consumption:title',
    children: { node },
  });
  const table = (call: string, params: object) => ({
    type: 'table',
    source: { call, params },
    columns: { name: {} },
    empty: 'consumption:tenants.empty',
  });

  test.each([
    ['a parameter', table('consumption.tenants', { property: '$query.a' }), true],
    ['no parameter', table('consumption.tenants', { proprety: '$query.a' }), false],
    ['no operation', table('consumption.tenantss', {}), false],
    [
      'values of the enumeration',
      {
        type: 'controls',
        label: 'consumption:title',
        items: {
          a: {
            kind: 'choice',
            label: 'consumption:title',
            enumeration: 'timeframe',
            only: ['DAYLY'],
          },
        },
      },
      false,
    ],
  ])('%s', (_what, node, sound) => {
    expect(isSound('modules/consumption/a.screen.json', screen(node))).toBe(sound);
  });

  test('fields of a form are those of its schema', () => {
    const form = (fields: object) => ({
      $schema: '../../schema/form.schema.json',
      manifestVersion: 2,
      schema: 'contactMessage',
      fields,
    });
    const name = 'modules/contact/a.form.json';
    expect(isSound(name, form({ message: {} }))).toBe(true);
    expect(isSound(name, form({ mesage: {} }))).toBe(false);
  });

  test('columns are proposed by the call of the table', () => {
    const { $defs } = JSON.parse(schemas.get('language.schema.json') ?? '');
    const proposed = $defs.ColumnsOfCall.allOf.find((one: { if: unknown }) =>
      JSON.stringify(one.if).includes('"consumption.tenants"'),
    );
    expect(Object.keys(proposed.then.properties.columns.properties)).toContain('tenantName');
  });
});

test('a preset chooses of what its type has: columns and fields', () => {
  const name = 'modules/reports/presets/flats.json';
  const isSoundOf = (definition: object) =>
    isSound(name, {
      $schema: '../../../schema/preset.schema.json',
      manifestVersion: 2,
      title: 'reports:title',
      period: { days: 31 },
      definition,
    });
  const flats = { reportType: 'FLAT_CONSUMPTION', columns: [{ name: 'tenantName' }] };
  expect(isSoundOf(flats)).toBe(true);
  expect(isSoundOf({ ...flats, columns: [{ name: 'reading' }] })).toBe(false);
  expect(isSoundOf({ ...flats, sampling: 'DAILY' })).toBe(false);
  const reading = {
    reportType: 'DEVICE_READING',
    sampling: 'DAILY',
    columns: [{ name: 'reading' }],
  };
  expect(isSoundOf(reading)).toBe(true);
});

describe('an editor completes', () => {
  const screen = (members: object) => ({
    $schema: '../../schema/screen.schema.json',
    manifestVersion: 2,
    title: 'consumption:title',
    children: {},
    ...members,
  });
  const node = (of: object) => screen({ children: { node: of } });
  const form = (fields: object) => ({
    $schema: '../../schema/form.schema.json',
    manifestVersion: 2,
    schema: 'contactMessage',
    fields,
  });
  const override = (children: object) => ({
    $schema: '../../../schema/overrides/consumption/property.screen.schema.json',
    manifestVersion: 2,
    children,
  });
  const choice = { kind: 'choice', label: 'consumption:title', enumeration: 'timeframe' };
  const table = (columns: object) =>
    node({ type: 'table', source: 'consumption.tenants', columns });

  let editor: LanguageService;
  beforeAll(() => {
    editor = getLanguageService({
      workspaceContext: { resolveRelativePath: (name, base) => new URL(name, base).href },
      schemaRequestService: async (url) =>
        schemas.get(url.replace(`${address}schema/`, '')) ?? '{}',
    });
  });

  /** What is proposed where ▮ stands. */
  async function propose(name: string, content: object): Promise<(string | undefined)[]> {
    const text = JSON.stringify(content);
    const document = TextDocument.create(address + name, 'jsonc', 1, text.replace('▮', ''));
    const parsed = editor.parseJSONDocument(document);
    const at = document.positionAt(text.indexOf('▮'));
    const found = await editor.doComplete(document, at, parsed);
    return (found?.items ?? []).map(({ label }) => label);
  }

  const inModule = 'modules/consumption/a.screen.json';
  const inMarket = 'overrides/cz/consumption/property.screen.json';
  const title = '"consumption:title"';
  test.each([
    ['the title of a screen', inModule, screen({ title: '▮' }), title],
    ['a title', inModule, node({ type: 'section', title: '▮', children: {} }), title],
    ['a label', inModule, node({ type: 'button', label: '▮' }), title],
    ['the label of a column', inModule, table({ tenantName: { label: '▮' } }), title],
    [
      'the label of a field',
      'modules/contact/a.form.json',
      form({ message: { label: '▮' } }),
      title,
    ],
    ['a title, laid over', inMarket, override({ tenants: { title: '▮' } }), title],
    [
      'values of a choice',
      inModule,
      node({ type: 'controls', items: { a: { ...choice, only: ['▮'] } } }),
      '"DAILY"',
    ],
    [
      'values of each',
      inModule,
      table({ totals: { each: 'deviceCategory', only: ['▮'] } }),
      '"COLD_WATER_METER"',
    ],
    ['a default of the address', inModule, screen({ query: { timeframe: '▮' } }), '"DAILY"'],
    [
      'the same, written out',
      inModule,
      screen({ query: { timeframe: { default: '▮' } } }),
      '"DAILY"',
    ],
    [
      'values of a field',
      'modules/contact/a.form.json',
      form({ subject: { only: ['▮'] } }),
      '"DATA_UPDATE"',
    ],
    [
      'the default of a field',
      'modules/contact/a.form.json',
      form({ subject: { default: '▮' } }),
      '"DATA_UPDATE"',
    ],
    [
      'an id before which a node stands',
      inMarket,
      override({ graph: { before: '▮' } }),
      '"tenants"',
    ],
    [
      'an id after which a new one stands',
      inMarket,
      override({ note: { type: 'text', text: 'consumption:title', after: '▮' } }),
      '"graph"',
    ],
    [
      'an id before which a column stands',
      inMarket,
      override({ tenants: { columns: { address: { before: '▮' } } } }),
      '"tenantNo"',
    ],
  ])('%s', async (_what, name, content, expected) => {
    expect(await propose(name, content)).toContain(expected);
  });
});

test.each([
  [{ timeframe: 'DAILY' }, true],
  [{ timeframe: 'DAYLY' }, false],
  [{ timeframe: { default: 'DAYLY' } }, false],
  [{ water: 'ALL', months: '12', property: {}, anything: 'DAYLY' }, true],
])('the value of a query parameter: %j', (query, sound) => {
  const screen = { manifestVersion: 2, title: 'consumption:title', children: {}, query };
  const schema = { $schema: '../../schema/screen.schema.json' };
  expect(isSound('modules/consumption/a.screen.json', { ...schema, ...screen })).toBe(sound);
});

test('every property has a description', () => {
  const parsed = [...schemas].map(([name, text]) => [name, JSON.parse(text)] as const);
  const { count, undescribed } = listUndescribed(new Map(parsed));
  expect(undescribed).toEqual([]);
  expect(count).toBeGreaterThan(5000);
});

test('all of it together stays small', () => {
  const size = [...schemas.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  expect(size).toBeLessThan(1020 * 1024);
});

test('what stands in a schema several times is a definition, and so is what stands so within it', () => {
  const long = (name: string) => ({ type: 'object', description: `${name} ${'x'.repeat(120)}` });
  const inner = long('inner');
  const outer = { ...long('outer'), properties: { inner } };
  const schema = { properties: { a: outer, b: outer, c: inner, d: { type: 'null' } } };
  const { $defs, ...shared } = shareRepeated(schema);
  expect(shared).toEqual({
    properties: {
      a: { $ref: '#/$defs/r1' },
      b: { $ref: '#/$defs/r1' },
      c: { $ref: '#/$defs/r2' },
      d: { type: 'null' },
    },
  });
  const within = { properties: { inner: { $ref: '#/$defs/r2' } } };
  expect($defs).toEqual({ r1: { ...outer, ...within }, r2: inner });
  expect(shareRepeated({ properties: { a: outer, b: outer } }).$defs).toEqual({ r1: outer });
  expect(shareRepeated({ properties: { a: outer } })).toEqual({ properties: { a: outer } });
});
