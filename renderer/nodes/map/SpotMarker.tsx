import { divIcon, type LatLngExpression, type Marker as LeafletMarker } from 'leaflet';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { Marker } from 'react-leaflet';
import type { Urgency } from '../../../schemas/entities/warning.ts';
import type { Spot } from './places.ts';

/** A sign beside the colour, for those who can't tell colours. */
const signs: Readonly<Record<Urgency, string>> = { 0: 'i', 5: '!', 10: '!!' };

interface SpotMarkerProps {
  readonly spot: Spot;
  /** What it is called; another name is another marker. */
  readonly label: string;
  readonly isHighlighted: boolean;
  readonly onPress: (spot: Spot) => void;
  readonly onHighlight: (key: string | undefined) => void;
}

/** A place, or several too near each other to tell apart, on the map. */
export const SpotMarker = memo(function SpotMarker(props: SpotMarkerProps) {
  const { spot, label, isHighlighted, onPress, onHighlight } = props;
  const marker = useRef<LeafletMarker>(null);
  const [icon] = useState(() => createIcon(spot, label));
  const { kind } = spot;
  const placeKey = kind === 'place' ? spot.place.key : undefined;
  const eventHandlers = useMemo(
    () => ({
      click: () => onPress(spot),
      // Leaflet reports Enter on a focused marker as its own event, not as a click.
      keypress: (event: unknown) => {
        const { key } = (event as { originalEvent: KeyboardEvent }).originalEvent;
        if (key === 'Enter') onPress(spot);
      },
      ...(placeKey !== undefined && {
        mouseover: () => onHighlight(placeKey),
        mouseout: () => onHighlight(undefined),
      }),
    }),
    [spot, placeKey, onPress, onHighlight],
  );
  useEffect(() => {
    const element = marker.current?.getElement();
    element?.setAttribute('role', kind === 'place' ? 'link' : 'button');
    element?.setAttribute('title', label);
  }, [kind, label]);
  useEffect(() => {
    marker.current?.getElement()?.classList.toggle('map-spot-highlighted', isHighlighted);
  }, [isHighlighted]);
  return (
    <Marker
      ref={marker}
      position={positionOf(spot)}
      icon={icon}
      eventHandlers={eventHandlers}
      keyboard
      riseOnHover
    />
  );
});

function positionOf(spot: Spot): LatLngExpression {
  const { latitude, longitude } = spot.kind === 'place' ? spot.place.position : spot;
  return [latitude, longitude];
}

/** Built of nodes, never of HTML text, so that no name in the data can become markup. */
function createIcon(spot: Spot, label: string) {
  const face = document.createElement('span');
  face.setAttribute('aria-hidden', 'true');
  const name = document.createElement('span');
  name.className = 'visually-hidden';
  name.append(label);
  const content = document.createElement('div');
  content.className = 'map-content';
  content.append(face, name);
  const severity = spot.kind === 'place' ? spot.place.severity : spot.severity;
  face.className = `map-face map-severity-${severity ?? 'none'}`;
  if (spot.kind === 'cluster') {
    face.append(String(spot.count));
    const town = document.createElement('span');
    town.className = 'map-town';
    town.append(spot.town);
    face.append(town);
  } else if (severity !== null) {
    face.append(signs[severity]);
  }
  const size = spot.kind === 'place' ? 24 : 32 + Math.min(16, Math.log2(spot.count) * 2);
  return divIcon({
    html: content,
    className: `map-spot map-spot-${spot.kind}`,
    iconSize: [size, size],
  });
}
