import type { Urgency } from '../../schemas/entities/warning.ts';
import { type Limits, type MeasuredType, measuredKinds } from '../../schemas/kinds/warnings.ts';
import { hourMs } from '../../schemas/time.ts';
import { type Rule, ruleDefaults, rules, type Verdict, type WatchedBucket } from './rules.ts';

export type { WatchedBucket } from './rules.ts';

/**
 * The state machine of all warnings (docs/warnings.md, «How warnings are noticed»):
 * NORMAL → PENDING → ACTIVE → RECOVERING → cleared. It is a function of the buckets alone, so that
 * the order in which readings came leaves no trace. A bucket that isn't known neither raises nor
 * clears: what is counted in a row begins anew behind it.
 */

export interface Episode {
  /**
   * UTC ms: begin of the first bucket in which the condition held (of leakage: of the first hour of
   * the window), end of the last one.
   */
  readonly first: number;
  readonly last: number;
  /** When it was over (condition gone for the recovery time); null: it is not over, or nobody knows. */
  readonly clearedAt: number | null;
  readonly urgency: Urgency;
  /** The worst figure: l/h, l/day, °C, %RH, ppm; and the limit it passed. */
  readonly figure: number;
  readonly limit: number;
}

/** What is known at the begin of the buckets. */
export interface Begin {
  /** An episode that was open there. */
  readonly active: Episode | null;
  /** Buckets that begin before are not looked at (somebody resolved a warning then). */
  readonly notBefore: number | null;
  /** The begin is here; buckets before only tell what is usual. Without it: the first bucket's. */
  readonly from?: number;
}

/** Of a day, at the most. */
const lengths = { HOURLY: hourMs, DAILY: 25 * hourMs } as const;

/** The timeframe of the buckets that the type is judged by. */
export function timeframeOf(type: MeasuredType): 'HOURLY' | 'DAILY' {
  return measuredKinds[type].timeframe;
}

/**
 * Milliseconds before the begin of the first changed bucket at which `detect` has to begin, with the
 * episode that covers that point, so that its answer from there on is that of the whole history.
 */
export function lookback<Type extends MeasuredType>(type: Type, limits: Limits<Type>): number {
  const rule = rules[type](limits);
  const most = Math.max(rule.duration + maxUnknown(rule), rule.recovery);
  return (most + 1) * lengths[timeframeOf(type)];
}

/** Milliseconds of buckets before the begin that tell what is usual. */
export function contextOf(type: MeasuredType): number {
  const { limitTellsDays: days = 0 } = measuredKinds[type];
  return days > 0 ? (days + 1) * lengths.DAILY : 0;
}

/**
 * Where to begin when buckets changed from `changed` on: detected `from` there with no episode open,
 * what is found takes the place of all stored episodes that begin there or later. Unlike a begin
 * within an episode this leaves no trace of what the changed buckets said before.
 */
export function replanFrom<Type extends MeasuredType>(
  type: Type,
  limits: Limits<Type>,
  changed: number,
  stored: readonly Pick<Episode, 'first' | 'clearedAt'>[],
): { readonly from: number; readonly bucketsFrom: number } {
  const point = changed - lookback(type, limits);
  const covering = stored.find(
    ({ first, clearedAt }) => first <= point && (clearedAt === null || clearedAt > point),
  );
  const from = covering?.first ?? point;
  return { from, bucketsFrom: from - contextOf(type) };
}

/** What went wrong, in order of time; only the last one may be open. Buckets are in order. */
export function detect<Type extends MeasuredType>(
  type: Type,
  limits: Limits<Type>,
  buckets: readonly WatchedBucket[],
  begin: Begin,
): Episode[] {
  const rule = rules[type](limits);
  const notBefore = begin.notBefore ?? -Infinity;
  const from = Math.max(begin.from ?? -Infinity, notBefore);
  const begun = buckets.findIndex(({ start }) => start >= from);
  // What was open when somebody resolved it is over.
  const active = begin.active && begin.active.first >= notBefore ? begin.active : null;
  const next = buckets[begun];
  if (!next) return active ? [active] : [];
  const isOver = active !== null && (active.clearedAt ?? Infinity) <= next.start;
  const episodes = isOver ? [active] : [];
  let state = active && !isOver ? resume(rule, active, buckets.slice(begun)) : normal;
  const judged = buckets.slice(begun).map(({ start, end, isKnown }, index): Judged => {
    return { start, end, isKnown, verdicts: rule.judge(buckets, begun + index) ?? [] };
  });
  for (const index of judged.keys()) {
    state = advance(rule, judged, index, state);
    if (state.open?.clearedAt == null) continue;
    episodes.push(state.open);
    state = normal;
  }
  return state.open ? [...episodes, state.open] : episodes;
}

