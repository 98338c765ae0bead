import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createRandom } from '../../../server/demo/random.ts';

/** Sound files of every kind, and ways to spoil them, the same for the same seed. */

const day = (index: number) => `2026-01-${String((index % 28) + 1).padStart(2, '0')}`;
const rows = (line: (index: number) => string) =>
  Array.from({ length: 8 }, (_, index) => line(index));

const sound: readonly string[][] = [
  [
    'works_id;works_no;name;address;city;zip_code;latitude;area',
    ...rows((i) => `${50 + i};PL-${50 + i};House;Lipowa ${i};Kraków;31-001;50.1;${i * 100}`),
  ],
  [
    'works_no;tenant_no;tenant_name;address;installation_number;moved_in',
    ...rows((i) => `PL-1;T${i};Nowak;Lipowa;10${i};${day(i)}`),
  ],
  [
    'works_no;serial;category;tenant_no;interval',
    ...rows((i) => `PL-1;new-${i};COLD_WATER_METER;001;DAILY`),
  ],
  [
    'serial;installed_from;installed_until;start_index;end_index;factor;modulus',
    ...rows((i) => `heat;${day(i)};${day(i + 1)};${i};${i + 9};1,5;10000`),
  ],
  ['station;day;celsius', ...rows((i) => `Kraków;${day(i)};-${i},5`)],
  ['works_no;area;tenant_no', ...rows((i) => `PL-1;${i * 10};001`)],
  [
    'works_no;period_begin;period_end;product',
    ...rows((i) => `PL-1;20${10 + i}-01-01;20${10 + i}-12-31;`),
  ],
  ['serial;source;factor', ...rows(() => 'sum;cold;1')],
  ['serial;at;error', ...rows((i) => `cold;${day(i)};TAMPER`)],
  ['serial;at;value;reason', ...rows((i) => `cold;${day(i)};${i};misread`)],
  ['serial;at;value;unit;quality', ...rows((i) => `cold;${day(i)}T00:00+01:00;${i},25;m3;0`)],
  [
    'serial;from;until;value;unit',
    ...rows((i) => `volumes;${day(i)}T00:00;${day(i)}T01:00;${i},25;kWh`),
  ],
  ['at;cold;room;heat', ...rows((i) => `${day(i)};${i};2${i},5;${i * 100}`)],
  rows((i) =>
    JSON.stringify({
      id: '11223344',
      meter: 'multical21',
      timestamp: `${day(i)}T00:00:00Z`,
      total_m3: i,
      status: 'OK',
    }),
  ),
  ...['volumes.mscons', 'readings.mscons', 'dsmr5.p1', 'dsmr2.p1', 'eloverblik.json'].map((name) =>
    readFileSync(path.join(import.meta.dirname, '../../data/exchange', name), 'latin1').split('\n'),
  ),
];

const oddities = [
  ...[
    '\0',
    '"',
    '""',
    '";"',
    "'",
    '\\',
    '\r',
    '\n',
    '\r\n',
    '\t',
    ';',
    ',',
    '{',
    '}',
    '[[[[',
    'null',
  ],
  ...[
    '0000-01-01',
    '2026-02-31',
    '9999-12-31',
    '1990-01-01',
    '-1',
    '1e308',
    'NaN',
    'Infinity',
    '0x10',
  ],
  ...[
    '999999999999',
    '0,000000001',
    '9007199254740993',
    '__proto__',
    'constructor',
    'toString',
    '\\u0000',
  ],
  ...['😀', '\ud800', '\ufeff', '\u202e', 'İ', "'; DROP TABLE reading; --", '%s', '=1+1', ' '],
];

type Mutation = (data: Buffer, random: (below: number) => number) => Buffer;

const splice = (data: Buffer, at: number, removed: number, added: Buffer): Buffer =>
  Buffer.concat([data.subarray(0, at), added, data.subarray(at + removed)]);
const onLines =
  (change: (lines: string[], random: (below: number) => number) => string[]): Mutation =>
  (data, random) =>
    Buffer.from(change(data.toString('latin1').split('\n'), random).join('\n'), 'latin1');

const mutations: readonly Mutation[] = [
  (data, random) =>
    splice(data, random(data.length + 1), 0, Buffer.from(oddities[random(oddities.length)] ?? '')),
  (data, random) =>
    splice(
      data,
      random(data.length + 1),
      random(12),
      Buffer.from(oddities[random(oddities.length)] ?? ''),
    ),
  (data, random) => splice(data, random(data.length + 1), 1, Buffer.from([random(256)])),
  (data, random) => splice(data, random(data.length + 1), random(60), Buffer.alloc(0)),
  (data, random) =>
    splice(data, random(data.length + 1), 0, Buffer.alloc(10 ** random(6), 65 + random(26))),
  (data, random) => data.subarray(0, random(data.length + 1)),
  (data, random) => Buffer.concat(Array.from({ length: 1 + random(4) }, () => data)),
  (data) => Buffer.from(data.toString('utf8'), 'utf16le'),
  onLines((lines, random) => lines.toSpliced(random(lines.length), 1)),
  onLines((lines, random) =>
    lines.toSpliced(random(lines.length), 0, lines[random(lines.length)] ?? ''),
  ),
  onLines((lines, random) => {
    const at = random(lines.length);
    const cells = (lines[at] ?? '').split(';');
    const odd = oddities[random(oddities.length)] ?? '';
    return lines.with(at, cells.with(random(cells.length), odd).join(';'));
  }),
  onLines((lines, random) => {
    const at = random(lines.length);
    const cells = (lines[at] ?? '').split(';');
    return lines.with(
      at,
      cells
        .with(random(cells.length), `${(lines[at] ?? '').at(-1)}`.repeat(10 ** random(5)))
        .join(';'),
    );
  }),
  onLines((lines) => lines.map((line) => line.replaceAll(';', ','))),
  onLines((lines, random) => lines.with(0, `${lines[0]};${'c;'.repeat(10 ** random(5))}`)),
];

export function mutatedFile(seed: number): Buffer {
  const { integer } = createRandom(seed);
  const random = (below: number) => integer(0, below - 1);
  const lines = sound[random(sound.length)] ?? [];
  let data: Buffer = Buffer.from(`${lines.join('\n')}\n`);
  for (let left = random(5); left > 0; left--) {
    data = mutations[random(mutations.length)]?.(data, random) ?? data;
    if (data.length > 3_000_000) break;
  }
  return data;
}
