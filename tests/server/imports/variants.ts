import { gzipSync } from 'node:zlib';
import { writeXlsx } from 'hucre/xlsx';
import yazl from 'yazl';
import type { ImportKind } from '../../../schemas/entities/importRun.ts';
import type { Locale } from '../../../schemas/entities/languages.ts';
import type { Notation } from '../../../server/imports/notation.ts';

/** The same two readings as operators' files have them: by name, and what comes out. */
export interface Variant {
  readonly name: string;
  readonly content: string | Buffer | (() => Promise<Buffer>);
  readonly kind?: ImportKind;
  readonly language?: Locale;
  readonly notation?: Notation;
  /** Times of intervals, with `from` before them; left out: the two readings. */
  readonly gives?: readonly (readonly string[])[];
  /** What is said of the file or its lines, where nothing is taken. */
  readonly says?: RegExp;
}

/** 1234.5 on 27 March 2026 at 10:00 in Warsaw, 1240.25 a day later. */
export const usual = [
  ['12345678', '2026-03-27T09:00:00Z', '1234.5'],
  ['12345678', '2026-03-28T09:00:00Z', '1240.25'],
] as const;

type Cells = readonly (readonly string[])[];
const rows: Cells = [
  ['12345678', '2026-03-27T10:00', '1234.5'],
  ['12345678', '2026-03-28T10:00', '1240.25'],
];
const table = (header: string, lines: Cells = rows, mark = ';') =>
  `${header.replaceAll(';', mark)}\n${lines.map((cells) => `${cells.join(mark)}\n`).join('')}`;
const valued = (first: string, second: string, header = 'serial;at;value') =>
  table(header, [
    ['12345678', '2026-03-27T10:00', first],
    ['12345678', '2026-03-28T10:00', second],
  ]);
const dated = (first: string, second: string, header = 'serial;at;value') =>
  table(header, [
    ['12345678', first, '1234.5'],
    ['12345678', second, '1240.25'],
  ]);
const plain = table('serial;at;value');
const other = 'Meter;Date;Reading';

const utf16 = (text: string, { swap = false, mark = true } = {}) => {
  const bytes = Buffer.from(mark ? `\ufeff${text}` : text, 'utf16le');
  return swap ? bytes.swap16() : bytes;
};
/** Of the letters that are used here, by code page. */
const letters: Readonly<Record<string, readonly [cp1250: number, cp1252: number]>> = {
  ł: [0xb3, 0],
  Ł: [0xa3, 0],
  ś: [0x9c, 0],
  ż: [0xbf, 0],
  ą: [0xb9, 0],
  č: [0xe8, 0],
  í: [0xed, 0xed],
  ě: [0xec, 0],
  ä: [0xe4, 0xe4],
  å: [0, 0xe5],
  æ: [0, 0xe6],
  ø: [0, 0xf8],
  é: [0xe9, 0xe9],
  Č: [0xc8, 0],
  ř: [0xf8, 0],
  š: [0x9a, 0x9a],
  '³': [0, 0xb3],
  ö: [0xf6, 0xf6],
};
const codePage = (text: string, which: 0 | 1) =>
  Buffer.from([...text].map((letter) => letters[letter]?.[which] ?? letter.charCodeAt(0)));