interface Judged extends Pick<WatchedBucket, 'start' | 'end' | 'isKnown'> {
  /** None where it has no figure. */
  readonly verdicts: readonly Verdict[];
}

interface State {
  /** ACTIVE or RECOVERING, cleared when it is just over; null: NORMAL or PENDING. */
  readonly open: Episode | null;
  /** So many buckets in a row were clear. */
  readonly clear: number;
}

const normal: State = { open: null, clear: 0 };

/** An episode that was open before the buckets: when it was over tells how far it had recovered. */
function resume(rule: Rule, active: Episode, buckets: readonly WatchedBucket[]): State {
  const clearedAt = active.clearedAt ?? Infinity;
  const within = buckets.findIndex(({ end }) => end > clearedAt);
  const clear = within < 0 ? 0 : Math.max(0, rule.recovery - within);
  return { open: { ...active, clearedAt: null }, clear };
}

function advance(rule: Rule, judged: readonly Judged[], index: number, state: State): State {
  const { open } = state;
  const { start, end, isKnown, verdicts } = judged[index] as Judged;
  if (!isKnown || verdicts.length === 0) return { open, clear: 0 };
  if (verdicts.some(({ isBeyond }) => isBeyond)) {
    const begun = open && !rule.isHeld ? index : firstOfWindow(rule, judged, index);
    if (!open && begun === Infinity) return normal;
    const worst = worstOf(rule, judged.slice(begun, index + 1));
    if (open) return { open: worsen(rule, { ...open, last: end }, worst), clear: 0 };
    const first = judged[begun]?.start;
    if (first === undefined || !worst) return normal;
    return { open: { first, last: end, clearedAt: null, ...worst }, clear: 0 };
  }
  if (!open) return normal;
  const isHole = index > 0 && judged[index - 1]?.end !== start;
  const isClear = verdicts.every((one) => one.isClear);
  const clear = isClear ? (isHole ? 0 : state.clear) + 1 : 0;
  return { open: { ...open, clearedAt: clear >= rule.recovery ? end : null }, clear };
}

function maxUnknown({ duration }: Rule): number {
  return Math.floor(duration * ruleDefaults.unknownShare);
}

/** Of the limits that the bucket may pass, the earliest begin of a window that ends with it. */
function firstOfWindow(rule: Rule, judged: readonly Judged[], index: number): number {
  const { verdicts } = judged[index] as Judged;
  return Math.min(...verdicts.map((_, side) => windowBegin(rule, judged, index, side)));
}

/**
 * Where the window begins whose known buckets are as many as it takes and all beyond the limit;
 * infinite: there is none. Buckets that nobody knows count for nothing, but what is estimated of them
 * mustn't lie within the limit, and there may only be a few.
 */
function windowBegin(rule: Rule, judged: readonly Judged[], index: number, side: number): number {
  let [missing, unknown] = [rule.duration, maxUnknown(rule)];
  for (let at = index; at >= 0; at--) {
    const { end, isKnown, verdicts } = judged[at] as Judged;
    const isHole = at < index && judged[at + 1]?.start !== end;
    const verdict = verdicts[side];
    if (isHole || verdict?.isBeyond === false) return Infinity;
    if (isKnown && verdict) missing--;
    else unknown--;
    if (missing === 0) return at;
    if (unknown < 0) return Infinity;
  }
  return Infinity;
}

type Worst = Pick<Episode, 'urgency' | 'figure' | 'limit'>;

/** Of what is held over a window it is the least, else the worst of what is beyond. */
function worstOf(rule: Rule, window: readonly Judged[]): Worst | undefined {
  const beyond = window
    .filter(({ isKnown }) => isKnown)
    .flatMap(({ verdicts }) => verdicts.filter(({ isBeyond }) => isBeyond))
    .sort((one, other) => rule.excess(other) - rule.excess(one));
  const worst = rule.isHeld ? beyond.at(-1) : beyond[0];
  if (!worst) return undefined;
  return { figure: worst.figure, ...rule.rate(worst.figure, worst.limit) };
}

function worsen(rule: Rule, open: Episode, worst: Worst | undefined): Episode {
  if (!worst || rule.excess(worst) <= rule.excess(open)) return open;
  return { ...open, ...worst, urgency: Math.max(worst.urgency, open.urgency) as Urgency };
}
