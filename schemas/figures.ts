import { z } from 'zod';
import { writtenAs } from './fields.ts';

/** Fields of numbers, each with its description and how it is written. */

/** A number in the unit that the field `unit` beside it says. */
export function quantity(description: string) {
  return writtenAs(z.number().describe(description), { as: 'quantity', unit: 'unit' });
}

/** A quantity that is null where it isn't known. */
export function quantityOrNull(description: string) {
  return writtenAs(z.number().nullable().describe(description), { as: 'quantity', unit: 'unit' });
}

/** A difference in per cent, written with its sign; null where it isn't known. */
export function changeOrNull(description: string) {
  return writtenAs(z.number().nullable().describe(description), { as: 'percent', signed: true });
}

/** How many there are of something. */
export function count(description: string) {
  return writtenAs(z.int().min(0).describe(description), { as: 'integer' });
}

/** How large a file is, in bytes. */
export function bytes(description: string) {
  return writtenAs(z.int().min(0).describe(`${description}, in bytes`), { as: 'bytes' });
}

/** A volume of water in m³, whatever unit is beside it; null where it isn't known. */
export function cubicMetresOrNull(description: string) {
  return writtenAs(z.number().nullable().describe(`${description}, in m³; null: unknown`), {
    as: 'quantity',
    unit: { fixed: 'm³' },
  });
}

/** An area in m²; null where it isn't known. */
export function areaOrNull(description: string) {
  return writtenAs(z.number().nullable().describe(description), {
    as: 'quantity',
    unit: { fixed: 'm²' },
  });
}
