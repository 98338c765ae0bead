import { z } from 'zod';
import type { Operation } from '../../../../schemas/api/operation.ts';
import { type OperationId, operations } from '../../../../schemas/api/operations.ts';
import type { DeviceCategory } from '../../../../schemas/entities/device.ts';
import { reportTypes } from '../../../../schemas/kinds/reports.ts';
import { type MeasuredType, measuredKinds } from '../../../../schemas/kinds/warnings.ts';
import { all, type Cell, isChange } from './calls.ts';
import { categories, localDay } from './pasts.ts';

/** Every reading operation, asked in all the ways in which its answer may tell of days. */
export const readingIds: readonly OperationId[] = all
  .filter(([, operation]) => !isChange(operation))
  .map(([id]) => id);

type Over = Readonly<Record<string, unknown>>;

const names = ['property', 'tenant'];
const days = ['day', 'month', 'readingDate'];
/** Around the first day, long before, from it on, and as the screens ask at first. */
const periods: readonly Over[] = [
  { periodBegin: undefined, periodEnd: undefined },
  { periodBegin: localDay(380), periodEnd: localDay(0) },
  { periodBegin: localDay(27), periodEnd: localDay(14) },
  { periodBegin: localDay(50), periodEnd: localDay(30) },
];

interface Field {
  readonly enum?: readonly unknown[];
  readonly $ref?: string;
}

interface Fields {
  readonly properties?: Readonly<Record<string, Field>>;
  readonly required?: readonly string[];
  readonly $defs?: Readonly<Record<string, Field>>;
}

/** Alone, for each of a query's choices, and with and without what may be left out. */
function queriesOf({ query }: Operation): Over[] {
  if (!query) return [{}];
  const schema = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) as Fields;
  const { properties = {}, required = [], $defs = {} } = schema;
  const has = (name: string) => name in properties;
  let base: Over[] = [{ size: has('size') ? 1000 : undefined }];
  for (const name of names.filter((one) => has(one) && !required.includes(one))) {
    base = base.flatMap((one) => [one, { ...one, [name]: undefined }]);
  }
  // A tenant is one of a property.
  base = base.filter((one) => !('property' in one && has('tenant') && !('tenant' in one)));
  if (has('periodBegin')) {
    base = base.flatMap((one) => periods.map((period) => ({ ...one, ...period })));
  }
  for (const name of days.filter(has)) {
    base = base.flatMap((one) => [
      one,
      ...[40, 21, 20, 19, 2].map((ago) => ({ ...one, [name]: localDay(ago) })),
      // What is published for a year that was over by then.
      ...(name === 'month' ? [{ ...one, month: localDay(390) }] : []),
    ]);
  }
  const choices = Object.entries(properties).flatMap(([name, field]) => {
    const { enum: values = [] } = field.$ref ? ($defs[field.$ref.slice(8)] ?? {}) : field;
    // An order alone tells of no days but those that it sorts by.
    const wide = name === 'timeframe' ? base : base.slice(0, name === 'sort' ? 1 : 2);
    return values
      .filter((value) => !`${value}`.startsWith('-'))
      .filter((value) => name !== 'category' || categories.has(value as DeviceCategory))
      .flatMap((value) => wide.map((one) => ({ ...one, [name]: value })));
  });
  return [...base, ...choices];
}

/** Limits as somebody would try them out who wants to know what was measured. */
function limitsOf(type: MeasuredType): Over[] {
  const usual: Over = measuredKinds[type].defaults;
  return [0.02, 0.3, 0.7, 1, 1.2, 1.4, 2, 4].map((times) =>
    Object.fromEntries(
      Object.entries(usual).map(([name, value]) => {
        if (typeof value !== 'number') return [name, value];
        if (name === 'hours' || name === 'days') return [name, times < 1 ? 1 : value];
        return [name, name === 'lowest' ? value / times : value * times];
      }),
    ),
  );
}

const forecasts: ReadonlyMap<string, MeasuredType> = new Map(
  Object.values(measuredKinds).map(({ type, calls }) => [`${calls}.forecast`, type]),
);

const reports: readonly Over[] = reportTypes.flatMap((reportType) =>
  [
    { sampling: 'DAILY', back: 50 },
    { sampling: 'MONTHLY', back: 380 },
  ].map(({ sampling, back }) => ({
    reportType,
    sampling,
    startDate: localDay(back),
    endDate: localDay(1),
    timeBackwards: back,
    minimumConsumption: 1e6,
    numberOfDays: back > 60 ? 19 : 30,
  })),
);

/** Further ways to ask for what a body says. */
function bodiesOf(id: OperationId): readonly (Over | undefined)[] {
  const type = forecasts.get(id);
  if (type) return limitsOf(type);
  if (id.startsWith('live.') || id === 'report.estimate') return reports;
  if (id === 'document.list' || id === 'document.types' || id === 'document.choices') {
    return [{ tenantIds: [] }, { propertyIds: [] }];
  }
  return [undefined];
}

/** What is asked of an operation. */
export function questionsOf(id: OperationId): Cell[] {
  return queriesOf(operations[id]).flatMap((query) =>
    bodiesOf(id).map((over): Cell => ({ id, thing: 'own', over, query })),
  );
}
