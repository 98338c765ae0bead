import 'leaflet/dist/leaflet.css';
import { map as createMap, type Map as LeafletMap, type Marker, tileLayer } from 'leaflet';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { labelOf } from '../../core/text.ts';
import { addBaseLayer } from './baseLayer.ts';
import type { MapView } from './mapView.ts';
import { createMarker } from './markers.ts';
import {
  type Bounds,
  deepestZoom,
  frame,
  indexPlaces,
  type Place,
  type Spot,
  spotsIn,
} from './places.ts';

interface PlacesMapProps {
  readonly label: string;
  readonly places: readonly Place[];
  readonly tiles: { url: string; attribution: string } | null;
  readonly initialView: MapView | undefined;
  readonly highlighted: string | undefined;
  readonly onOpen: (place: Place) => void;
  readonly onHighlight: (key: string | undefined) => void;
  readonly onMove: (bounds: Bounds, view: MapView) => void;
}

/** Leaflet, driven by hand: markers come and go with the view, and those that stay are kept. */
export function PlacesMap(props: PlacesMapProps) {
  const { t } = useTranslation();
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<LeafletMap>();
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    if (!container.current) return;
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const made = createMap(container.current, {
      attributionControl: false,
      zoomControl: false,
      minZoom: 3,
      maxZoom: deepestZoom + 1,
      zoomAnimation: !calm,
      fadeAnimation: !calm,
      markerZoomAnimation: !calm,
    });
    const { initialView, places, tiles } = latest.current;
    const bounds = frame(places);
    if (initialView) made.setView([initialView.latitude, initialView.longitude], initialView.zoom);
    else if (bounds) made.fitBounds(bounds, { padding: [32, 32], maxZoom: 14 });
    else made.setView([52, 16], 5);
    const removeBase = addBaseLayer(made);
    if (tiles) tileLayer(tiles.url, { maxZoom: 19 }).addTo(made);
    const resized = new ResizeObserver(([entry]) => {
      // On paper it has no size, and its places are still those that were in view.
      if (entry && entry.contentRect.width > 0) made.invalidateSize();
    });
    resized.observe(container.current);
    setMap(made);
    return () => {
      resized.disconnect();
      removeBase();
      made.remove();
    };
  }, []);

  useSpots(map, props, latest);

  return (
    <div className="map-canvas-frame">
      <section ref={container} className="map-canvas" aria-label={props.label} />
      <div className="map-zoom">
        <button type="button" aria-label={t('ui:map.zoomIn')} onClick={() => map?.zoomIn()}>
          +
        </button>
        <button type="button" aria-label={t('ui:map.zoomOut')} onClick={() => map?.zoomOut()}>
          −
        </button>
      </div>
      {props.tiles && <p className="map-attribution">{props.tiles.attribution}</p>}
    </div>
  );
}

function useSpots(
  map: LeafletMap | undefined,
  { places, highlighted }: PlacesMapProps,
  latest: { readonly current: PlacesMapProps },
): void {
  const { t } = useTranslation();
  const markers = useRef(new Map<string, Marker>());

  useEffect(() => {
    if (!map) return;
    const index = indexPlaces(places);
    const drawn = markers.current;

    const press = (spot: Spot) => {
      if (spot.kind === 'place') return latest.current.onOpen(spot.place);
      const zoom = Math.min(index.getClusterExpansionZoom(spot.id), deepestZoom + 1);
      map.setView([spot.latitude, spot.longitude], zoom);
    };
    const nameOf = (spot: Spot) => {
      const severity = spot.kind === 'place' ? spot.place.severity : spot.severity;
      const name =
        spot.kind === 'place'
          ? `${spot.place.title}, ${spot.place.description}`
          : t('ui:map.cluster', { count: spot.count, place: spot.town });
      if (severity === null) return name;
      const urgency = labelOf('urgency', severity, t);
      return `${name}; ${spot.kind === 'place' ? urgency : t('ui:map.worst', { severity: urgency })}`;
    };
    const draw = () => {
      const bounds = boundsOf(map);
      const spots = spotsIn(index, bounds, map.getZoom());
      const wanted = new Set(spots.map(({ key }) => key));
      for (const [key, marker] of drawn) {
        if (wanted.has(key)) continue;
        marker.remove();
        drawn.delete(key);
      }
      for (const spot of spots) {
        if (drawn.has(spot.key)) continue;
        const made = createMarker(spot, nameOf(spot), () => press(spot)).addTo(map);
        if (spot.kind === 'place') {
          made.on('mouseover', () => latest.current.onHighlight(spot.place.key));
          made.on('mouseout', () => latest.current.onHighlight(undefined));
        }
        drawn.set(spot.key, made);
      }
      const { lat: latitude, lng: longitude } = map.getCenter();
      latest.current.onMove(bounds, { latitude, longitude, zoom: map.getZoom() });
    };
    draw();
    map.on('moveend', draw);
    return () => {
      map.off('moveend', draw);
      for (const marker of drawn.values()) marker.remove();
      drawn.clear();
    };
  }, [map, places, t, latest]);

  useEffect(() => {
    const element = markers.current.get(`place-${highlighted}`)?.getElement();
    element?.classList.add('map-spot-highlighted');
    return () => element?.classList.remove('map-spot-highlighted');
  }, [highlighted]);
}

function boundsOf(map: LeafletMap): Bounds {
  const bounds = map.getBounds();
  return {
    west: bounds.getWest(),
    south: bounds.getSouth(),
    east: bounds.getEast(),
    north: bounds.getNorth(),
  };
}
