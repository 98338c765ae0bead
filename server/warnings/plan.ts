import type { Limits, MeasuredType } from '../../schemas/kinds/warnings.ts';
import { type Episode, lookback, replanFrom } from './detect.ts';
import type { KnownWarning } from './reconcile.ts';

/** Where a type is looked at anew; UTC ms. */
export interface Plan {
  /** What began before stays. */
  readonly from: number;
  readonly bucketsFrom: number;
  readonly detectFrom: number;
  /** What goes on at `detectFrom` with what is stored of it. */
  readonly active: Episode | null;
}

/**
 * From where on a type is looked at anew: the begin of what was open then, so that a correction
 * leaves no trace. What began before `oldest`, a leak of a year, goes on instead with what is stored of
 * it, unless what has changed (from `since` on) is a part of what is stored.
 */
export function plan<Type extends MeasuredType>(
  type: Type,
  limits: Limits<Type>,
  { since, known, oldest }: { since: number; known: readonly KnownWarning[]; oldest: number },
): Plan {
  const whole = planAnew(type, limits, { since, known });
  const { from, bucketsFrom } = whole;
  if (from >= oldest) return whole;
  const point = since - lookback(type, limits);
  const covering = known.find((one) => one.first === from);
  if (!covering || covering.last > since) return whole;
  const active = { ...covering, figure: covering.figure ?? 0, limit: covering.limit ?? 0 };
  return { from, bucketsFrom: point - (from - bucketsFrom), detectFrom: point, active };
}

/** The same where nothing goes on with what is stored: all of it is looked at. */
export function planAnew<Type extends MeasuredType>(
  type: Type,
  limits: Limits<Type>,
  { since, known }: { since: number; known: readonly KnownWarning[] },
): Plan {
  const { from, bucketsFrom } = replanFrom(type, limits, since, known);
  return { from, bucketsFrom, detectFrom: from, active: null };
}
