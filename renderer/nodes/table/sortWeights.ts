import { readField } from '../../core/bindings.ts';

type Rows = readonly unknown[];
/** A number for each row, in the order that a column gives them; NaN where there is no value. */
export type Weights = Float64Array;

// By the list of rows, which is a new one with each answer, then by field and language.
const known = new WeakMap<Rows, Map<string, Weights>>();
const collators = new Map<string, Intl.Collator>();

function collatorOf(locale: string): Intl.Collator {
  const made = collators.get(locale) ?? makeCollator(locale);
  collators.set(locale, made);
  return made;
}

function makeCollator(locale: string): Intl.Collator {
  return new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
}

/** What rows are sorted by: numbers by size, texts and days as the reader's language sorts them. */
export function readWeights(rows: Rows, field: string, locale: string): Weights {
  const work = weigh(rows, field, locale);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/**
 * Does the work of `readWeights` ahead, a little whenever the browser has nothing else to do:
 * 100,000 different texts take a third of a second to sort. Returns how to stop.
 */
export function weighAhead(rows: Rows, fields: readonly string[], locale: string): () => void {
  // Safari has none: then the click does the work.
  if (typeof requestIdleCallback === 'undefined') return () => undefined;
  const works = fields.map((field) => weigh(rows, field, locale));
  let handle = requestIdleCallback(goOn);
  function goOn(deadline: IdleDeadline) {
    while (deadline.timeRemaining() > 2) {
      const [work] = works;
      if (!work) return;
      if (work.next().done) works.shift();
    }
    handle = requestIdleCallback(goOn);
  }
  return () => cancelIdleCallback(handle);
}

/** Pauses every millisecond or so. */
function* weigh(rows: Rows, field: string, locale: string): Generator<undefined, Weights> {
  const byField = known.get(rows) ?? new Map<string, Weights>();
  known.set(rows, byField);
  const key = `${locale} ${field}`;
  const before = byField.get(key);
  if (before) return before;
  const values = rows.map((row) => readField(row, field));
  yield;
  const texts = new Set<string>();
  for (const value of values) {
    if (typeof value !== 'number' && !isMissing(value)) texts.add(String(value));
  }
  yield;
  const ranks = new Map<string, number>();
  if (texts.size > 0) {
    for (const text of yield* sortTexts([...texts], collatorOf(locale).compare)) {
      ranks.set(text, ranks.size);
    }
  }
  const weights = new Float64Array(rows.length);
  for (const [at, value] of values.entries()) weights[at] = weightOf(value, ranks);
  byField.set(key, weights);
  return weights;
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function weightOf(value: unknown, ranks: ReadonlyMap<string, number>): number {
  if (typeof value === 'number') return value;
  return isMissing(value) ? Number.NaN : (ranks.get(String(value)) ?? Number.NaN);
}

type Compare = (one: string, other: string) => number;

const runLength = 512;

/** Merge sort from the bottom up, with pauses. */
function* sortTexts(texts: string[], compare: Compare): Generator<undefined, string[]> {
  let runs: string[][] = [];
  for (let at = 0; at < texts.length; at += runLength) {
    runs.push(texts.slice(at, at + runLength).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: string[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(yield* merge(runs[at] ?? [], runs[at + 1] ?? [], compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merge(
  left: readonly string[],
  right: readonly string[],
  compare: Compare,
): Generator<undefined, string[]> {
  const merged: string[] = [];
  let [l, r] = [0, 0];
  while (l < left.length && r < right.length) {
    const [one, other] = [left[l] as string, right[r] as string];
    if (compare(one, other) <= 0) {
      merged.push(one);
      l += 1;
    } else {
      merged.push(other);
      r += 1;
    }
    if (merged.length % 2048 === 0) yield;
  }
  while (l < left.length) merged.push(left[l++] as string);
  while (r < right.length) merged.push(right[r++] as string);
  return merged;
}
