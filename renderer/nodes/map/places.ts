import Supercluster from 'supercluster';
import type { Urgency } from '../../../schemas/entities/warning.ts';
import { readField } from '../../core/bindings.ts';

export interface Place {
  readonly key: string;
  readonly title: string;
  readonly description: string;
  /** Words that the search looks in, too. */
  readonly foundBy: string;
  readonly town: string;
  /** Undefined: nobody knows where it is, so it is in the list alone. */
  readonly position: Position | undefined;
  readonly severity: Urgency | null;
  readonly row: unknown;
}

/** In degrees north and east. */
interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

/** A place that a map can show. */
export type LocatedPlace = Place & { readonly position: Position };

export const isLocated = (place: Place): place is LocatedPlace => place.position !== undefined;

interface Fields {
  readonly rowKey: string;
  readonly title: string;
  readonly description: readonly string[];
  readonly foundBy?: readonly string[] | undefined;
  readonly latitude: string;
  readonly longitude: string;
  readonly severity?: string | undefined;
}

/** Rows as places. `town` names clusters: the last but one of the description's fields. */
export function toPlaces(rows: readonly unknown[], fields: Fields): Place[] {
  return rows.map((row) => {
    const latitude = readField(row, fields.latitude);
    const longitude = readField(row, fields.longitude);
    const isKnown = typeof latitude === 'number' && typeof longitude === 'number';
    const textsOf = (named: readonly string[] = []) =>
      named.map((field) => String(readField(row, field) ?? ''));
    const texts = textsOf(fields.description);
    return {
      key: String(readField(row, fields.rowKey)),
      title: String(readField(row, fields.title) ?? ''),
      description: texts.filter(Boolean).join(', '),
      foundBy: textsOf(fields.foundBy).join(' '),
      town: texts[1] ?? texts[0] ?? '',
      position: isKnown ? { latitude, longitude } : undefined,
      severity: fields.severity
        ? ((readField(row, fields.severity) ?? null) as Urgency | null)
        : null,
      row,
    };
  });
}

/** Every word of the search occurs somewhere, without regard to case and accents. */
export function searchPlaces(places: readonly Place[], search: string): readonly Place[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return places;
  return places.filter((place) => {
    const text = fold(`${place.title} ${place.description} ${place.foundBy}`);
    return words.every((word) => text.includes(word));
  });
}

function fold(text: string): string {
  // ł has no decomposition, so it needs its own rule.
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ł', 'l');
}

export interface Bounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** What no part of the map can show is in all of them. */
export function isInside({ position }: Place, { west, south, east, north }: Bounds): boolean {
  if (!position) return true;
  const { latitude, longitude } = position;
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
}

/** One thing to draw: a place, or several too near each other to tell apart. */
export type Spot =
  | { readonly kind: 'place'; readonly key: string; readonly place: LocatedPlace }
  | {
      readonly kind: 'cluster';
      readonly key: string;
      readonly id: number;
      readonly count: number;
      readonly latitude: number;
      readonly longitude: number;
      /** The commonest town in it. */
      readonly town: string;
      readonly severity: Urgency | null;
    };

interface ClusterSummary {
  worst: number;
  towns: Record<string, number>;
}

export type PlaceIndex = Supercluster<{ place: LocatedPlace }, ClusterSummary>;

export const deepestZoom = 17;

/** An index of places by position, which answers what to draw in a view at the cost of the view. */
export function indexPlaces(places: readonly LocatedPlace[]): PlaceIndex {
  const index: PlaceIndex = new Supercluster<{ place: LocatedPlace }, ClusterSummary>({
    radius: 60,
    maxZoom: deepestZoom,
    map: ({ place }) => ({ worst: place.severity ?? -1, towns: { [place.town]: 1 } }),
    reduce: (summary, other) => {
      summary.worst = Math.max(summary.worst, other.worst);
      // The first summary is shared with its origin, so its towns are copied before they change.
      summary.towns = { ...summary.towns };
      for (const [town, count] of Object.entries(other.towns)) {
        summary.towns[town] = (summary.towns[town] ?? 0) + count;
      }
    },
  });
  return index.load(
    places.map((place) => ({
      type: 'Feature' as const,
      geometry: {
        type: 'Point' as const,
        coordinates: [place.position.longitude, place.position.latitude],
      },
      properties: { place },
    })),
  );
}

export function spotsIn(index: PlaceIndex, bounds: Bounds, zoom: number): Spot[] {
  const { west, south, east, north } = bounds;
  return index.getClusters([west, south, east, north], Math.round(zoom)).map((feature): Spot => {
    const { properties } = feature;
    if ('place' in properties) {
      return { kind: 'place', key: `place-${properties.place.key}`, place: properties.place };
    }
    const [longitude = 0, latitude = 0] = feature.geometry.coordinates;
    const { cluster_id: id, point_count: count, worst, towns } = properties;
    const [[town] = ['']] = Object.entries(towns).sort(([, a], [, b]) => b - a);
    return {
      kind: 'cluster',
      key: `cluster-${id}-${count}`,
      id,
      count,
      latitude,
      longitude,
      town,
      severity: worst < 0 ? null : (worst as Urgency),
    };
  });
}

/** What frames all places; undefined when there are none. */
export function frame(
  places: readonly LocatedPlace[],
): [[number, number], [number, number]] | undefined {
  if (places.length === 0) return undefined;
  const latitudes = places.map(({ position }) => position.latitude);
  const longitudes = places.map(({ position }) => position.longitude);
  return [
    [latitudes.reduce((a, b) => Math.min(a, b)), longitudes.reduce((a, b) => Math.min(a, b))],
    [latitudes.reduce((a, b) => Math.max(a, b)), longitudes.reduce((a, b) => Math.max(a, b))],
  ];
}
