import { expect, test } from 'vitest';
import type { z } from 'zod';
import { demoPlacesSchema } from '../../schemas/entities/demoPlaces.ts';
import {
  marketFileSchema,
  moduleFileSchema,
  routeSchema,
  screenFileSchema,
} from '../../schemas/manifest/files.ts';
import { formFieldSchema, formNodeSchema } from '../../schemas/manifest/form.ts';
import { imageSchema } from '../../schemas/manifest/image.ts';
import { idSchema } from '../../schemas/manifest/language.ts';
import {
  bindingSchema,
  fieldSchema,
  literalSchema,
  localeKeySchema,
  operandSchema,
  routeNameSchema,
  textSchema,
} from '../../schemas/manifest/references.ts';
import { tableSchema } from '../../schemas/manifest/table.ts';

/** What files of manifests may say, beside what is a little too much or too little. */

const label = 'contact:title';
const field = (more: object) => ({ label, ...more });
const route = (more: object) => ({ path: '/a', title: label, screen: 'a.b', ...more });
const screen = (query: object) => ({ manifestVersion: 2, title: label, children: {}, query });
const image = (more: object) => ({
  type: 'image',
  address: '/icon.svg',
  alt: label,
  size: { width: 1, height: 4000 },
  ...more,
});
const table = (more: object) => ({
  type: 'table',
  source: { call: 'a.b' },
  columns: {},
  empty: label,
  ...more,
});
const town = { name: 'A', zip: '1', latitude: 52, longitude: 21 };
const demo = {
  share: 1,
  owner: 'A',
  towns: [town],
  streets: ['B'],
  firstNames: ['C'],
  surnames: ['D'],
};
const market = JSON.parse(
  `{ "manifestVersion": 2, "country": "PL", "instance": 1, "domains": ["pl"], "language": "pl",
     "timeZone": "Europe/Warsaw", "tiles": null, "contactUrl": null, "contactEmail": "a@b.pl",
     "modules": { "contact": true } }`,
);

