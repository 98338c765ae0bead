import { describe, expect, test } from 'vitest';
import {
  derive,
  entryOf,
  type Located,
  parseLocated,
} from '../../../server/manifests/ground/located.ts';
import { printExpanded } from '../../../server/manifestTools/expanded.ts';
import { layerOf, listProvenance, placeOf } from '../../../server/manifestTools/provenance.ts';

function read(value: unknown, name = 'manifests/modules/a/index.screen.json'): Located {
  const located = parseLocated({ name, text: JSON.stringify(value) }, []);
  if (!located) throw new Error('no JSON');
  return located;
}

const withEntry = (located: Located, key: string, value: Located): Located => ({
  ...located,
  entries: new Map(located.entries).set(key, entryOf(value)),
});

describe('printExpanded', () => {
  test('prints a file that nothing came along to as JSON', () => {
    const value = { a: 1, b: [true, null, [], { c: 'x' }], d: {}, e: '  // no comment' };
    expect(printExpanded(read(value)).join('\n')).toBe(
      JSON.stringify(value, undefined, 2).replace('[]', '[]'),
    );
    expect(printExpanded(read([]))).toEqual(['[]']);
    expect(printExpanded(read('a'))).toEqual(['"a"']);
  });

  test('says where each value is from that isn’t from where it stands', () => {
    const file = read({ a: { b: 1 }, z: 2 });
    const override = 'manifests/overrides/cz/a/index.screen.json';
    const along = derive({ field: 'x', list: ['y'], none: [] }, file, 'schema Tenant');
    const laid = [
      ['along', along],
      ['said', derive('// x', file, 'id')],
      ['over', read({ c: [1] }, override)],
      ['empty', read({}, override)],
      ['last', read(7, override)],
    ] as const;
    const whole = laid.reduce((tree, [key, value]) => withEntry(tree, key, value), file);
    const place = `${override}:1:1 (override cz)`;
    expect(printExpanded(whole)).toEqual([
      '{',
      '  "a": {',
      '    "b": 1',
      '  },',
      '  "z": 2,',
      '  "along": {  // from schema Tenant',
      '    "field": "x",',
      '    "list": [',
      '      "y"',
      '    ],',
      '    "none": []',
      '  },',
      '  "said": "// x",  // from id',
      `  "over": {  // ${place}`,
      '    "c": [',
      '      1',
      '    ]',
      '  },',
      `  "empty": {},  // ${place}`,
      `  "last": 7  // ${place}`,
      '}',
    ]);
  });

  test('says of what was written in what came along that it was written', () => {
    const file = read({ x: 1 });
    const along = withEntry(derive({ a: 1 }, file, 'by name'), 'b', read({ c: 1 }));
    expect(printExpanded(withEntry(file, 'params', along))).toEqual([
      '{',
      '  "x": 1,',
      '  "params": {  // from by name',
      '    "a": 1,',
      '    "b": {  // manifests/modules/a/index.screen.json:1:1 (module a)',
      '      "c": 1',
      '    }',
      '  }',
      '}',
    ]);
  });
});

describe('provenance', () => {
  test.each([
    ['manifests/overrides/cz/a/index.screen.json', 'override cz'],
    ['manifests/overrides/cz/a/table.part.json', 'override cz'],
    ['manifests/modules/a-b/table.part.json', 'part a-b.table'],
    ['manifests/parts/map-view.part.json', 'part parts.map-view'],
    ['manifests/markets/pl.json', 'market pl'],
    ['manifests/modules/a-b/index.screen.json', 'module a-b'],
    ['locales/en/core.json', 'locales/en/core.json'],
  ])('%s is %s', (name, layer) => {
    expect(layerOf(name)).toBe(layer);
  });

  test('counts lines and columns from 1', () => {
    const file = { name: 'manifests/markets/pl.json', text: '{\n  "a": 1\n}' };
    const at = (offset: number) => placeOf({ file, offset });
    expect(at(0)).toBe('manifests/markets/pl.json:1:1 (market pl)');
    expect(at(4)).toBe('manifests/markets/pl.json:2:3 (market pl)');
  });

  test('lists each value with its path, by the paths', () => {
    const file = read({ b: [1, { c: 'x' }], a: null }, 'manifests/markets/pl.json');
    expect(listProvenance(file)).toEqual([
      'a = null  manifests/markets/pl.json:1:24 (market pl)',
      'b[0] = 1  manifests/markets/pl.json:1:7 (market pl)',
      'b[1].c = "x"  manifests/markets/pl.json:1:14 (market pl)',
    ]);
  });
});
