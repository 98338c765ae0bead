declare module 'virtual:base-map' {
  /** Address of a GeoJSON FeatureCollection (see `BaseMap` in europe.ts), to be fetched. */
  const baseMapUrl: string;
  export default baseMapUrl;
}
