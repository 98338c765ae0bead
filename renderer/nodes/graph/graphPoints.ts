import type {
  Coverage,
  Graph,
  GraphSeries,
  IntervalStatus,
} from '../../../schemas/entities/consumption.ts';

export interface GraphValue {
  readonly start: string;
  readonly value: number | null;
  readonly status: IntervalStatus;
  /** Null where no device was, or nobody has said. */
  readonly coverage: Coverage | null;
  /** Lowest and highest reading of a gauge. */
  readonly range: readonly [number, number] | null;
}

/** One bucket of the graph: the current period's value and the compared one's at that position. */
export interface GraphPoint {
  readonly index: number;
  readonly current: GraphValue | undefined;
  readonly compare: GraphValue | undefined;
  /** Whether they may be set side by side, as far as the server has said (`Graph.comparable`). */
  readonly isComparable: boolean;
  /** How many properties it is of, and of how many, when those known on both sides count alone. */
  readonly properties?: { readonly compared: number; readonly known: number } | undefined;
  /** What the overlays have at that position, in their order. */
  readonly overlays: readonly (number | null)[];
}

/** A line over the graph, such as an average. */
export interface Overlay {
  readonly id: string;
  /** Among all of the graph, shown or not: what it looks like goes by it. */
  readonly place: number;
  readonly label: string;
  /** Aligned with the current series by position; empty until they are here. */
  readonly values: readonly (number | null)[];
  readonly total: number | null;
  /** Of its total, as far as it is told. */
  readonly coverage: Coverage | null;
  /** Why it isn't there, or has gaps; empty when there is nothing to say. */
  readonly note: string;
  /** What its values are counted in; the graph's unit until they are here. */
  readonly unit: string;
  readonly isShown: boolean;
  readonly toggle: () => void;
  /** The reader's own colour, if there is one. */
  readonly style?: Readonly<Record<string, string>> | undefined;
}

/** Series side by side, aligned by position; a leap day makes one of them longer. */
export function toPoints(graph: Graph, overlays: readonly Overlay[] = []): GraphPoint[] {
  const current = graph.series.find(({ role }) => role === 'CURRENT');
  const compare = graph.series.find(({ role }) => role === 'COMPARE');
  const length = Math.max(current?.starts.length ?? 0, compare?.starts.length ?? 0);
  return Array.from({ length }, (_, index) => ({
    index,
    current: valueAt(current, index),
    compare: valueAt(compare, index),
    isComparable: !graph.comparable || graph.comparable[index] === true,
    properties: graph.properties && {
      compared: graph.properties.compared[index] ?? 0,
      known: graph.properties.known[index] ?? 0,
    },
    overlays: overlays.map(({ values }) => values[index] ?? null),
  }));
}

function valueAt(series: GraphSeries | undefined, index: number): GraphValue | undefined {
  const start = series?.starts[index] ?? undefined;
  if (!series || start === undefined) return undefined;
  const low = series.minimum?.[index] ?? null;
  const high = series.maximum?.[index] ?? null;
  return {
    start,
    value: series.values[index] ?? null,
    status: series.statuses[index] ?? 'MISSING',
    coverage: series.coverage?.[index] ?? null,
    range: low === null || high === null ? null : [low, high],
  };
}

/** Whether there is anything to draw (specification §8: «not enough values»). */
export function hasValues(points: readonly GraphPoint[]): boolean {
  return points.some(({ current, compare }) => (current?.value ?? compare?.value ?? null) !== null);
}

/** Whether a share of any value is of that kind, which the legend then explains. */
export function hasShare(
  points: readonly GraphPoint[],
  kind: Exclude<keyof Coverage, 'measured'>,
): boolean {
  return points.some(({ current, compare }) =>
    [current, compare].some((one) => one?.value != null && sharesOf(one)[kind] > 0),
  );
}

/** What a value is known by. Where only its status is known, it holds for the whole. */
export function sharesOf({ coverage, status }: GraphValue): Coverage {
  if (coverage) return coverage;
  const isEstimate = status === 'INTERPOLATED' || status === 'ESTIMATED';
  return { measured: Number(!isEstimate), interpolated: Number(isEstimate), unknown: 0 };
}

/** (current − compare) / compare in per cent; null when either is unknown or they can't be compared, or the base is 0. */
export function changePercent({ current, compare, isComparable }: GraphPoint): number | null {
  return isComparable ? changeOf(current?.value ?? null, compare?.value ?? null) : null;
}

/** What the first of two series has more at the same time, and in per cent of it. */
export function differenceOf({ current, compare }: GraphPoint): {
  readonly value: number | null;
  readonly percent: number | null;
} {
  const [one, other] = [current?.value ?? null, compare?.value ?? null];
  const value = one === null || other === null ? null : one - other;
  return { value, percent: value === null || !one ? null : (value / one) * 100 };
}

export function changeOf(now: number | null, then: number | null): number | null {
  return now === null || then === null || then === 0 ? null : ((now - then) / then) * 100;
}
