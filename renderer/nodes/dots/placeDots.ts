/** Where dots stand: along the line from 0 to 1, and in which lane off it, so that none covers another. */
export interface PlacedDot<Row> {
  readonly row: Row;
  readonly value: number;
  readonly x: number;
  /** 0 on the line, then 1 above it, −1 below, 2 and so on. */
  readonly lane: number;
}

export interface DotScale {
  readonly low: number;
  readonly high: number;
}

/** From the least to the greatest, with the middle and what is usual in sight, and nothing past `most`. */
export function scaleOf(
  values: readonly number[],
  {
    usual = 0,
    most = Number.POSITIVE_INFINITY,
  }: { usual?: number | undefined; most?: number | undefined },
): DotScale {
  const least = (usual || 1) * 1.2;
  const reach = (distances: readonly number[]) => Math.min(most, Math.max(least, ...distances));
  return { low: -reach(values.map((value) => -value)), high: reach(values) };
}

/** From 0 at the low end to 1 at the high one. */
export function shareOf(value: number, { low, high }: DotScale): number {
  return (Math.min(high, Math.max(low, value)) - low) / (high - low);
}

/** By their values, so that what is next is beside. `width` is that of a dot, as a part of the line. */
export function placeDots<Row>(
  rows: readonly { readonly row: Row; readonly value: number }[],
  scale: DotScale,
  width: number,
): readonly PlacedDot<Row>[] {
  const ends: number[] = [];
  return rows
    .toSorted((one, other) => one.value - other.value)
    .map(({ row, value }) => {
      const x = shareOf(value, scale);
      const free = ends.findIndex((end) => end <= x);
      const at = free < 0 ? ends.length : free;
      ends[at] = x + width;
      return { row, value, x, lane: at % 2 === 1 ? (at + 1) / 2 : -at / 2 || 0 };
    });
}
