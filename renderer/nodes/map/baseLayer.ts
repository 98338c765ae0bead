import baseMapUrl from 'virtual:base-map';
import type { FeatureCollection } from 'geojson';
import { canvas, geoJSON, type Map as LeafletMap } from 'leaflet';

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

/** Draws the bundled base map in the theme's colours. Returns its removal. */
export function addBaseLayer(map: LeafletMap): () => void {
  let isRemoved = false;
  const pane = map.getPane('base') ?? map.createPane('base');
  pane.classList.add('map-base');
  const renderer = canvas({ pane: 'base', padding: 0.5 });
  const layer = geoJSON(undefined, {
    pane: 'base',
    interactive: false,
    style: () => {
      const colours = getComputedStyle(map.getContainer());
      return {
        renderer,
        fillColor: colours.getPropertyValue('--map-land').trim(),
        color: colours.getPropertyValue('--map-border').trim(),
        fillOpacity: 1,
        weight: 1,
      };
    },
  }).addTo(map);
  loadOutlines().then(
    (outline) => {
      if (!isRemoved) layer.addData(outline);
    },
    () => {
      // Without outlines the places still stand where they belong.
    },
  );
  const themes = new MutationObserver(() => layer.setStyle(layer.options.style as never));
  themes.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] });
  return () => {
    isRemoved = true;
    themes.disconnect();
    layer.remove();
  };
}
