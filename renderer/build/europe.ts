import type { Feature, FeatureCollection, MultiPolygon, Polygon, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { type Box, clipRing, roundRing } from './clip.ts';

/** The countries of world-atlas: outlines with the English name of the country. */
export type Countries = Topology<{ countries: GeometryCollection<{ name: string }> }>;

/** What the map draws where no tiles are configured: one outline per country. */
export type BaseMap = FeatureCollection<MultiPolygon, { name: string }>;

export const europe: Box = [-25, 34, 45, 72];

// A hundredth of a degree is at most 1.1 km, which is finer than the 1:50,000,000 outlines are.
const decimals = 2;

function clipPolygon(rings: Position[][]): Position[][] {
  const clipped = rings.map((ring) => roundRing(clipRing(ring, europe), decimals));
  // Without its outer ring a polygon's holes would be drawn as land.
  return clipped[0]?.length ? clipped.filter((ring) => ring.length > 0) : [];
}

function polygonsOf(geometry: Polygon | MultiPolygon): Position[][][] {
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
}

/** Country outlines cut to Europe's box and rounded to 1.1 km; countries outside are left out. */
export function clipToEurope(topology: Countries): BaseMap {
  const features = feature(topology, topology.objects.countries).features.flatMap((country) => {
    const geometry = country.geometry as Polygon | MultiPolygon | null;
    if (geometry === null) return [];
    const coordinates = polygonsOf(geometry)
      .map(clipPolygon)
      .filter((polygon) => polygon.length > 0);
    const clipped: Feature<MultiPolygon, { name: string }> = {
      type: 'Feature',
      properties: { name: country.properties.name },
      geometry: { type: 'MultiPolygon', coordinates },
    };
    return coordinates.length > 0 ? [clipped] : [];
  });
  return { type: 'FeatureCollection', features };
}