export async function zipOf(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  const pieces: Buffer[] = [];
  for await (const piece of zip.outputStream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}
type Sheet = readonly (readonly (string | number | Date | null)[])[];
const workbook = async (...sheets: readonly (readonly [name: string, rows: Sheet])[]) =>
  Buffer.from(
    await writeXlsx({
      sheets: sheets.map(([name, list]) => ({ name, rows: list.map((cells) => [...cells]) })),
    }),
  );
const day = (date: number, hour = 10) => new Date(Date.UTC(2026, 2, date, hour));

const headers: Variant[] = [
  ['as documented', 'serial;at;value'],
  ['capitals', 'SERIAL;AT;VALUE'],
  ['first letters', 'Serial;At;Value'],
  ['English', 'Serial number;Timestamp;Meter reading'],
  ['English, short', 'Meter;Date;Reading_value'],
  ['English, underscores', 'meter_id;read_at;meter_reading'],
  ['Home Assistant', 'entity_id;last_changed;state'],
  ['a counter', 'Device ID;Date/Time;Counter'],
  ['Polish', 'Numer licznika;Data odczytu;Wskazanie'],
  ['Polish, short', 'numer;data;stan'],
  ['Czech', 'Výrobní číslo;Datum odečtu;Stav měřidla'],
  ['Danish', 'Målernummer;Aflæsningstidspunkt;Målerstand'],
  ['Swedish', 'Mätarnummer;Avläsningsdatum;Mätarställning'],
  ['Norwegian', 'Målernummer;Avlesningsdato;Verdi'],
  ['German', 'Zählernummer;Ablesedatum;Zählerstand'],
  ['German without umlauts', 'Zaehlernummer;Datum;Zaehlerstand'],
  ['blanks around', ' serial ; at ; value '],
  ['quotes', '"Zähler";"Zeitpunkt";"Stand"'],
].map(([name, header]) => ({ name: `header: ${name}`, content: table(header as string) }));

export const variants: readonly Variant[] = [
  ...headers,
  // Where the header is, and what stands around it.
  { name: 'sep=;', content: `sep=;\n${plain}` },
  { name: 'sep=, in the European way', content: `sep=,\r\n${table(other, rows, ',')}` },
  { name: 'commas', content: table('serial;at;value', rows, ',') },
  { name: 'tabs', content: table('serial;at;value', rows, '\t') },
  { name: 'bars', content: table('serial;at;value', rows, '|') },
  { name: 'a title above', content: `Meter readings of March\n\n${table(other)}` },
  {
    name: 'titles with cells above',
    content: `Report;Readings;;\nFrom;2026-03-01;;\n;;;\n${table(other)}`,
  },
  { name: 'a total below', content: `${table(other)}Total;;2474.75\n` },
  { name: 'a total in another language below', content: `${plain}Razem: ;;2474,75\n` },
  { name: 'the header again', content: `${plain}${plain.split('\n')[0]}\n` },
  {
    name: 'separators behind each line',
    content: table(
      'serial;at;value;;',
      rows.map((one) => [...one, '', '']),
    ),
  },
  { name: 'empty lines', content: plain.replaceAll('\n', '\r\n\r\n') },
  { name: 'lines that end in CR', content: plain.replaceAll('\n', '\r') },
  {
    name: 'columns in another order',
    content: table(
      'value;serial;at',
      rows.map(([s, a, v]) => [v, s, a] as string[]),
    ),
  },
  {
    name: 'other columns beside',
    content: table(
      'Meter;Date;Reading;Remark',
      rows.map((one) => [...one, 'ok']),
    ),
  },
  // Encodings.
  { name: 'UTF-8 with mark', content: `\ufeff${plain}` },
  { name: 'UTF-8 with mark twice', content: `\ufeff\ufeff${plain}` },
  {
    name: 'a mark within, where files were put together',
    content: `${plain}\ufeff${plain}`,
    gives: [...usual, ...usual],
  },
  { name: 'UTF-16 LE', content: utf16(plain) },
  { name: 'UTF-16 BE', content: utf16(plain, { swap: true }) },
  { name: 'UTF-16 LE without mark', content: utf16(plain, { mark: false }) },
  { name: 'Windows-1250', content: codePage(table('Číslo měřidla;Datum odečtu;Stav'), 0) },
  {
    name: 'Windows-1252',
    content: codePage(table('Målernummer;Dato;Målerstand'), 1),
    language: 'da',
  },
  {
    name: 'Windows-1252 in a market of Windows-1250',
    content: codePage(table('Målernummer;Dato;Målerstand'), 1),
    language: 'pl',
  },
  {
    name: 'Windows-1250 in a market of Windows-1252',
    content: codePage(table('Číslo měřidla;Datum odečtu;Stav'), 0),
    language: 'da',
  },
  // Numbers.
  { name: 'decimal commas', content: valued('1234,5', '1240,25') },
  { name: 'points for thousands', content: valued('1.234,5', '1.240,25') },
  { name: 'points for thousands, others', content: valued('1.234,5', '1.240,25', other) },
  { name: 'commas for thousands', content: valued('"1,234.5"', '"1,240.25"') },
  { name: 'blanks for thousands', content: valued('1 234,5', '1\u00a0240,25') },
  { name: 'apostrophes for thousands', content: valued('1’234.5', "1'240.25") },
  {
    name: 'thousands by the rest of the column',
    content: valued('1.234', '1.240,25', other),
    gives: [['12345678', '2026-03-27T09:00:00Z', '1234'], usual[1]],
  },
  {
    name: '1.100, where nothing decides',
    content: valued('1.100', '1.200', other),
    says: /«1.100» is 1100 or 1 and a fraction.*--decimal/,
  },
  {
    name: '1,100, where nothing decides',
    content: valued('1,100', '1,200', other),
    says: /«1,100» is 1100 or 1 and a fraction.*\?decimal=COMMA/,
  },
  {
    name: '1,100 with the answer',
    content: valued('1,100', '1,200', other),
    notation: { decimal: 'COMMA' },
    gives: [
      ['12345678', '2026-03-27T09:00:00Z', '1.1'],
      ['12345678', '2026-03-28T09:00:00Z', '1.2'],
    ],
  },
  {
    name: '1.100 with the answer',
    content: valued('1.100', '1.200', other),
    notation: { decimal: 'COMMA' },
    gives: [
      ['12345678', '2026-03-27T09:00:00Z', '1100'],
      ['12345678', '2026-03-28T09:00:00Z', '1200'],
    ],
  },
  { name: 'scientific', content: valued('1.2345E+03', '1.24025e3') },
  { name: 'a unit behind', content: valued('1234.5 m³', '1240.25 m3') },
  { name: 'a unit in the header', content: table('Meter;Date;Reading_value (m3)') },
  {
    name: 'another unit in the header',
    content: valued('1234500', '1240250', 'Meter;Date;Counter [l]'),
  },
  {
    name: 'a unit in a column',
    content: table('Zähler;Datum;Stand;Einheit', [
      ['12345678', '2026-03-27T10:00', '1234500', 'l'],
      ['12345678', '2026-03-28T10:00', '1240250', 'l'],
    ]),
  },
  {
    name: 'a unit in a column beside documented ones',
    content: table('serial;at;value;Jednostka', [
      ['12345678', '2026-03-27T10:00', '1234500', 'l'],
      ['12345678', '2026-03-28T10:00', '1240250', 'l'],
    ]),
  },
  {
    name: '="12345678"',
    content: table(
      'serial;at;value',
      rows.map(([s, ...more]) => [`="${s}"`, ...more]),
    ),
  },
  // Dates.
  { name: 'Polish dates', content: dated('27.03.2026 10:00', '28.03.2026 10:00:00') },
  { name: 'Danish dates', content: dated('27-03-2026 10.00', '28-03-2026 10:00') },
  { name: 'Czech dates', content: dated('27. 3. 2026 10:00', '28.3.2026 10:00') },
  { name: 'American dates', content: dated('3/27/2026 10:00 AM', '3/28/2026 10:00 am') },
  { name: 'American dates, padded', content: dated('03/27/2026 10:00', '03/28/2026 10:00', other) },
  { name: 'British dates', content: dated('27/03/2026 10:00', '28/03/2026 10:00') },
  { name: 'dates in words', content: dated('27 Mar 2026 10:00', '28-Mar-2026 10:00') },
  { name: 'dates without signs', content: dated('20260327 1000', '20260328100000') },
  {
    name: 'ISO with an offset',
    content: dated('2026-03-27T10:00:00+01:00', '2026-03-28T09:00:00.000Z'),
  },
  { name: 'UTC behind', content: dated('2026-03-27 09:00:00 UTC', '2026-03-28 09:00:00+00') },
  { name: 'years first, slashes', content: dated('2026/03/27 10:00', '2026/3/28 10:00') },
  {
    name: '3/4/2026, where nothing decides',
    content: dated('3/4/2026 10:00', '4/5/2026 10:00'),
    says: /the day or the month comes first in «3\/4\/2026 10:00».*--dates DMY/,
  },
  {
    name: '3/4/2026 with the answer',
    content: dated('3/4/2026 10:00', '4/5/2026 10:00'),
    notation: { dates: 'MDY' },
    gives: [
      ['12345678', '2026-03-04T09:00:00Z', '1234.5'],
      ['12345678', '2026-04-05T08:00:00Z', '1240.25'],
    ],
  },
  {
    name: '24:00',
    content: dated('2026-03-26 24:00', '27.03.2026 24:00'),
    gives: [
      ['12345678', '2026-03-26T23:00:00Z', '1234.5'],
      ['12345678', '2026-03-27T23:00:00Z', '1240.25'],
    ],
  },
  {
    name: 'years of two digits',
    content: dated('27.03.26 10:00', '28.03.26 10:00'),
    says: /has a year of two digits/,
  },
  { name: 'epochs', content: dated('1774602000', '1774688400', 'meter;epoch;counter') },
  {
    name: 'epochs of milliseconds',
    content: dated('1774602000000', '1774688400000', 'meter;unix_ms;counter'),
  },
  {
    name: 'Excel’s days',
    content: dated('46108,4166666667', '46109,4166666667', 'Meter;Excel date;Counter'),
  },
  {
    name: 'a date and a time',
    content: table('Meter;Date;Time;Counter', [
      ['12345678', '27.03.2026', '10:00', '1234.5'],
      ['12345678', '28.03.2026', '10:00', '1240.25'],
    ]),
  },
  {
    name: 'a date and a time, German',
    content: table('Zähler;Datum;Uhrzeit;Stand', [
      ['12345678', '27.03.2026', '10:00:00', '1234,5'],
      ['12345678', '28.03.2026', '10:00:00', '1240,25'],
    ]),
  },
  // Wrappers.
  { name: 'gzip', content: gzipSync(plain) },
  { name: 'ZIP of a file', content: () => zipOf({ 'readings.csv': plain }) },
  {
    name: 'ZIP of several',
    content: () =>
      zipOf({
        'a/1.csv': table(other, rows.slice(0, 1)),
        'a/2.csv': table('serial;at;value', rows.slice(1)),
        '__MACOSX/a': 'x',
      }),
  },
  {
    name: 'ZIP with a note beside',
    content: () => zipOf({ 'LIESMICH.pdf': 'no table', 'readings.csv': plain }),
  },
  {
    name: 'ZIP of a table that isn’t understood',
    content: () => zipOf({ 'a.csv': plain, 'b.csv': 'x;y\n1;2\n' }),
    says: /«b.csv»: The file's columns are not known/,
  },
  {
    name: 'ZIP of readings and tenants',
    content: () => zipOf({ 'a.csv': plain, 'b.csv': 'station;day;celsius\nx;2026-01-01;1\n' }),
    says: /holds readings \(«a.csv»\) and temperatures \(«b.csv»\)/,
  },
  {
    name: 'XLSX',
    content: () =>
      workbook([
        'Readings',
        [
          ['Serial', 'Date', 'Counter'],
          ['12345678', day(27), 1234.5],
          [12_345_678, day(28), 1240.25],
        ],
      ]),
  },
  {
    name: 'XLSX with a title and notes',
    content: () =>
      workbook(
        ['Notes', [['Made by hand']]],
        [
          'Stand',
          [
            ['Readings of March'],
            [null],
            ['Zähler', 'Datum', 'Stand'],
            ['12345678', '27.03.2026 10:00', '1.234,5'],
            ['12345678', '28.03.2026 10:00', '1.240,25'],
            ['Summe', null, 2474.75],
          ],
        ],
      ),
  },
  {
    name: 'XLSX with days as numbers',
    content: () =>
      workbook([
        'A',
        [
          ['meter', 'date', 'counter'],
          ['12345678', 46108.4166666667, 1234.5],
          ['12345678', 46109.4166666667, 1240.25],
        ],
      ]),
  },
  {
    name: 'a JSON array',
    content: JSON.stringify(
      rows.map(([serial, at, value]) => ({ serial, at, value: Number(value) })),
    ),
  },
  {
    name: 'JSON lines by other names',
    content: rows
      .map(
        ([entityId, lastChanged, state]) =>
          `${JSON.stringify({ entity_id: entityId, lastChanged, state })}\n`,
      )
      .join(''),
  },
  { name: 'wide', content: `at;12345678\n2026-03-27T10:00;1234.5\n2026-03-28T10:00;1240.25\n` },
  {
    name: 'wide, with a date',
    content: `Datum;12345678;87654321\n27.03.2026 10:00;1234,5;\n28.03.2026 10:00;1240,25;\n`,
  },
  // What must not be taken for readings.
  {
    name: 'what was used, without an interval',
    content: valued('1.5', '2.5', 'Zähler;Datum;Verbrauch'),
    says: /«Verbrauch» is what was used in an interval/,
  },
  {
    name: 'a register with begin and end',
    content: table('Zähler;von;bis;Zählerstand', [['12345678', '2026-03-27', '2026-03-28', '5']]),
    says: /columns are not known|also needs: value/,
  },
  {
    name: 'two that may be the date',
    content: table(
      'Meter;Timestamp;Last changed;Counter',
      rows.map(([s, a, v]) => [s, a, a, v] as string[]),
    ),
    says: /«Timestamp» and «Last changed» could each be the column at/,
  },
  {
    name: 'letters that are lost',
    content: Buffer.concat([
      Buffer.from(
        table(
          'serial;at;value;ł',
          rows.map(([s, a, v]) => [`${s}`, a, v, 'łąka'] as string[]),
        ),
      ),
      Buffer.from([0x31, 0xff, 0x0a]),
    ]),
    gives: usual,
  },
  {
    name: 'hourly volumes of Eloverblik',
    content: `\ufeffMålepunktsID;Fra_dato;Til_dato;Mængde;Måleenhed;Kvalitet;Type\n12345678;26-10-2025 01:00:00;26-10-2025 02:00:00;0,30;KWH;Målt;Tidsserie\n`,
    language: 'da',
    gives: [['12345678', '2025-10-25T23:00:00Z', '0.3']],
  },
];
