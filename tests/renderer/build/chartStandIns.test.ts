import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  getNiceTickValues,
  getTickValuesFixedDomain,
} from '../../../renderer/build/charts/ticks.ts';
import { leanChartsPlugin } from '../../../renderer/build/leanChartsPlugin.ts';

describe('the ticks of an axis', () => {
  it.each([
    [
      [0, 5.9],
      [0, 2, 4, 6],
    ],
    [
      [0, 62.8],
      [0, 20, 40, 60, 80],
    ],
    [
      [0, 0.031],
      [0, 0.01, 0.02, 0.03, 0.04],
    ],
    [
      [0, 0.3],
      [0, 0.1, 0.2, 0.3],
    ],
    [
      [19.2, 23.1],
      [18, 20, 22, 24],
    ],
    [
      [-3, 7],
      [-5, 0, 5, 10],
    ],
    [
      [0, 0],
      [0, 1, 2, 3, 4],
    ],
    [
      [21.5, 21.5],
      [18, 20, 22, 24],
    ],
  ] as const)('are round and span %j', (interval, ticks) => {
    expect(getNiceTickValues(interval as unknown as [number, number], 5)).toEqual(ticks);
  });

  it('are whole where decimals are not allowed', () => {
    expect(getNiceTickValues([0, 2], 5, false)).toEqual([0, 1, 2]);
  });

  it('within a fixed interval do not leave it', () => {
    expect(getTickValuesFixedDomain([1, 9], 5)).toEqual([2.5, 5, 7.5]);
  });

  it('always rise, span the interval, and are no more than asked for', () => {
    const ends = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(ends, fc.double({ min: 1e-6, max: 1e9, noNaN: true }), (low, length) => {
        const high = low + length;
        // Closer together, doubles of this size are not told apart.
        fc.pre(high - low > Math.abs(low) * 1e-9);
        const ticks = getNiceTickValues([low, high], 5);
        expect(ticks.length).toBeLessThanOrEqual(5);
        expect(ticks).toEqual([...new Set(ticks)].sort((a, b) => a - b));
        const slack = length * 1e-9 + Math.abs(low) * 1e-11;
        expect(ticks[0]).toBeLessThanOrEqual(low + slack);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(high - slack);
      }),
    );
  });
});

describe('what stands in for parts of Recharts', () => {
  const root = new URL('.', `file://${createRequire(import.meta.url).resolve('recharts')}`);
  const importer = '/node_modules/recharts/es6/chart/any.js';
  const resolve = leanChartsPlugin().resolveId as (id: string, importer: string) => string;

  it.each([
    'animation/AnimatedItems',
    'animation/JavascriptAnimate',
    'animation/useAnimationStartSnapshot',
    'component/Text',
    'component/Label',
    'component/LabelList',
    'component/ResponsiveContainer',
    'state/selectors/polarAxisSelectors',
    'util/scale/getNiceTickValues',
  ])('is there while Recharts has %s', (part) => {
    const file = new URL(`../es6/${part}.js`, root);
    expect(readFileSync(file, 'utf8')).toContain('export');
    expect(resolve(`./${part}`, importer)).toMatch(/renderer\/build\/charts\/\w+\.ts$/);
  });
});
