import { deviceCategorySchema, deviceTraits } from '../../schemas/entities/device.ts';
import { energySources } from '../../schemas/entities/information.ts';
import type { EnergyShares } from '../../schemas/entities/supplyFact.ts';
import { meteredUnits, type Unit } from '../../schemas/entities/units.ts';
import { linePattern } from '../../schemas/line.ts';
import { type Said, said } from '../said.ts';
import type { SupplyFact } from './supplyFacts.repository.ts';

export interface SupplyFault {
  readonly field: 'year' | 'item' | 'value' | 'unit' | 'source' | 'publisher';
  readonly message: Said;
}

const kilograms: Readonly<Record<string, number>> = { g: 0.001, kg: 1, t: 1000 };
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const earliestYear = 1990;
const largest = { source: 300, publisher: 200, name: 100, value: 1_000_000 };

/** What is wrong with a fact, and how to mend it; undefined: nothing. Years beyond the next are refused. */
export function findSupplyFault(
  fact: Omit<SupplyFact, 'propertyId'>,
  thisYear: number,
): SupplyFault | undefined {
  const { year, source, publisher } = fact;
  if (!Number.isInteger(year) || year < earliestYear || year > thisYear + 1) {
    const message = said('faults.supplyYear', { earliest: earliestYear, latest: thisYear + 1 });
    return { field: 'year', message };
  }
  for (const field of ['source', 'publisher'] as const) {
    const text = (field === 'source' ? source : publisher) ?? '';
    if (text.length <= largest[field] && (text === '' || linePattern.test(text))) continue;
    return { field, message: said('faults.supplyLine', { field, most: largest[field] }) };
  }
  return findItemFault(fact) ?? findValueFault(fact);
}

/** What the fact is about. */
export function findItemFault({
  fact,
  item,
}: Pick<SupplyFact, 'fact' | 'item'>): SupplyFault | undefined {
  const fault = (message: Said): SupplyFault => ({ field: 'item', message });
  switch (fact) {
    case 'ENERGY_MIX':
      return item ? fault(said('faults.mixItem')) : undefined;
    case 'TAX':
      if (item && item.length <= largest.name && linePattern.test(item)) return undefined;
      return fault(said('faults.taxName', { most: largest.name }));
    case 'EMISSIONS':
      if (item === '') return undefined;
      break;
    case 'PRICE':
  }
  if (deviceCategorySchema.safeParse(item).success) return undefined;
  return fault(said('faults.supplyCategory', { text: item }));
}

function findValueFault(fact: Omit<SupplyFact, 'propertyId'>): SupplyFault | undefined {
  if (!fact.source) return { field: 'source', message: said('faults.supplySource') };
  if (fact.fact === 'ENERGY_MIX') return findMixFault(fact.shares ?? {});
  const { value } = fact;
  if (value === null || !(value >= 0 && value <= largest.value)) {
    return { field: 'value', message: said('faults.supplyValue', { most: largest.value }) };
  }
  const message = findUnitFault(fact);
  return message === undefined ? undefined : { field: 'unit', message };
}

function findUnitFault({ fact, item, unit }: Omit<SupplyFact, 'propertyId'>): Said | undefined {
  const [first = '', per, more] = unit.split('/');
  const counted = unitOf(item);
  const spelt = Object.keys(meteredUnits[counted].spellings).join(', ');
  const fitsCounted = per !== undefined && more === undefined && findUnitSize(per, counted) > 0;
  if (fact === 'EMISSIONS') {
    if (Object.hasOwn(kilograms, first) && fitsCounted) return undefined;
    return said('faults.emissionsUnit', { text: unit, units: spelt, counted });
  }
  if (fact === 'PRICE') {
    if (currencies.has(first) && fitsCounted) return undefined;
    return said('faults.priceUnit', { text: unit, units: spelt, counted });
  }
  if (unit === '%') return undefined;
  const isKnown =
    per === undefined ||
    Object.keys(meteredUnits).some((one) => findUnitSize(per, one as Unit) > 0);
  if (currencies.has(first) && more === undefined && isKnown) return undefined;
  return said('faults.taxUnit', { text: unit });
}

/** What it counts in; nothing said: energy. */
function unitOf(item: string): Unit {
  const category = deviceCategorySchema.safeParse(item);
  return category.success ? deviceTraits[category.data].unit : 'kWh';
}

/** How much of a unit one of another, by its spelling, is; 0: it doesn't fit. */
function findUnitSize(spelling: string, unit: Unit): number {
  const { spellings } = meteredUnits[unit];
  const name = spelling.toLowerCase();
  const [numerator, denominator] = (Object.hasOwn(spellings, name) && spellings[name]) || [0, 1];
  return numerator / denominator;
}

/** Kilograms of CO₂ for one unit of what the category counts in. The fact has no fault. */
export function kilogramsPerUnit({ item, value, unit }: SupplyFact): number {
  const [mass = '', per = ''] = unit.split('/');
  return ((value ?? 0) * (kilograms[mass] ?? 0)) / findUnitSize(per, unitOf(item));
}

/** Shares make 100 %, as exactly as their own rounding lets them. */
function findMixFault(shares: EnergyShares): SupplyFault | undefined {
  const parts = Object.values(shares);
  const sum = parts.reduce((total, part) => total + part, 0);
  const places = parts.map((part) => `${part}`.split('.')[1]?.length ?? 0);
  const rounding = places.reduce((total, digits) => total + 0.5 * 10 ** -digits, 0);
  const isSound = parts.every((part) => part >= 0 && part <= 100);
  if (parts.length > 0 && isSound && Math.abs(sum - 100) <= rounding + 1e-9) return undefined;
  const found = Math.round(sum * 1000) / 1000;
  return { field: 'value', message: said('faults.mixSum', { sum: found }) };
}

/** «GAS 62.5 BIOMASS 37.5» as shares; else what is wrong with it. */
export function readShares(
  text: string,
): { readonly shares: EnergyShares } | { readonly fault: Said } {
  const shares: Record<string, number> = {};
  const words = text.split(/[\s;:=%]+/).filter(Boolean);
  for (let at = 0; at < words.length; at += 2) {
    const [source = '', part = ''] = words.slice(at, at + 2);
    if (!energySources.some((one) => one === source)) {
      const choices = energySources.join(', ');
      return { fault: said('faults.energySource', { text: source, choices }) };
    }
    const percent = Number(part.replace(',', '.'));
    if (part === '' || !Number.isFinite(percent)) {
      return { fault: said('faults.noShare', { source }) };
    }
    if (Object.hasOwn(shares, source)) return { fault: said('faults.sourceTwice', { source }) };
    shares[source] = percent;
  }
  return { shares };
}
