import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type DeviceCategory, deviceCategories } from '../../schemas/entities/device.ts';
import { maxFlow } from '../../server/metering/plausibility.ts';

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

/** Of a tenant, of the building. */
type Limits = readonly [number, number];

test('rises of young meters are doubted as the table says, and of those that it leaves out never', () => {
  const written = tableUnder('in an hour').flatMap(([meters = '', ofTenant, ofBuilding]) => {
    const limits: Limits = [quantityOf(ofTenant), quantityOf(ofBuilding)];
    const names = meters
      .split(', ')
      .flatMap((meter): readonly string[] => categoriesOf[meter] ?? [meter]);
    return names.map((name) => [name, limits] as const);
  });
  const counted = deviceCategories.map((category) => {
    const limitOf = (tenantId: number | null) =>
      maxFlow({ category, tenantId, isMain: false }, []) / 1e6;
    return [category, [limitOf(1), limitOf(null)] as Limits] as const;
  });
  const limited = counted.filter(([, limits]) => !limits.includes(Number.POSITIVE_INFINITY));
  expect(Object.fromEntries(limited)).toEqual(Object.fromEntries(written));
  expect(written).toHaveLength(Object.values(categoriesOf).flat().length);
});

/** The number of a cell as «5,000 kWh». */
function quantityOf(cell = ''): number {
  return Number(/^[\d.,]+/.exec(cell)?.[0].replaceAll(',', ''));
}