test.each<[string, z.ZodType, readonly unknown[], readonly unknown[]]>([
  [
    'a field of a form',
    formFieldSchema,
    [
      ...[{}, { minLength: 0 }, { maxLength: 0 }, { minItems: 0 }, { maxItems: 0 }],
      ...[{ decimals: 0 }, { decimals: 6 }, { only: ['a'] }, { required: true }],
      { rules: { a: { rule: 'b', params: Array.from({ length: 20 }, () => 1) } } },
    ].map(field),
    [
      ...[{ minLength: -1 }, { maxLength: -1 }, { minItems: -1 }, { maxItems: -1 }],
      ...[{ minLength: 1.5 }, { maxLength: 1.5 }, { minItems: 1.5 }, { maxItems: 1.5 }],
      ...[{ decimals: -1 }, { decimals: 7 }, { decimals: 0.5 }, { only: [] }],
      ...[{ required: false }, { minimum: '1' }, { widget: 'texts' }, { unheardOf: 1 }],
      { rules: { a: { rule: 'b', params: Array.from({ length: 21 }, () => 1) } } },
    ].map(field),
  ],
  [
    'a form on a page',
    formNodeSchema,
    [
      { type: 'form', form: 'a.b', submit: { do: 'call', call: 'a.b' }, clears: true },
      {
        type: 'form',
        form: 'a.b',
        submit: { do: 'setLanguage', language: '$form.language' },
        preview: true,
        reset: true,
      },
    ],
    [
      { type: 'form', form: 'a.b', submit: { do: 'call', call: 'a.b' }, clears: false },
      { type: 'form', form: 'a.b', submit: { do: 'call', call: 'a.b' }, preview: false },
      { type: 'form', form: 'a.b', submit: { do: 'call', call: 'a.b' }, reset: false },
      { type: 'form', form: 'a.b' },
    ],
  ],
  [
    'a table',
    tableSchema,
    [
      { pageSizes: [1] },
      { pageSizes: [1000] },
      { selection: { limit: 1 } },
      { selection: { limit: 100_000 } },
      { columns: { a: { copy: true, hidden: true, sort: false } } },
    ].map(table),
    [
      ...[{ pageSizes: [] }, { pageSizes: [0] }, { pageSizes: [1001] }, { pageSizes: [1.5] }],
      ...[{ selection: { limit: 0 } }, { selection: { limit: 100_001 } }],
      ...[{ columns: { a: { sort: true } } }, { columns: { a: { align: 'left' } } }],
    ].map(table),
  ],
  [
    'a route',
    routeSchema,
    [
      ...['/', '/a', '/a/{b}', '/a-b/c_d/'].map((path) => route({ path })),
      route({ screen: undefined, redirect: 'b' }),
      route({ breadcrumb: 'b' }),
    ],
    [
      ...['', 'a', '//', '/a b', '/{a1}', '/a?b'].map((path) => route({ path })),
      route({ redirect: 'b' }),
      route({ screen: undefined }),
    ],
  ],
  [
    'a screen',
    screenFileSchema,
    [{}, { a: 1 }, { a: { default: 'b' } }, { a: { secret: true } }].map(screen),
    [{ a: { default: 1, secret: true } }, { a: { secret: false } }, { 'A b': 1 }].map(screen),
  ],
  [
    'a module',
    moduleFileSchema,
    [{ manifestVersion: 2, title: label }],
    [
      { manifestVersion: 2 },
      { manifestVersion: 2, title: 'Contact' },
      { manifestVersion: 2, title: label, licence: { anyRole: ['portal_admin'] } },
    ],
  ],
  [
    'a market',
    marketFileSchema,
    [market, { ...market, tagManager: { url: 'https://a.pl/b.js', name: 'x'.repeat(80) } }],
    [
      { ...market, tagManager: { url: 'http://a.pl/b.js', name: 'A' } },
      { ...market, tagManager: { url: 'https://a.pl/b.js', name: 'x'.repeat(81) } },
      { ...market, tagManager: { url: 'https://a.pl/b.js', name: '' } },
      { ...market, tenantApp: { ios: 'http://a.pl', android: 'https://a.pl' } },
      { ...market, instance: 0 },
      { ...market, contactEmail: 'a' },
    ],
  ],
  [
    'what the demo is made from',
    demoPlacesSchema,
    [demo, { ...demo, share: 1000 }],
    [
      ...[
        { ...demo, share: 0 },
        { ...demo, share: 1001 },
        { ...demo, owner: '' },
      ],
      ...[
        { ...demo, towns: [] },
        { ...demo, streets: [] },
        { ...demo, surnames: [''] },
      ],
      ...['name', 'zip'].map((name) => ({ ...demo, towns: [{ ...town, [name]: '' }] })),
    ],
  ],
  [
    'a picture',
    imageSchema,
    [image({}), image({ address: '$data.picture' }), image({ size: { width: 4000, height: 1 } })],
    [
      ...['icon.svg', '//b.pl/a.svg', '/\\b', 'https://b.pl/a.svg'].map((address) =>
        image({ address }),
      ),
      image({ size: { width: 0, height: 1 } }),
      image({ size: { width: 1, height: 4001 } }),
      image({ size: { width: 1.5, height: 1 } }),
    ],
  ],
  ['an id', idSchema, ['a', 'aB-1', `a${'b'.repeat(60)}`], ['', 'A', '1', `a${'b'.repeat(61)}`]],
  ['the name of a route', routeNameSchema, ['a', 'a-1'], ['', 'A', 'a_b', '-a']],
  ['a field', fieldSchema, ['a', 'a.b.C_1'], ['', '1', 'a.', 'a b', '$row.a']],
  ['an operand', operandSchema, ['a', '$row.a'], ['', '$', '$$a', 'a-b']],
  ['a binding', bindingSchema, ['$route.a', '$data.a.b'], ['$route', '$other.a', 'route.a']],
  ['a literal', literalSchema, ['a', '', 1, false, 'a$'], ['$a', null]],
  ['a key of a text', localeKeySchema, ['a:b.c', 'A-1:b_c'], ['a', 'a:', ':b', 'a b:c']],
  [
    'a text',
    textSchema,
    [label, '$data.name', { key: label, values: {} }, { enumeration: 'role', value: '$row.role' }],
    ['Contact', { key: 'Contact', values: {} }, { enumeration: 'role' }, 7],
  ],
])('%s', (_name, schema, good, bad) => {
  for (const one of good) {
    const { error } = schema.safeParse(one);
    expect(error?.message, JSON.stringify(one)).toBeUndefined();
  }
  for (const one of bad) expect(schema.safeParse(one).success, JSON.stringify(one)).toBe(false);
});
