import type { Graph } from '../../../schemas/entities/consumption.ts';
import { changeOf, type GraphPoint } from './graphPoints.ts';

export interface Comparable {
  /** How many places are comparable, and how many show. */
  readonly count: number;
  readonly total: number;
  /** What they come to on either side: a register's sum, a gauge's mean. */
  readonly current: number;
  readonly compare: number;
  /** In per cent; null when it can't be said. */
  readonly change: number | null;
}

/**
 * What of two periods can be set side by side; undefined when that is all of them, so that their
 * totals say the same.
 */
export function findComparable(
  graph: Graph,
  points: readonly GraphPoint[],
): Comparable | undefined {
  const known = points.filter(
    ({ current, compare }) => (current?.value ?? compare?.value ?? null) !== null,
  );
  const pairs = known.flatMap(({ isComparable, current, compare }) => {
    const isBoth = current && compare && current.value !== null && compare.value !== null;
    return isBoth && isComparable ? [[current.value, compare.value]] : [];
  }) as [number, number][];
  if (graph.series.length < 2 || pairs.length === known.length) return undefined;
  const by = graph.kind === 'gauge' ? Math.max(1, pairs.length) : 1;
  const sum = (side: 0 | 1) => pairs.reduce((total, pair) => total + pair[side], 0) / by;
  const [current, compare] = [sum(0), sum(1)];
  return {
    count: pairs.length,
    total: points.length,
    current,
    compare,
    change: changeOf(current, compare),
  };
}
