import type { Position } from 'geojson';

/** West, south, east, north, in degrees. */
export type Box = readonly [west: number, south: number, east: number, north: number];

interface Edge {
  isInside(point: Position): boolean;
  crossing(from: Position, to: Position): Position;
}

function edgesOf([west, south, east, north]: Box): Edge[] {
  const along = (axis: 0 | 1, limit: number, sign: 1 | -1): Edge => ({
    isInside: (point) => sign * ((point[axis] ?? 0) - limit) >= 0,
    crossing: (from, to) => {
      const start = from[axis] ?? 0;
      const share = (limit - start) / ((to[axis] ?? 0) - start);
      const other = axis === 0 ? 1 : 0;
      const across = (from[other] ?? 0) + share * ((to[other] ?? 0) - (from[other] ?? 0));
      return axis === 0 ? [limit, across] : [across, limit];
    },
  });
  return [along(0, west, 1), along(0, east, -1), along(1, south, 1), along(1, north, -1)];
}

function clipAtEdge(ring: Position[], edge: Edge): Position[] {
  const kept: Position[] = [];
  ring.forEach((point, index) => {
    const previous = ring.at(index - 1) ?? point;
    if (edge.isInside(point) !== edge.isInside(previous)) kept.push(edge.crossing(previous, point));
    if (edge.isInside(point)) kept.push(point);
  });
  return kept;
}

/**
 * Cuts a closed ring at the sides of a box (Sutherland–Hodgman); the result is closed again, and
 * empty when nothing of it lies inside.
 */
export function clipRing(ring: Position[], box: Box): Position[] {
  const open = edgesOf(box).reduce(clipAtEdge, ring.slice(0, -1));
  const [first] = open;
  return first === undefined ? [] : [...open, first];
}

/** Rounds each coordinate and drops points that fall together; empty when no area is left. */
export function roundRing(ring: Position[], decimals: number): Position[] {
  const rounded = ring.map((point) => point.map((degree) => Number(degree.toFixed(decimals))));
  const distinct = rounded.filter((point, index) => {
    const previous = rounded[index - 1];
    return previous === undefined || point[0] !== previous[0] || point[1] !== previous[1];
  });
  return distinct.length >= 4 ? distinct : [];
}
