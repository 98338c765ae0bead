import baseMapUrl from 'virtual:base-map';
import type { FeatureCollection } from 'geojson';
import { canvas, type Map as LeafletMap } from 'leaflet';
import { useEffect, useMemo, useState } from 'react';
import { GeoJSON, Pane, useMap } from 'react-leaflet';

let outlines: Promise<FeatureCollection> | undefined;

/** Country outlines, loaded once for all maps; a failed load is tried again by the next map. */
function loadOutlines(): Promise<FeatureCollection> {
  outlines ??= fetch(baseMapUrl)
    .then((answer) => {
      if (!answer.ok) throw new Error(`The base map answered ${answer.status}.`);
      return answer.json() as Promise<FeatureCollection>;
    })
    .catch((error: unknown) => {
      outlines = undefined;
      throw error;
    });
  return outlines;
}

const pane = 'base';

/** The bundled base map in the theme's colours. */
export function BaseLayer() {
  const colours = useMapColours();
  const [countries, setCountries] = useState<FeatureCollection>();
  const [renderer] = useState(() => canvas({ pane, padding: 0.5 }));
  useEffect(() => {
    loadOutlines().then(setCountries, () => {
      // Without outlines the places still stand where they belong.
    });
  }, []);
  const style = useMemo(
    () => () => ({ ...colours, renderer, fillOpacity: 1, weight: 1 }),
    [colours, renderer],
  );
  return (
    <Pane name={pane} className="map-base">
      {countries && <GeoJSON data={countries} interactive={false} style={style} />}
    </Pane>
  );
}

/** A canvas takes no styles of its own, so a change of theme is told. */
function useMapColours() {
  const map = useMap();
  const [colours, setColours] = useState(() => coloursOf(map));
  useEffect(() => {
    const themes = new MutationObserver(() => setColours(coloursOf(map)));
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] });
    return () => themes.disconnect();
  }, [map]);
  return colours;
}

function coloursOf(map: LeafletMap) {
  const styles = getComputedStyle(map.getContainer());
  return {
    fillColor: styles.getPropertyValue('--map-land').trim(),
    color: styles.getPropertyValue('--map-border').trim(),
  };
}
