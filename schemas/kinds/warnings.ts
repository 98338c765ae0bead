import { z } from 'zod';
import type { DeviceCategory } from '../entities/device.ts';
import type { Urgency } from '../entities/warning.ts';
import type { AlarmKind, MeasuredKind, WarningFacts } from './warningKind.ts';
import { co2 } from './warnings/co2.ts';
import { highWaterConsumption } from './warnings/highWaterConsumption.ts';
import { humidity } from './warnings/humidity.ts';
import { leakage } from './warnings/leakage.ts';
import { smoke } from './warnings/smoke.ts';
import { temperature } from './warnings/temperature.ts';
import { waterSpill } from './warnings/waterSpill.ts';

/** The types of warnings, in the order in which screens have them. */
const rows = [
  waterSpill,
  leakage,
  temperature,
  highWaterConsumption,
  humidity,
  co2,
  smoke,
] as const satisfies readonly (AlarmKind | MeasuredKind)[];

type Row = (typeof rows)[number];
type MeasuredRow = Extract<Row, { readonly hasLimits: true }>;
/** What a warning may be about: the types that say what is wrong. */
export type Alert = Row['type'];
/** The types that settings are made for. */
export type MeasuredType = MeasuredRow['type'];
type Rows = { readonly [One in Row as One['type']]: One };
type MeasuredRows = { readonly [One in MeasuredRow as One['type']]: One };

type LimitsSchema<Type extends MeasuredType> = MeasuredRows[Type]['limits'];
export type Limits<Type extends MeasuredType = MeasuredType> = z.output<LimitsSchema<Type>>;
/** The types whose settings say how urgent they are. */
export type UrgentType = Extract<MeasuredRow, { readonly urgency: Urgency }>['type'];

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Name>;
/** What a type's operations begin with. */
export type CallsOf<Type extends MeasuredType> = CamelCase<Type>;
export type SettingCall<
  Verb extends 'get' | 'save' | 'forecast',
  Type extends MeasuredType = MeasuredType,
> = `${CallsOf<Type>}.${Verb}`;

type FeatureOf<Type extends Alert> = Rows[Type] extends {
  readonly feature?: infer Feature extends string;
}
  ? Feature
  : `WARNING_${Type}`;
export type WarningFeature = { [Type in Alert]: FeatureOf<Type> }[Alert];

interface WarningKind extends WarningFacts {
  readonly type: Alert;
  /** Whoever sees it has this in the property's package. */
  readonly feature: WarningFeature;
  /** Null: the limits say it. */
  readonly urgency: Urgency | null;
}
type Named<Type extends MeasuredType> = MeasuredKind<LimitsSchema<Type>> & {
  readonly type: Type;
  readonly feature: WarningFeature;
  readonly page: string;
  readonly apiName: string;
  readonly calls: CallsOf<Type>;
  /** The form that says what counts, which begins with what counts where nobody has set anything. */
  readonly form: `warnings.${string}`;
  readonly formSchema: `${CallsOf<Type>}Setting`;
};

function toKind(row: Row): WarningKind {
  return { ...row, feature: row.feature ?? (`WARNING_${row.type}` as WarningFeature) };
}

function toMeasured(row: MeasuredRow): Named<MeasuredType> {
  const words = row.type.toLowerCase().split('_');
  const whole = words.join('-');
  const [first = '', ...others] = words;
  const rest = others.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`);
  const calls = [first, ...rest].join('') as CallsOf<MeasuredType>;
  return {
    page: whole,
    apiName: calls,
    ...row,
    feature: toKind(row).feature,
    calls,
    form: `warnings.${whole}`,
    formSchema: `${calls}Setting`,
  };
}

/** What the portal knows of each alert, in the rows' order. */
export const warningKinds = Object.fromEntries(
  rows.map((row): [Alert, WarningKind] => [row.type, toKind(row)]),
) as Readonly<Record<Alert, WarningKind>>;

/** The same of those that settings are made for. */
export const measuredKinds = Object.fromEntries(
  rows
    .filter((row) => 'hasLimits' in row)
    .map((row): [MeasuredType, Named<MeasuredType>] => [row.type, toMeasured(row)]),
) as { readonly [Type in MeasuredType]: Named<Type> };

export const alerts = rows.map(({ type }) => type);
export const measuredTypes = Object.keys(measuredKinds) as readonly MeasuredType[];

export function isMeasured(alert: Alert): alert is MeasuredType {
  return Object.hasOwn(measuredKinds, alert);
}

/** What can be licensed of warnings, in the order of choices: a new type's feature comes last. */
export const warningFeatures: readonly WarningFeature[] = [
  ...new Set(
    [leakage, waterSpill, smoke, temperature, humidity, co2, highWaterConsumption, ...rows].map(
      (row) => toKind(row).feature,
    ),
  ),
];

/** The schema, which also refuses limits that contradict each other, beside whatever else is wrong. */
export function agreeing<Schema extends z.ZodObject>(type: MeasuredType, schema: Schema): Schema {
  const { contradiction } = measuredKinds[type];
  if (!contradiction) return schema;
  return schema.superRefine(
    (limits, context) => {
      const found = contradiction(limits);
      if (!found) return;
      context.addIssue({ code: 'custom', path: [found.field], message: found.message });
    },
    { when: ({ value }) => typeof value === 'object' && value !== null },
  );
}

/** Limits of a type, by themselves. */
export function limitsSchema<Type extends MeasuredType>(type: Type): LimitsSchema<Type> {
  return agreeing(type, measuredKinds[type].limits);
}

/** Limits of any type, as they are stored. */
export const anyLimitsSchema = z.union(measuredTypes.map((type) => limitsSchema(type)));

interface WatchedKind {
  readonly category: DeviceCategory;
  readonly isMain: boolean;
}

/** What is noticed on a device. A main meter counts what all flats use, which never stands still. */
export function typesOf({ category, isMain }: WatchedKind): MeasuredType[] {
  if (isMain) return [];
  return measuredTypes.filter((type) => measuredKinds[type].categories.includes(category));
}

/** Whether anything is noticed on a device. */
export function isWatched(device: WatchedKind): boolean {
  return warningKinds.SMOKE.categories.includes(device.category) || typesOf(device).length > 0;
}
