import { type Urgency, urgencies } from '../../schemas/entities/warning.ts';
import { usualDays } from '../../schemas/kinds/warnings/highWaterConsumption.ts';
import type { Limits, MeasuredType } from '../../schemas/kinds/warnings.ts';
import { hourMs } from '../../schemas/time.ts';
import { micro } from '../metering/units.ts';

/**
 * What each type of warning takes for too much, as data for the state machine in detect.ts. Where the
 * limits come from stands in docs/warnings.md, «How warnings are noticed».
 */

/** A bucket of a device as rules look at it. */
export interface WatchedBucket {
  /** UTC ms. */
  readonly start: number;
  readonly end: number;
  /** Micro-units of the device's unit (m³ for water), a gauge's sum of readings; null: missing. */
  readonly volume: number | null;
  readonly received: number;
  readonly minimum: number | null;
  readonly maximum: number | null;
  /** None of it is estimated, interpolated over a gap or missing, and it is over. */
  readonly isKnown: boolean;
}

/** How a bucket stands to one limit. What is neither beyond nor clear lies in the hysteresis. */
export interface Verdict {
  /** l/h, l/day, °C, %RH, ppm. */
  readonly figure: number;
  readonly limit: number;
  readonly isBeyond: boolean;
  readonly isClear: boolean;
}

export interface Rule {
  /** So many known buckets in a row beyond the limit raise a warning … */
  readonly duration: number;
  /** … and so many in a row that are clear end it. */
  readonly recovery: number;
  /** Of each limit that the bucket may pass, always in the same order; null: it has no figure. */
  judge(buckets: readonly WatchedBucket[], index: number): readonly Verdict[] | null;
  /** Whether the figure is the one that was held over the whole duration, or that of the worst bucket. */
  readonly isHeld: boolean;
  /** The greater, the worse. */
  excess(worst: Pick<Verdict, 'figure' | 'limit'>): number;
  /** How urgent a figure is, and which limit it passed to be so. */
  rate(figure: number, limit: number): { urgency: Urgency; limit: number };
}

/** Documented defaults that are no settings. */
export const ruleDefaults = {
  /** In hours below the limit; high consumption: in days. */
  recovery: { HOURLY: 2, DAILY: 1 },
  /** What a gauge has to come back by: °C, %RH, ppm. */
  hysteresis: { TEMPERATURE: 0.5, HUMIDITY: 3, CO2: 100 },
  /** As a share of the duration: so many buckets that nobody knows may lie between those that count. */
  unknownShare: 0.25,
  /** A day is as usual as the median of these days before it … */
  usualDays,
  /** … of which so many have to be known; till then no day is judged by them. */
  fewestUsualDays: 14,
} as const;

/** A register of water counts m³. */
const microPerLitre = micro / 1000;

type Rules = { readonly [Type in MeasuredType]: (limits: Limits<Type>) => Rule };

