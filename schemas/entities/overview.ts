import { z } from 'zod';
import { entity, type FieldFormat, writtenAs } from '../fields.ts';
import { changeOrNull, count, quantity, quantityOrNull } from '../figures.ts';
import {
  comparisonSchema,
  coverageSchema,
  intervalStatusSchema,
  periodSchema,
} from './consumption.ts';
import {
  type DeviceCategory,
  deviceCategories,
  deviceCategorySchema,
  deviceKindSchema,
  deviceTraits,
  unitSchema,
} from './device.ts';
import { propertySchema, tenantSchema } from './property.ts';

/** One category of a property or tenant in a period, beside the one that it is compared with. */
export const categoryOverviewSchema = entity(
  z.object({
    category: deviceCategorySchema.describe('What is measured'),
    kind: deviceKindSchema.describe(
      'register: counts up, and is shown as a sum; gauge: a state, shown as a mean',
    ),
    unit: unitSchema.describe('What `current` and `previous` are in'),
    deviceCount: count('How many devices of the category there are'),
    current: quantityOrNull(
      'Sum of a register, mean of a gauge in the period; null when nothing is known',
    ),
    previous: quantityOrNull(
      'The same in the period that it is compared with, as far as both are; null when nothing is',
    ),
    basis: comparisonSchema.describe(
      'Which period `previous` is of; LAST_YEAR of what can’t be corrected for the weather; NONE: of none',
    ),
    changePercent: changeOrNull(
      'Change against `previous` in per cent, both up to `comparedUntil` from their begin on; null when nothing is compared, or nothing was used before',
    ),
    comparedUntil: z.iso
      .date()
      .nullable()
      .describe(
        'Last local day that the change is about: that of the last bucket that is over and known as a whole in both periods; null: nothing is compared',
      ),
    status: intervalStatusSchema.describe('How `current` came about'),
    coverage: coverageSchema
      .nullable()
      .optional()
      .describe('What `current` is known by; null when no device was there'),
    months: z
      .array(z.number().nullable())
      .describe('Of the last twelve months that are over at the period’s end; null: unknown'),
  }),
  {
    name: 'CategoryOverview',
    key: 'category',
    title: 'category',
    figures: {
      label: 'category',
      value: 'current',
      change: 'changePercent',
      trend: 'months',
      coverage: 'coverage',
    },
  },
);

/** What the dashboard looks at: the month that yesterday lies in, and as much of it a year earlier. */
export const comparedMonthSchema = z.object({
  period: periodSchema.describe('The local days of the month so far'),
  earlier: periodSchema.describe('The same days of the year before'),
});

/** One category of all properties in a month so far, beside the same days of the year before. */
export const monthOverviewSchema = entity(
  categoryOverviewSchema
    .pick({ category: true, kind: true, unit: true, status: true, coverage: true })
    .extend({
      current: quantityOrNull('Sum over all properties in the month so far'),
      earlier: quantityOrNull(
        'Sum of the year before over the properties that are compared, each up to the last day that is known in both years; null without any',
      ),
      changePercent: changeOrNull(
        'Change in per cent over the properties that are compared, each up to the last day that is known in both years; null without any',
      ),
      comparedUntil: z.iso
        .date()
        .nullable()
        .describe(
          'Last local day that the change is about, of the property that goes furthest; null: none is compared',
        ),
      propertyCount: count('How many properties have readings in the month'),
      comparedCount: count('How many of them are known alike in both years, and compared'),
    }),
  {
    name: 'MonthOverview',
    like: 'CategoryOverview',
    key: 'category',
    title: 'category',
    figures: { label: 'category', value: 'current', change: 'changePercent', coverage: 'coverage' },
  },
);

/** How one property's month so far differs from the same days of the year before. */
export const propertyChangeSchema = entity(
  propertySchema.pick({ worksId: true, worksNo: true, name: true, city: true }).extend({
    category: deviceCategorySchema.describe('What is compared'),
    unit: unitSchema.describe('What `current` and `earlier` are in'),
    lastDay: z.iso
      .date()
      .describe('Last local day that is known in both years, up to which both are summed'),
    current: quantity('Sum in the month up to that day'),
    earlier: quantity('Sum in the same days of the year before'),
    changePercent: writtenAs(z.number().describe('Change in per cent'), {
      as: 'percent',
      signed: true,
    }),
  }),
  {
    name: 'PropertyChange',
    like: 'Property',
    key: 'worksId',
    title: 'name',
    references: { property: 'worksId' },
  },
);

/** A category that a property or tenant has devices of. */
export const availableCategorySchema = entity(
  z.object({
    category: deviceCategorySchema.describe('What is measured'),
    deviceCount: count('How many devices of the category there are'),
    hourly: z.boolean().describe('Whether hourly values exist'),
  }),
  { name: 'AvailableCategory', like: 'CategoryOverview', key: 'category', title: 'category' },
);

function totalOf(category: DeviceCategory) {
  const { unit, kind } = deviceTraits[category];
  const how = kind === 'register' ? 'Sum' : 'Mean';
  const format: FieldFormat =
    unit === 'count' ? { as: 'integer' } : { as: 'quantity', unit: { fixed: unit } };
  return writtenAs(
    z
      .number()
      .nullable()
      .optional()
      .describe(`${how} of ${category} in the period, in ${unit}; null or left out: unknown`),
    format,
  );
}

export const tenantConsumptionSchema = entity(
  tenantSchema.extend({
    totals: z
      .object(
        Object.fromEntries(
          deviceCategories.map((category) => [category, totalOf(category)]),
        ) as Record<DeviceCategory, ReturnType<typeof totalOf>>,
      )
      .describe('Consumption in the period per device category, each in its category’s unit'),
    status: intervalStatusSchema.describe('How the totals came about, the worst of them'),
    coverage: writtenAs(
      coverageSchema
        .nullable()
        .describe('What the total that is known least is known by; null when no device was there'),
      { as: 'coverage' },
    ),
  }),
  {
    name: 'TenantConsumption',
    like: 'Tenant',
    key: 'id',
    title: 'tenantName',
    references: { tenant: 'id' },
  },
);
