import 'leaflet/dist/leaflet.css';
import type { Map as LeafletMap } from 'leaflet';
import { useCallback, useEffect, useMemo, useState } from 'react';
import {
  MapContainer,
  type MapContainerProps,
  TileLayer,
  useMap,
  useMapEvents,
} from 'react-leaflet';
import { labelOf } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import { BaseLayer } from './BaseLayer.tsx';
import type { MapView } from './mapView.ts';
import {
  type Bounds,
  deepestZoom,
  frame,
  indexPlaces,
  type LocatedPlace,
  type Place,
  type Spot,
  spotsIn,
} from './places.ts';
import { SpotMarker } from './SpotMarker.tsx';

interface SpotsProps {
  readonly places: readonly LocatedPlace[];
  readonly highlighted: string | undefined;
  readonly onOpen: (place: Place) => void;
  readonly onHighlight: (key: string | undefined) => void;
  readonly onMove: (bounds: Bounds, view: MapView) => void;
}

interface PlacesMapProps extends SpotsProps {
  readonly label: string;
  readonly tiles: { url: string; attribution: string } | null;
  readonly initialView: MapView | undefined;
}

export function PlacesMap({ label, tiles, initialView, ...spots }: PlacesMapProps) {
  const { t } = useTranslation();
  const [map, setMap] = useState<LeafletMap | null>(null);
  const [start] = useState(() => startOf(initialView, spots.places));
  return (
    <div className="map-canvas-frame">
      <MapContainer ref={setMap} className="map-canvas" {...start}>
        <BaseLayer />
        {tiles && <TileLayer url={tiles.url} maxZoom={19} />}
        <Canvas label={label} />
        <Spots {...spots} />
      </MapContainer>
      <div className="map-zoom">
        <button type="button" aria-label={t('ui:map.zoomIn')} onClick={() => map?.zoomIn()}>
          +
        </button>
        <button type="button" aria-label={t('ui:map.zoomOut')} onClick={() => map?.zoomOut()}>
          −
        </button>
      </div>
      {tiles && <p className="map-attribution">{tiles.attribution}</p>}
    </div>
  );
}

/** What the map begins with, which later changes don't touch. */
function startOf(view: MapView | undefined, places: readonly LocatedPlace[]): MapContainerProps {
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const options: MapContainerProps = {
    attributionControl: false,
    zoomControl: false,
    minZoom: 3,
    maxZoom: deepestZoom + 1,
    zoomAnimation: !calm,
    fadeAnimation: !calm,
    markerZoomAnimation: !calm,
  };
  if (view) {
    return { ...options, center: [view.latitude, view.longitude], zoom: view.zoom };
  }
  const bounds = frame(places);
  if (!bounds) return { ...options, center: [52, 16], zoom: 5 };
  return { ...options, bounds, boundsOptions: { padding: [32, 32], maxZoom: 14 } };
}

/** The map's own element: its name, and its size, which changes with the page. */
function Canvas({ label }: { label: string }) {
  const map = useMap();
  useEffect(() => {
    const canvas = map.getContainer();
    canvas.setAttribute('role', 'region');
    canvas.setAttribute('aria-label', label);
    const resized = new ResizeObserver(([entry]) => {
      // On paper it has no size, and its places are still those that were in view.
      if (entry && entry.contentRect.width > 0) map.invalidateSize();
    });
    resized.observe(canvas);
    return () => resized.disconnect();
  }, [map, label]);
  return null;
}

/** The markers of what is in view, which come and go as the map moves. */
function Spots({ places, highlighted, onOpen, onHighlight, onMove }: SpotsProps) {
  const map = useMap();
  const nameOf = useSpotName();
  const [{ bounds, view }, setShown] = useState(() => shownBy(map));
  useMapEvents(useMemo(() => ({ moveend: () => setShown(shownBy(map)) }), [map]));
  useEffect(() => onMove(bounds, view), [bounds, view, onMove]);

  const index = useMemo(() => indexPlaces(places), [places]);
  const spots = useMemo(() => spotsIn(index, bounds, view.zoom), [index, bounds, view.zoom]);
  const onPress = useCallback(
    (spot: Spot) => {
      if (spot.kind === 'place') return onOpen(spot.place);
      const zoom = Math.min(index.getClusterExpansionZoom(spot.id), deepestZoom + 1);
      map.setView([spot.latitude, spot.longitude], zoom);
    },
    [index, map, onOpen],
  );
  return spots.map((spot) => {
    const label = nameOf(spot);
    return (
      <SpotMarker
        key={`${spot.key} ${label}`}
        spot={spot}
        label={label}
        isHighlighted={spot.key === `place-${highlighted}`}
        onPress={onPress}
        onHighlight={onHighlight}
      />
    );
  });
}

function useSpotName(): (spot: Spot) => string {
  const { t } = useTranslation();
  return (spot) => {
    const severity = spot.kind === 'place' ? spot.place.severity : spot.severity;
    const name =
      spot.kind === 'place'
        ? `${spot.place.title}, ${spot.place.description}`
        : t('ui:map.cluster', { count: spot.count, place: spot.town });
    if (severity === null) return name;
    const urgency = labelOf('urgency', severity, t);
    return `${name}; ${spot.kind === 'place' ? urgency : t('ui:map.worst', { severity: urgency })}`;
  };
}

function shownBy(map: LeafletMap): { bounds: Bounds; view: MapView } {
  const bounds = map.getBounds();
  const { lat: latitude, lng: longitude } = map.getCenter();
  return {
    bounds: {
      west: bounds.getWest(),
      south: bounds.getSouth(),
      east: bounds.getEast(),
      north: bounds.getNorth(),
    },
    view: { latitude, longitude, zoom: map.getZoom() },
  };
}
