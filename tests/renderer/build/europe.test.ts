import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { clipRing, roundRing } from '../../../renderer/build/clip.ts';
import { type Countries, clipToEurope, europe } from '../../../renderer/build/europe.ts';

const atlas = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json');
const baseMap = clipToEurope(JSON.parse(readFileSync(atlas, 'utf8')) as Countries);
const nameOf = (feature: { properties: { name: string } }) => feature.properties.name;

describe('clipRing', () => {
  const box = [0, 0, 10, 10] as const;
  const square = (from: number, to: number) => [
    [from, from],
    [to, from],
    [to, to],
    [from, to],
    [from, from],
  ];

  test('leaves a ring inside the box alone', () => {
    expect(new Set(clipRing(square(2, 4), box).map(String))).toEqual(
      new Set(square(2, 4).map(String)),
    );
  });

  test('cuts a ring that crosses a corner, and closes it', () => {
    const ring = clipRing(square(5, 15), box);
    expect(new Set(ring.map(String))).toEqual(new Set(['5,5', '10,5', '10,10', '5,10']));
    expect(ring.at(-1)).toEqual(ring[0]);
  });

  test('finds nothing of a ring outside', () => {
    expect(clipRing(square(11, 12), box)).toEqual([]);
  });
});

test('roundRing drops a ring that shrinks to a point', () => {
  const islet = [
    [1.001, 1.001],
    [1.002, 1.001],
    [1.002, 1.002],
    [1.001, 1.001],
  ];
  expect(roundRing(islet, 2)).toEqual([]);
});

describe('the base map', () => {
  test('has the markets and their neighbours, and nothing far away', () => {
    const names = baseMap.features.map(nameOf);
    expect(names).toEqual(expect.arrayContaining(['Poland', 'Czechia', 'Denmark', 'Sweden']));
    expect(names).not.toContain('Japan');
    expect(names).not.toContain('Brazil');
  });

  test('stays inside its box, every ring closed', () => {
    const [west, south, east, north] = europe;
    for (const ring of baseMap.features.flatMap((each) => each.geometry.coordinates.flat())) {
      expect(ring.at(-1)).toEqual(ring[0]);
      for (const [longitude = Number.NaN, latitude = Number.NaN] of ring) {
        expect(longitude >= west && longitude <= east).toBe(true);
        expect(latitude >= south && latitude <= north).toBe(true);
      }
    }
  });

  test('costs less than 120 KB on the wire', () => {
    expect(gzipSync(JSON.stringify(baseMap)).length).toBeLessThan(120_000);
  });
});
