import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type DeviceCategory, deviceCategories } from '../../schemas/entities/device.ts';
import { mostFlow } from '../../server/metering/plausibility.ts';

const text = readFileSync('docs/metering.md', 'utf8');

/** Which meters the words of the table «Plausible rises» are about. */
const categoriesOf: Readonly<Record<string, readonly DeviceCategory[]>> = {
  water: ['COLD_WATER_METER', 'HOT_WATER_METER', 'HOT_AND_COLD_WATER', 'VOLUMETER'],
  gas: ['GAS'],
  energy: ['ENERGY'],
  electricity: ['ELECTRICITY'],
  'heat cost allocator': ['HCA'],
  oil: ['OIL'],
};

/** The cells of the rows of the table that begins with a head. */
function tableUnder(head: string): string[][] {
  const [, table] = text.split(new RegExp(`^\\| ${head} \\|.*\\n\\|[ |-]+\\n`, 'm'));
  const rows = table?.slice(0, table.indexOf('\n\n')).split('\n') ?? [];
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

test('rises of young meters are doubted as the table says, and of those that it leaves out never', () => {
  const written = tableUnder('in an hour').flatMap(([meters = '', ofTenant, ofBuilding]) =>
    meters
      .split(', ')
      .flatMap((meter) => categoriesOf[meter] ?? [meter])
      .map((category) => [category, [ofTenant, ofBuilding].map((cell) => quantityOf(cell ?? ''))]),
  );
  const counted = deviceCategories.map((category) => [
    category,
    [
      mostFlow({ category, tenantId: 1, isMain: false }, []) / 1e6,
      mostFlow({ category, tenantId: null, isMain: false }, []) / 1e6,
    ],
  ]);
  const limited = counted.filter(([, limits]) => !limits?.includes(Number.POSITIVE_INFINITY));
  expect(Object.fromEntries(limited)).toEqual(Object.fromEntries(written));
  expect(written).toHaveLength(Object.values(categoriesOf).flat().length);
});

/** The number of a cell as «5,000 kWh». */
function quantityOf(cell: string): number {
  return Number(/^[\d.,]+/.exec(cell)?.[0].replaceAll(',', ''));
}
