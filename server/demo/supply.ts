import { Temporal } from 'temporal-polyfill';
import { type DeviceCategory, deviceTraits } from '../../schemas/entities/device.ts';
import type { Transaction } from '../database/open.ts';
import { type SupplyFact, writeSupplyFacts } from '../imports/supplyFacts.repository.ts';
import type { DemoSize, PlannedProperty } from './plan.ts';

/** Of what flats use, how much heat is behind one unit of what isn't counted in kWh. */
const kilowattHours: Partial<Record<DeviceCategory, number>> = { HOT_WATER_METER: 58, HCA: 1.4 };
/** So much less cost a year earlier. */
const dearer = 0.06;

/**
 * What is published of a property's supply: of the year that the demo was made in and the one before.
 * For earlier ones tenants read that it isn't.
 */
export function planSupply(
  { id: propertyId, market }: PlannedProperty,
  { until }: Pick<DemoSize, 'until'>,
): SupplyFact[] {
  const { supply } = market.places;
  if (!supply) return [];
  const { supplier, currency, kilogramsPerKilowattHour } = supply;
  const { year: thisYear } = Temporal.PlainDate.from(until);
  return [thisYear - 1, thisYear].flatMap((year) => {
    const publishedOn = `${year}-01-02`;
    const base = { propertyId, year, item: '', value: null, unit: '', shares: null };
    const ofMix = { ...base, source: supply.mixSource, publisher: supplier, publishedOn };
    const ofPrice = { ...base, source: supply.priceSource, publisher: supplier, publishedOn };
    const ofTax = { ...base, source: supply.taxSource, publisher: null, publishedOn: null };
    const shares = Object.fromEntries(
      supply.energyMix.map(({ source, percent }) => [source, percent]),
    );
    const emit = (item: string, unit: string, hours: number): SupplyFact => {
      const value = round(kilogramsPerKilowattHour * hours, 3);
      return { ...ofMix, fact: 'EMISSIONS', item, value, unit: `kg/${unit}` };
    };
    return [
      emit('', 'kWh', 1),
      ...entriesOf(kilowattHours).map(([category, hours]) =>
        emit(category, deviceTraits[category].unit, hours),
      ),
      { ...ofMix, fact: 'ENERGY_MIX' as const, shares },
      ...entriesOf(supply.prices).map(([category, price]) => ({
        ...ofPrice,
        fact: 'PRICE' as const,
        item: category,
        value: round(year === thisYear ? price : price * (1 - dearer), 2),
        unit: `${currency}/${deviceTraits[category].unit}`,
      })),
      ...Object.entries(supply.taxes).map(([name, percent]) => ({
        ...ofTax,
        fact: 'TAX' as const,
        item: name,
        value: percent,
        unit: '%',
      })),
    ];
  });
}

function entriesOf(given: Partial<Record<DeviceCategory, number>>): [DeviceCategory, number][] {
  return Object.entries(given) as [DeviceCategory, number][];
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}

/** Written once with the master data. */
export async function writeSupply(
  tx: Transaction,
  plan: readonly PlannedProperty[],
  size: Pick<DemoSize, 'until'>,
): Promise<void> {
  await writeSupplyFacts(
    tx,
    plan.flatMap((one) => planSupply(one, size)),
  );
}
