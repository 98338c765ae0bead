/** The part of the world that the map shows, as it is kept in the address: lat,lng,zoom. */
export interface MapView {
  readonly latitude: number;
  readonly longitude: number;
  readonly zoom: number;
}

export function writeView({ latitude, longitude, zoom }: MapView): string {
  return `${latitude.toFixed(4)},${longitude.toFixed(4)},${Math.round(zoom)}`;
}

/** Undefined for anything that is not such a view. */
export function readView(text: unknown): MapView | undefined {
  const parts = String(text ?? '')
    .split(',')
    .map(Number);
  const [latitude, longitude, zoom] = parts;
  if (parts.length !== 3 || parts.some((part) => !Number.isFinite(part))) return undefined;
  if (latitude === undefined || longitude === undefined || zoom === undefined) return undefined;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180 || zoom < 0 || zoom > 19)
    return undefined;
  return { latitude, longitude, zoom };
}
