import { divIcon, type LatLngExpression, type Marker, marker } from 'leaflet';
import type { Urgency } from '../../../schemas/entities/warning.ts';
import type { Spot } from './places.ts';

/** A sign beside the colour, for those who can't tell colours. */
const signs: Readonly<Record<Urgency, string>> = { 0: 'i', 5: '!', 10: '!!' };

export function positionOf(spot: Spot): LatLngExpression {
  const { latitude, longitude } = spot.kind === 'place' ? spot.place : spot;
  return [latitude, longitude];
}

/** A marker built of nodes, never of HTML text, so that no name in the data can become markup. */
export function createMarker(spot: Spot, label: string, onPress: () => void): Marker {
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
  const made = marker(positionOf(spot), {
    icon: divIcon({
      html: content,
      className: `map-spot map-spot-${spot.kind}`,
      iconSize: [size, size],
    }),
    keyboard: true,
    riseOnHover: true,
  });
  made.on('add', () => {
    const element = made.getElement();
    element?.setAttribute('role', spot.kind === 'place' ? 'link' : 'button');
    element?.setAttribute('title', label);
  });
  made.on('click', onPress);
  // Leaflet reports Enter on a focused marker as its own event, not as a click.
  made.on('keypress', (event) => {
    const { key } = (event as unknown as { originalEvent: KeyboardEvent }).originalEvent;
    if (key === 'Enter') onPress();
  });
  return made;
}
