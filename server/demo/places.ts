import type { Country, Locale } from '../../schemas/entities/market.ts';

/** Real towns with their positions and postal codes; streets and people that are usual there. */

export interface Town {
  readonly name: string;
  readonly zip: string;
  readonly latitude: number;
  readonly longitude: number;
}

export interface DemoMarket {
  readonly country: Country;
  readonly language: Locale;
  readonly timeZone: string;
  /** Share of all demo properties. */
  readonly share: number;
  readonly owner: string;
  readonly towns: readonly Town[];
  readonly streets: readonly string[];
  readonly firstNames: readonly string[];
  readonly surnames: readonly string[];
}

function town(name: string, zip: string, latitude: number, longitude: number): Town {
  return { name, zip, latitude, longitude };
}

export const demoMarkets: readonly DemoMarket[] = [
  {
    country: 'PL',
    language: 'pl',
    timeZone: 'Europe/Warsaw',
    share: 0.65,
    owner: 'Wspólnota Mieszkaniowa',
    towns: [
      town('Warszawa', '02-001', 52.2297, 21.0122),
      town('Kraków', '31-001', 50.0647, 19.945),
      town('Wrocław', '50-001', 51.1079, 17.0385),
      town('Poznań', '60-101', 52.4064, 16.9252),
      town('Gdańsk', '80-001', 54.352, 18.6466),
      town('Łódź', '90-001', 51.7592, 19.456),
      town('Szczecin', '70-001', 53.4285, 14.5528),
      town('Lublin', '20-001', 51.2465, 22.5684),
      town('Białystok', '15-001', 53.1325, 23.1688),
      town('Rzeszów', '35-001', 50.0412, 21.9991),
      town('Katowice', '40-001', 50.2649, 19.0238),
      town('Toruń', '87-100', 53.0138, 18.5984),
    ],
    streets: [
      'Lipowa',
      'Ogrodowa',
      'Słoneczna',
      'Polna',
      'Kościuszki',
      'Mickiewicza',
      'Leśna',
      'Długa',
    ],
    firstNames: ['Anna', 'Piotr', 'Katarzyna', 'Tomasz', 'Maria', 'Paweł', 'Agnieszka', 'Marek'],
    surnames: ['Nowak', 'Wójcik', 'Mazur', 'Krawczyk', 'Zając', 'Dudek', 'Sikora', 'Baran', 'Duda'],
  },
  {
    country: 'CZ',
    language: 'cs',
    timeZone: 'Europe/Prague',
    share: 0.23,
    owner: 'SVJ',
    towns: [
      town('Praha', '110 00', 50.0755, 14.4378),
      town('Brno', '602 00', 49.1951, 16.6068),
      town('Ostrava', '702 00', 49.8209, 18.2625),
      town('Plzeň', '301 00', 49.7384, 13.3736),
      town('Liberec', '460 01', 50.7663, 15.0543),
      town('Olomouc', '779 00', 49.5938, 17.2509),
      town('Hradec Králové', '500 02', 50.2104, 15.8252),
    ],
    streets: ['Dlouhá', 'Zahradní', 'Školní', 'Nádražní', 'Husova', 'Komenského', 'Lipová'],
    firstNames: ['Jana', 'Petr', 'Eva', 'Jiří', 'Lenka', 'Pavel', 'Hana', 'Tomáš'],
    surnames: ['Novák', 'Svoboda', 'Dvořák', 'Černý', 'Procházka', 'Kučera', 'Veselý', 'Horák'],
  },
  {
    country: 'DK',
    language: 'da',
    timeZone: 'Europe/Copenhagen',
    share: 0.12,
    owner: 'Ejerforeningen',
    towns: [
      town('København', '1300', 55.6761, 12.5683),
      town('Aarhus', '8000', 56.1629, 10.2039),
      town('Odense', '5000', 55.4038, 10.4024),
      town('Aalborg', '9000', 57.0488, 9.9217),
      town('Esbjerg', '6700', 55.4765, 8.4594),
    ],
    streets: ['Nørregade', 'Vestergade', 'Skolegade', 'Kirkevej', 'Strandvejen', 'Søndergade'],
    firstNames: ['Mette', 'Lars', 'Hanne', 'Jens', 'Kirsten', 'Søren', 'Pia', 'Henrik'],
    surnames: ['Jensen', 'Nielsen', 'Hansen', 'Pedersen', 'Andersen', 'Larsen', 'Madsen'],
  },
];
