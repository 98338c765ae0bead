import type { Limits, MeasuredType } from '../../schemas/entities/warningLimits.ts';
import { lookback, replanFrom } from './detect.ts';
import type { KnownWarning } from './reconcile.ts';

/**
 * From where on a type is looked at anew: the begin of what was open then, so that a correction
 * leaves no trace. What began before `oldest`, a leak of a year, goes on instead with what is stored of
 * it, unless what has changed (from `since` on) is a part of what is stored.
 */
export function plan<Type extends MeasuredType>(
  type: Type,
  limits: Limits<Type>,
  { since, known, oldest }: { since: number; known: readonly KnownWarning[]; oldest: number },
) {
  const { from, bucketsFrom } = replanFrom(type, limits, since, known);
  const whole = { from, bucketsFrom, detectFrom: from, active: null };
  if (from >= oldest) return whole;
  const point = since - lookback(type, limits);
  const covering = known.find((one) => one.first === from);
  if (!covering || covering.last > since) return whole;
  const active = { ...covering, figure: covering.figure ?? 0, limit: covering.limit ?? 0 };
  return { from, bucketsFrom: point - (from - bucketsFrom), detectFrom: point, active };
}
