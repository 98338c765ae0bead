import { z } from 'zod';
import type { DeviceCategory } from '../entities/device.ts';
import type { Urgency, WarningUnit } from '../entities/warning.ts';
import type { IconName } from '../manifest/parts.ts';

/** What a row of schemas/kinds/warnings is made of (docs/developers.md, «Add a warning type»). */

export interface WarningFacts {
  /** Left out: WARNING_<type>. */
  readonly feature?: `WARNING_${string}`;
  /** The devices on which it is noticed. */
  readonly categories: readonly DeviceCategory[];
  /** What its limits and figures are in. */
  readonly unit: WarningUnit;
  /** Whether it is raised where nobody has set anything. */
  readonly isOn: boolean;
  /**
   * Its limit tells of so many days before the warning, or, with 0, of how it was when it began: whoever
   * may not see those days isn't told it. Left out: of none.
   */
  readonly limitTellsDays?: number;
}

/** A type that has no limits and no settings. */
export interface AlarmKind extends WarningFacts {
  readonly type: Uppercase<string>;
  readonly urgency: Urgency;
}

/** What of some limits contradicts another of them. */
export interface Contradiction {
  readonly field: string;
  readonly message: string;
}

/** A type that is measured, with settings for each property. */
export interface MeasuredKind<Fields extends z.ZodObject = z.ZodObject> extends WarningFacts {
  readonly type: Uppercase<string>;
  /** Null: the limits say it. */
  readonly urgency: Urgency | null;
  /** Of its pages; left out: the type in small letters, with hyphens. */
  readonly page?: string;
  /** In addresses of the API and in names of schemas; left out: as its operations are called. */
  readonly apiName?: string;
  readonly icon: IconName;
  /** For the summaries of its operations: «What … in a property», «How many … there would have been». */
  readonly summary: { readonly what: string; readonly many: string };
  /** The buckets that it is judged by. */
  readonly timeframe: 'HOURLY' | 'DAILY';
  /** Rises that nobody has explained count for it as soon as the meter can have counted them. */
  readonly believesDoubted?: true;
  /** What can be set, in the order of the form. */
  readonly limits: Fields;
  /** What counts where nobody has set anything. */
  readonly defaults: z.output<Fields>;
  /** What isn't there contradicts nothing. */
  readonly contradiction?: (limits: Readonly<Record<string, unknown>>) => Contradiction | undefined;
  /** The limits as a list shows them, in no language. */
  describe(limits: z.output<Fields>): string;
}

/** A row, which keeps the literal types of what others are named after. */
export function measured<
  const Type extends Uppercase<string>,
  const Urgent extends Urgency | null,
  Fields extends z.ZodObject,
  const Feature extends `WARNING_${string}` = `WARNING_${Type}`,
>(
  row: MeasuredKind<Fields> & {
    readonly type: Type;
    readonly urgency: Urgent;
    readonly feature?: Feature;
  },
) {
  return { ...row, hasLimits: true } as const;
}

export const water = ['COLD_WATER_METER', 'HOT_WATER_METER', 'HOT_AND_COLD_WATER'] as const;

export const inARow = (unit: 'hours' | 'days', most: number) =>
  z.int().min(1).max(most).describe(`So many ${unit} in a row`);

/** A field that is left empty in a form isn't sent. */
export const orNone = (limit: z.ZodNumber) => limit.nullable().default(null);

/** The two limits where the first is less than the second; undefined where one isn't there. */
export function findLess(
  limits: Readonly<Record<string, unknown>>,
  field: string,
  other: string,
): { readonly least: number } | undefined {
  const [value, least] = [limits[field], limits[other]];
  if (typeof value !== 'number' || typeof least !== 'number' || value >= least) return undefined;
  return { least };
}