export const rules: Rules = {
  WATER_SPILL: ({ litresPerHour, hours }) => ({
    duration: hours,
    recovery: ruleDefaults.recovery.HOURLY,
    judge: of(flowOf, (flow) => [tooMuch(flow, litresPerHour)]),
    isHeld: false,
    excess: byFigure,
    rate: always(urgencies.CRITICAL),
  }),
  // The least hour of a window is beyond the limit where all of its hours are.
  LEAKAGE: ({ litresPerHour, criticalLitresPerHour, hours }) => ({
    duration: hours,
    recovery: ruleDefaults.recovery.HOURLY,
    judge: of(flowOf, (flow) => [tooMuch(flow, litresPerHour)]),
    isHeld: true,
    excess: byFigure,
    rate: criticalAbove(criticalLitresPerHour),
  }),
  TEMPERATURE: ({ lowest, highest, hours }) => ({
    duration: hours,
    recovery: ruleDefaults.recovery.HOURLY,
    judge: of(rangeOf, ({ minimum, maximum }) => [
      ...(lowest === null ? [] : [tooCold(minimum, lowest)]),
      ...(highest === null ? [] : [tooHot(maximum, highest)]),
    ]),
    isHeld: false,
    // It may be too cold or too hot.
    excess: ({ figure, limit }) => Math.abs(figure - limit),
    rate: always(urgencies.WARNING),
  }),
  HIGH_WATER_CONSUMPTION: ({ litresPerDay, timesUsual, days }) => ({
    duration: days,
    recovery: ruleDefaults.recovery.DAILY,
    judge(buckets, index) {
      const litres = litresOf(buckets[index] as WatchedBucket);
      if (litres === null) return null;
      const usual = timesUsual === null ? 0 : usualDay(buckets, index);
      if (usual === null && litres > litresPerDay) return null;
      const limit = Math.max(litresPerDay, (timesUsual ?? 0) * (usual ?? 0));
      const isBeyond = litres > limit;
      return [{ figure: litres, limit, isBeyond, isClear: !isBeyond }];
    },
    isHeld: false,
    excess: byFigure,
    rate: always(urgencies.WARNING),
  }),
  HUMIDITY: ({ percent, hours }) => ({
    duration: hours,
    recovery: ruleDefaults.recovery.HOURLY,
    judge: of(meanOf, (mean) => [tooMuch(mean, percent, ruleDefaults.hysteresis.HUMIDITY)]),
    isHeld: false,
    excess: byFigure,
    rate: always(urgencies.WARNING),
  }),
  CO2: ({ ppm, criticalPpm, hours }) => ({
    duration: hours,
    recovery: ruleDefaults.recovery.HOURLY,
    judge: of(meanOf, (mean) => [tooMuch(mean, ppm, ruleDefaults.hysteresis.CO2)]),
    isHeld: true,
    excess: byFigure,
    rate: criticalAbove(criticalPpm),
  }),
};

/** A rule that looks at the bucket alone. */
function of<Figure>(
  read: (bucket: WatchedBucket) => Figure | null,
  judge: (figure: Figure) => readonly Verdict[],
): Rule['judge'] {
  return (buckets, index) => {
    const figure = read(buckets[index] as WatchedBucket);
    return figure === null ? null : judge(figure);
  };
}

function tooMuch(figure: number, limit: number, hysteresis = 0): Verdict {
  const isBeyond = figure >= limit;
  return { figure, limit, isBeyond, isClear: !isBeyond && figure <= limit - hysteresis };
}

function tooCold(figure: number, limit: number): Verdict {
  const isClear = figure >= limit + ruleDefaults.hysteresis.TEMPERATURE;
  return { figure, limit, isBeyond: figure < limit, isClear };
}

function tooHot(figure: number, limit: number): Verdict {
  const isClear = figure <= limit - ruleDefaults.hysteresis.TEMPERATURE;
  return { figure, limit, isBeyond: figure > limit, isClear };
}

function byFigure({ figure }: Pick<Verdict, 'figure'>): number {
  return figure;
}

function always(urgency: Urgency): Rule['rate'] {
  return (_, limit) => ({ urgency, limit });
}

function criticalAbove(critical: number): Rule['rate'] {
  return (figure, limit) =>
    figure > critical
      ? { urgency: urgencies.CRITICAL, limit: critical }
      : { urgency: urgencies.NON_CRITICAL, limit };
}

function litresOf({ volume }: WatchedBucket): number | null {
  return volume === null ? null : volume / microPerLitre;
}

/** Litres an hour: a bucket may be half an hour, where the clock jumps by as much. */
function flowOf(bucket: WatchedBucket): number | null {
  const litres = litresOf(bucket);
  return litres === null ? null : (litres * hourMs) / (bucket.end - bucket.start);
}

function meanOf({ volume, received }: WatchedBucket): number | null {
  return volume === null || received === 0 ? null : volume / received / micro;
}

function rangeOf({ minimum, maximum }: WatchedBucket) {
  if (minimum === null || maximum === null) return null;
  return { minimum: minimum / micro, maximum: maximum / micro };
}

/** The median of the known days before this one; null where too few are known. */
function usualDay(buckets: readonly WatchedBucket[], index: number): number | null {
  const { usualDays, fewestUsualDays } = ruleDefaults;
  const litres = buckets
    .slice(Math.max(0, index - usualDays), index)
    .flatMap((bucket) => (bucket.isKnown ? (litresOf(bucket) ?? []) : []))
    .sort((one, other) => one - other);
  if (litres.length < fewestUsualDays) return null;
  const middle = litres.length >> 1;
  const upper = litres[middle] as number;
  return litres.length % 2 === 1 ? upper : ((litres[middle - 1] as number) + upper) / 2;
}
