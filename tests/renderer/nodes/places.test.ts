import { describe, expect, it } from 'vitest';
import { readView, writeView } from '../../../renderer/nodes/map/mapView.ts';
import {
  frame,
  indexPlaces,
  isInside,
  isLocated,
  searchPlaces,
  spotsIn,
  toPlaces,
} from '../../../renderer/nodes/map/places.ts';

const fields = {
  rowKey: 'id',
  title: 'name',
  description: ['address', 'city'],
  foundBy: ['formerly'],
  latitude: 'latitude',
  longitude: 'longitude',
  severity: 'severity',
};

const rows = [
  {
    id: 1,
    name: 'Lipowa 12',
    address: 'Lipowa 12',
    city: 'Łódź',
    latitude: 51.76,
    longitude: 19.45,
    severity: null,
  },
  {
    id: 2,
    name: 'Długa 5',
    address: 'Długa 5',
    city: 'Łódź',
    latitude: 51.77,
    longitude: 19.46,
    severity: 10,
  },
  {
    id: 3,
    name: 'Polna 1',
    address: 'Polna 1',
    city: 'Kraków',
    formerly: 'PL/993/3',
    latitude: 50.06,
    longitude: 19.94,
    severity: 5,
  },
  { id: 4, name: 'Nowhere', address: '', city: '', latitude: null, longitude: null, severity: 0 },
];
const places = toPlaces(rows, fields);
const located = places.filter(isLocated);
const europe = { west: -20, south: 35, east: 40, north: 70 };

describe('places', () => {
  it('are all rows; those that have a position are on the map', () => {
    expect(places.map(({ key, description }) => [key, description])).toEqual([
      ['1', 'Lipowa 12, Łódź'],
      ['2', 'Długa 5, Łódź'],
      ['3', 'Polna 1, Kraków'],
      ['4', ''],
    ]);
    expect(located.map(({ key }) => key)).toEqual(['1', '2', '3']);
    expect(frame(located)).toEqual([
      [50.06, 19.45],
      [51.77, 19.94],
    ]);
    expect(frame([])).toBeUndefined();
  });

  it('are found by every word, without accents and case', () => {
    expect(searchPlaces(places, 'dluga lodz').map(({ key }) => key)).toEqual(['2']);
    expect(searchPlaces(places, '  ')).toHaveLength(4);
    expect(searchPlaces(places, 'lipowa krakow')).toEqual([]);
  });

  it('are found by what their list doesn’t show', () => {
    expect(searchPlaces(places, 'pl/993 polna').map(({ key }) => key)).toEqual(['3']);
    expect(searchPlaces(toPlaces(rows, { ...fields, foundBy: undefined }), 'pl/993')).toEqual([]);
  });

  it('stand together from afar with their count, town and worst urgency, and apart from near', () => {
    const index = indexPlaces(located);
    const [cluster, ...others] = spotsIn(index, europe, 7).sort((a) =>
      a.kind === 'cluster' ? -1 : 1,
    );
    expect(cluster).toMatchObject({ kind: 'cluster', count: 2, town: 'Łódź', severity: 10 });
    expect(others).toMatchObject([{ kind: 'place', place: { key: '3' } }]);
    expect(spotsIn(index, europe, 16).every(({ kind }) => kind === 'place')).toBe(true);
    expect(spotsIn(index, { west: 0, south: 40, east: 1, north: 41 }, 7)).toEqual([]);
    // Where nobody knows a place, its list has it whatever the map shows.
    const north = places.filter((place) => isInside(place, { ...europe, south: 51 }));
    expect(north.map(({ key }) => key)).toEqual(['1', '2', '4']);
  });
});

describe('the view in the address', () => {
  it('comes back as it was written, and nonsense as nothing', () => {
    expect(readView(writeView({ latitude: 52.22971, longitude: 21.01219, zoom: 9 }))).toEqual({
      latitude: 52.2297,
      longitude: 21.0122,
      zoom: 9,
    });
    for (const text of [undefined, '', '1,2', 'a,b,c', '91,0,5', '0,181,5', '0,0,99']) {
      expect(readView(text)).toBeUndefined();
    }
  });
});
