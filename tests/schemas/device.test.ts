import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import {
  type DeviceTrait,
  deviceCategories,
  deviceTraits,
  usualCategories,
} from '../../schemas/entities/device.ts';
import { findUnit, units } from '../../schemas/entities/units.ts';
import { fieldsOf } from '../../server/imports/telegramFields.ts';
import { parseValue } from '../../server/imports/values.ts';
import { mayBeEmpty } from '../support/atLeastOne.ts';
import {
  compareCategoryNames,
  completeLanguages,
  listKeys,
  readLabels,
} from '../support/labels.ts';

const house = path.resolve(import.meta.dirname, '../..');

describe('device categories', () => {
  it('have a rank each, the most usual first', () => {
    expect(new Set(deviceCategories.map((one) => deviceTraits[one].rank)).size).toBe(
      deviceCategories.length,
    );
    expect(usualCategories.slice(0, 5)).toEqual([
      ...['COLD_WATER_METER', 'HOT_WATER_METER', 'HCA', 'ENERGY', 'HOT_AND_COLD_WATER'],
    ]);
  });

  it('are told apart by what figures are made of them', () => {
    const those = (fits: (traits: DeviceTrait) => boolean) =>
      deviceCategories.filter((category) => fits(deviceTraits[category]));
    expect(those(({ isConsumption }) => !isConsumption)).toEqual(['SMOKE_DETECTOR']);
    expect(those(({ resetsYearly }) => resetsYearly)).toEqual(['HCA']);
    expect(those(({ kind }) => kind === 'gauge')).toEqual([
      'HUMIDITY',
      'TEMPERATURE_LOGGER',
      'CO2',
    ]);
    const shares = those(({ weatherShare }) => weatherShare !== null).map((category) => [
      category,
      deviceTraits[category].weatherShare,
    ]);
    expect(Object.fromEntries(shares)).toEqual({ HCA: 1, ENERGY: 0.7, GAS: 0.7, OIL: 0.7 });
  });

  it.each(completeLanguages)('are named in %s', (language) => {
    const { found, wanted } = compareCategoryNames(language);
    expect(found).toEqual(wanted);
  });

  it.each(
    deviceCategories.flatMap((category) =>
      deviceTraits[category].telegramFields.map((field) => [category, field] as const),
    ),
  )('%s counts in a unit that %s fits', (category, field) => {
    const found = fieldsOf('any', category, { [field]: 1 });
    expect(found?.fields).toEqual([field]);
    const { unit } = deviceTraits[category];
    expect(parseValue('1', { unit, given: found?.unit, isGauge: false })).toBe(1_000_000);
  });

  it('need every fact: a row that lacks one does not compile', () => {
    const { rank, ...lacking } = deviceTraits.GAS;
    // @ts-expect-error The rank is missing.
    const row: DeviceTrait = lacking;
    expect({ ...row, rank }).toEqual(deviceTraits.GAS);
  });

  // What the demo invents is not known of a category.
  test.each(['schemas', 'renderer', 'server'])(
    'are asked for facts, not for names, in %s',
    (zone) => {
      const names = deviceCategories.join('|');
      const asking = new RegExp(`[!=]==\\s*'(${names})'|'(${names})'\\s*[!=]==|case '(${names})'`);
      const asked = readdirSync(path.join(house, zone), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('demo'))
        .filter((file) => asking.test(readFileSync(path.join(house, zone, file), 'utf8')));
      expect(asked).toEqual([]);
    },
  );
});

describe('units', () => {
  /** As many as say something of what is measured or computed. */
  const places: Record<string, number> = {
    'm³': 2,
    kWh: 1,
    HCA: 1,
    '°C': 1,
    '%RH': 1,
    ppm: 0,
    count: 0,
    l: 0,
    'l/h': 1,
    Kd: 1,
  };
  it.each([...units, 'l', 'l/h', 'Kd'])(
    '%s has its places and, if it is no symbol, a text',
    (unit) => {
      const facts = findUnit(unit);
      expect(facts?.decimals).toBe(places[unit]);
      expect(facts?.decimals).toEqual(expect.any(Number));
      const [file = '', key = ''] = facts?.text?.split(':') ?? [];
      for (const language of mayBeEmpty(facts?.text ? completeLanguages : [])) {
        expect(listKeys(readLabels(language, file)), language).toContain(key);
      }
    },
  );

  it.each([
    ['1000', 'l', 'm³', 1],
    ['1', 'm3', 'm³', 1],
    ['1', 'MWh', 'kWh', 1000],
    ['1000', 'Wh', 'kWh', 1],
    ['9', 'GJ', 'kWh', 2500],
    ['18', 'MJ', 'kWh', 5],
    ['1', 'units', 'HCA', 1],
    ['1', 'c', '°C', 1],
    ['1', 'rh', '%RH', 1],
  ] as const)('%s %s are that many %s: %i', (written, given, unit, value) => {
    const found = parseValue(written, { unit, given: given.toLowerCase(), isGauge: false });
    expect(found).toBe(value * 1_000_000);
  });

  it('are no others than these', () => {
    expect(findUnit('constructor')).toBeUndefined();
    expect(findUnit('')).toBeUndefined();
  });
});
