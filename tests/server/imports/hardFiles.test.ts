import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { readObjects } from '../../../server/imports/jsonObjects.ts';
import { tryFile } from '../../../server/imports/tryFile.ts';
import { createTestDatabase } from '../../support/database.ts';
import { addHouse, importText, inWords } from './support.ts';

/** Files that were once taken for something else, each a kind of its own (tests/data/hard-files). */

const folder = path.resolve(import.meta.dirname, '../../data/hard-files');
const file = (name: string) => readFileSync(path.join(folder, name));
const text = (name: string) => file(name).toString();

let database: Database;
const load = (content: string | Iterable<string | Buffer>, options = {}) =>
  importText(database, content, options);

beforeAll(async () => {
  database = await createTestDatabase();
  await addHouse(database);
  const devices = [
    ...['CASE01;COLD_WATER_METER;DAILY;', 'CASE04;COLD_WATER_METER;DAILY;'],
    ...['570000000000000005;ELECTRICITY;HOURLY;', 'CASE07;COLD_WATER_METER;DAILY;'],
    ...['CASE12;HCA;DAILY;04-30', 'CASE12b;HCA;DAILY;', 'CASE1300;HCA;DAILY;'],
    ...['CASE1301;HCA;DAILY;', 'CASE1303;ENERGY;DAILY;', 'CASE1304;ENERGY;DAILY;'],
    ...['CASE1307;TEMPERATURE_LOGGER;DAILY;', 'CASE1308;ELECTRICITY;DAILY;'],
    ...['CASE1390;ELECTRICITY;DAILY;', '00000014;COLD_WATER_METER;DAILY;'],
    ...['CASE15;COLD_WATER_METER;MONTHLY;', 'CASE15b;COLD_WATER_METER;DAILY;'],
  ].map((line) => `PL-1;${line}\n`);
  const head = 'works_no;serial;category;interval;set_date\n';
  expect(await load(`${head}${devices.join('')}`)).toMatchObject({ rejected: 0 });
});
afterAll(() => database.close());

const rows = async (query: string, values: unknown[] = []) =>
  (await database.pool.query(query, values)).rows;
const idOf = async (serial: string) =>
  (await rows('SELECT id FROM device WHERE serial_number = $1', [serial]))[0].id as number;
const valuesOf = async (serial: string): Promise<number[]> =>
  (
    await rows('SELECT value FROM stored_reading WHERE device_id = $1 ORDER BY at', [
      await idOf(serial),
    ])
  ).map(({ value }) => value / 1e6);
const questionsOf = async (serial: string): Promise<string[]> =>
  (
    await rows('SELECT question FROM reading_question WHERE device_id = $1 ORDER BY at', [
      await idOf(serial),
    ])
  ).map(({ question }) => question);
/** Volumes of a device's buckets from the first one that holds something, by timeframe. */
const bucketsOf = async (serial: string, timeframe: number): Promise<(number | null)[]> =>
  (
    await rows(
      `SELECT volumes FROM rollup WHERE subject_kind = 0 AND subject_id = $1 AND timeframe = $2
       ORDER BY chunk`,
      [await idOf(serial), timeframe],
    )
  ).flatMap(({ volumes }) =>
    volumes.map((one: number | null) => (one === null ? null : one / 1e6)),
  );
const sumOf = (list: readonly (number | null)[]) =>
  list.reduce<number>((sum, one) => sum + (one ?? 0), 0);

describe('a file of serial, at and value', () => {
  it('holds readings whatever stands beside, and says what was read of nothing', async () => {
    expect(await load(text('01_readings_with_error_column.csv'))).toMatchObject({
      kind: 'readings',
      accepted: 3,
      rejected: 0,
      ignored: ['error'],
      alsoFits: ['device_errors'],
    });
    expect(await valuesOf('CASE01')).toEqual([10.5, 10.6, 10.7]);
    expect(await rows('SELECT FROM device_error')).toEqual([]);
    expect(await load(text('04_readings_with_empty_reason_column.csv'))).toMatchObject({
      kind: 'readings',
      accepted: 2,
      rejected: 0,
      ignored: ['reason'],
      alsoFits: ['corrections'],
    });
    const beside = 'works_no;serial;at;value;category;area\nPL-1;CASE04;2026-03-28;11;HCA;1\n';
    expect(await load(beside)).toMatchObject({ kind: 'readings', ignored: ['category', 'area'] });
    expect(await valuesOf('CASE04')).toEqual([10.5, 10.6, 11]);
    expect(await rows('SELECT area_square_metres AS area FROM property')).toEqual([{ area: null }]);
  });

  it('is of the kind that its sender says', async () => {
    const content = text('01_readings_with_error_column.csv');
    expect(await load(content, { kind: 'device_errors' })).toMatchObject({
      kind: 'device_errors',
      accepted: 2,
      rejected: 1,
      ignored: ['value'],
    });
    await expect(load(content, { kind: 'devices' })).rejects.toThrow(
      'As devices the file also needs: works_no, category.',
    );
    await expect(load(content, { kind: 'telegrams' })).rejects.toThrow('Telegrams are JSON');
    await expect(load(text('14_json_array.txt'), { kind: 'readings' })).rejects.toThrow(
      'The file is JSON, and so holds telegrams, not readings.',
    );
  });

  it('keeps digits behind a comma, or is refused line by line', async () => {
    const { accepted, rejections } = await load(text('07_comma_file_unquoted_decimal_comma.csv'));
    expect(accepted).toBe(0);
    expect(rejections.map(({ code, message }) => [code, message])).toEqual([
      ['BAD_CSV', expect.stringContaining('4 cells for 3 columns')],
      ['BAD_CSV', expect.stringContaining('4 cells for 3 columns')],
    ]);
  });
});

describe('a file that fits several kinds', () => {
  it.each([
    ['works_no;serial;category;area\n', 'devices (works_no, serial, category) and areas'],
    ['serial;at;value;from;until\n', 'readings (serial, at, value) and volumes'],
    ['username;works_no;email;name;kind\n', 'accounts (username, email, name, kind) and property'],
  ])('%s is refused with each of them by name', async (content, fits) => {
    await expect(load(content)).rejects.toThrow(fits);
    await expect(load(content)).rejects.toThrow(
      /Say which it is: \?kind=\w+ or \?kind=\w+, .*--kind/,
    );
  });

  it('is of the one that has the columns of the other', async () => {
    const head = 'works_no;tenant_no;tenant_name;address;installation_number;area\n';
    expect(await load(head)).toMatchObject({ kind: 'tenants', ignored: [], alsoFits: [] });
  });

  it('has no column twice', async () => {
    await expect(load('serial;at;value;Value\nCASE01;2026-01-01;1;2\n')).rejects.toThrow(
      'The header has the column value twice.',
    );
  });
});

describe('packed files', () => {
  it('are unpacked', async () => {
    expect(await load([file('11a_gzip.csv.gz')])).toMatchObject({
      rejections: [{ line: 2, code: 'UNKNOWN_DEVICE', content: 'CASE11;2026-03-27T10:00;1' }],
      understood: ['unpacked: gzip', 'UTF-8', 'separator ;'],
    });
  });
});

describe('volumes under a register’s header', () => {
  const head = 'serial;at;value\n';
  const renamed = text('05_hourly_volumes_dk.csv')
    .replace('MålepunktsID', 'serial')
    .replace('Mængde', 'value')
    .replace('Fra_dato', 'at');

  it('are refused with the words that mend it, and nothing is stored', async () => {
    const before = (await rows('SELECT FROM import_run')).length;
    await expect(load(renamed)).rejects.toThrow(
      'in the column til_dato each line ends where the next one begins. If its values are what was used in each interval, name the columns serial;from;until;value;unit',
    );
    const values = renamed
      .split('\n')
      .slice(1, -1)
      .map((line) => line.split(';'))
      .map(([serial, at, , value]) => `${serial};${at};${value}\n`);
    await expect(load(`${head}${values.join('')}`)).rejects.toThrow(
      'the values of «570000000000000005» fall again and again',
    );
    await expect(load('serial;at;value;until\nCASE01;2026-01-01;1;2026-01-02\n')).rejects.toThrow(
      'the column until stands beside at',
    );
    expect(await valuesOf('570000000000000005')).toEqual([]);
    expect(await rows('SELECT FROM import_run')).toHaveLength(before);
  });

  it('aren’t a register that is sent the other way round, nor a thermometer, nor an exchange', async () => {
    const at = (day: number) => `2026-02-${`${day}`.padStart(2, '0')}`;
    const days = Array.from({ length: 9 }, (_, index) => 9 - index);
    const backwards = days.map((day) => `CASE15b;${at(day)};${100 + day}\n`);
    expect(await load(`${head}${backwards.join('')}`)).toMatchObject({ accepted: 9 });
    const states = days.map((day) => `room;${at(day)};${20 + (day % 2)}\n`);
    expect(await load(`${head}${states.join('')}`)).toMatchObject({ accepted: 9 });
    const exchange = [500, 501, 502, 3, 4, 5].map((one, day) => `CASE07;${at(day + 1)};${one}\n`);
    expect(await load(`${head}${exchange.join('')}`)).toMatchObject({ accepted: 6 });
  });

  it('are a register when their sender says so', async () => {
    const content = `${head}cold;2026-02-01;3\ncold;2026-02-02;2\ncold;2026-02-03;1\n`;
    await expect(load(content)).rejects.toThrow('--kind readings');
    expect(await load(content, { kind: 'readings' })).toMatchObject({ accepted: 3 });
  });

  it('under their own are what was used, hour by hour as the clock is put back', async () => {
    const content = renamed
      .replace(';at;', ';from;')
      .replace('Til_dato', 'until')
      .replace('Måleenhed', 'unit');
    expect(await load(content)).toMatchObject({
      kind: 'volumes',
      accepted: 4,
      corrected: 0,
      rejected: 0,
      ignored: ['Kvalitet', 'Type'],
    });
    const hours = await bucketsOf('570000000000000005', 0);
    // Of the 25 hours of that day from 01:00 on.
    const place = hours.findIndex((one) => one !== null);
    expect(hours.slice(place - 1, place + 5)).toEqual([null, 0.3, 0.2, 0.1, 0.4, null]);
    expect(sumOf(await bucketsOf('570000000000000005', 1))).toBeCloseTo(1, 9);
    expect(await load(content)).toMatchObject({ accepted: 0, duplicates: 4, rejected: 0 });
    // As the grid's operator writes it.
    expect(await load(text('05_hourly_volumes_dk.csv'))).toMatchObject({
      kind: 'volumes',
      accepted: 0,
      duplicates: 4,
      rejected: 0,
      ignored: ['Kvalitet', 'Type'],
    });
  });
});

describe('a file as an operator has it', () => {
  const lines =
    'Odczyty\n\nNumer licznika;Data odczytu;Stan [l]\nheat2;1.06.2026;1.500\nheat2;15.06.2026;12.000,5\nRazem;;3\n';

  it('goes in whole, as it is tried out, and says how it was read', async () => {
    await load('works_no;serial;category;interval\nPL-1;heat2;COLD_WATER_METER;DAILY\n');
    const packed = gzipSync(Buffer.from(`\ufeff${lines}`, 'utf16le'));
    const understood = [
      ...['unpacked: gzip', 'UTF-16 LE', 'separator ;', 'the header is line 3'],
      ...['«Numer licznika» is serial', '«Data odczytu» is at', '«Stan [l]» is value'],
      ...[', is the decimal sign', 'the header says the unit l'],
    ];
    const expected = { kind: 'readings', accepted: 2, rejected: 0, ignoredLines: 1, understood };
    const tried = await tryFile(database, {
      stream: Readable.from([packed]),
      country: 'PL',
      timeZone: 'Europe/Warsaw',
      by: 'operator',
      now: new Date('2026-11-20T12:00:00Z'),
    });
    expect(inWords(tried)).toMatchObject(expected);
    expect(await load([packed])).toMatchObject(expected);
    expect(await valuesOf('heat2')).toEqual([1.5, 12.0005]);
  });

  it('stays out while nobody says what it means, and is another import with the answer', async () => {
    const content = 'Meter;Date;Counter\nheat2;2026-07-01;13.100\n';
    await expect(load(content)).rejects.toMatchObject({
      details: [{ field: 'decimal', rule: 'DECIMAL_IN_DOUBT' }],
    });
    expect(await load(content, { notation: { decimal: 'POINT' } })).toMatchObject({ accepted: 1 });
    expect((await valuesOf('heat2')).at(-1)).toBe(13.1);
  });
});

describe('telegrams', () => {
  it('have their register under newer names, or in tariffs that are added up', async () => {
    expect(await load(text('13a_telegrams.jsonl'))).toMatchObject({ accepted: 7, rejected: 0 });
    const serials = ['1300', '1301', '1303', '1304', '1307', '1308', '1390'];
    const values = await Promise.all(serials.map((one) => valuesOf(`CASE${one}`)));
    expect(values).toEqual([[120], [80], [5120], [800], [20.5], [77], [150.75]]);
  });

  it('of tariffs that lack the first, and fields that are null, hold no register', async () => {
    const telegram = (day: string, fields: object) =>
      `${JSON.stringify({ id: 'CASE1390', meter: 'amiplus', timestamp: `${day}T10:00:00Z`, ...fields })}\n`;
    const { accepted, rejections } = await load(
      [
        telegram('2026-04-01', { total_energy_consumption_tariff_2_kwh: 60 }),
        telegram('2026-04-02', { total_energy_consumption_kwh: null }),
        telegram('2026-04-03', {
          total_energy_consumption_kwh: null,
          total_energy_consumption_tariff1_kwh: 160.1,
          total_energy_consumption_tariff2_kwh: 0.2,
        }),
      ].join(''),
    );
    expect([accepted, rejections.map(({ code }) => code)]).toEqual([1, ['NO_VALUE', 'NO_VALUE']]);
    expect((await valuesOf('CASE1390')).at(-1)).toBe(160.3);
  });

  it('stand in a list or over several lines, each by itself', async () => {
    expect(await load(text('14_json_array.txt'))).toMatchObject({ accepted: 1, rejected: 0 });
    expect(await valuesOf('00000014')).toEqual([166.8]);
    const one = (day: number, more: object = {}) => ({
      id: '00000014',
      meter: 'izar',
      name: 'say "}{]", \\',
      total_m3: 170 + day,
      timestamp: `2026-04-0${day}T10:00:00Z`,
      ...more,
    });
    const list = JSON.stringify([one(1), 5, one(2, { status: 'LEAK' })], null, 2);
    const { accepted, deviceErrors, rejections } = await load(list);
    expect([accepted, deviceErrors]).toEqual([2, 1]);
    expect(rejections).toMatchObject([{ line: 2, code: 'BAD_TELEGRAM', content: '5' }]);
    const printed = [one(3), one(4)].map((each) => JSON.stringify(each, null, 2)).join('\n');
    expect(await load(printed)).toMatchObject({ accepted: 2, rejected: 0, lines: 2 });
    // One that nothing closes ends where the next begins; one that is too long is cut.
    const broken = `{\n "id": "00000014",\n${JSON.stringify(one(5), null, 1)}\n`;
    const long = JSON.stringify({ ...one(6), name: 'x'.repeat(2 << 20) }, null, 1);
    const mixed = await load([broken, long, '\n', JSON.stringify(one(7), null, 1)]);
    expect([mixed.accepted, mixed.rejections.map(({ line, code }) => [line, code])]).toEqual([
      2,
      [
        [1, 'BAD_JSON'],
        [3, 'TOO_LONG'],
      ],
    ]);
  });
});

test('objects are cut alike, whatever the pieces that they come in', async () => {
  const texts = ['say "}{]", \\', '\\\\"[', 'Łódź \n{'].map((name) => ({ name, of: [{ a: 1 }] }));
  const list = `[${texts.map((one) => JSON.stringify(one, null, 1)).join(', 5,\n')}]`;
  const bytes = Buffer.from(list);
  for (const size of [1, 2, 3, 7, bytes.length]) {
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    }
    const given = { head: list, encoding: 'utf-8', newline: '\n' as const };
    const found: unknown[] = [];
    for await (const one of readObjects(pieces(), given)) found.push(JSON.parse(one.text));
    expect(found, `${size}`).toEqual([texts[0], 5, texts[1], 5, texts[2]]);
  }
});

describe('a heat cost allocator', () => {
  it('begins anew behind its own set date, its property’s, or 31 December, without a question', async () => {
    const content = text('12_hca_set_date_30_april.csv');
    await load(content);
    expect(await questionsOf('CASE12')).toEqual([]);
    // 29 days of 3 units before it, 30 behind; of the day between nobody knows.
    expect(sumOf(await bucketsOf('CASE12', 3))).toBeCloseTo(177, 6);
    const other = content.replaceAll('CASE12', 'CASE12b');
    await load(other);
    expect(await questionsOf('CASE12b')).toEqual(['DROP']);
    const head = 'works_id;works_no;name;address;city;zip_code;set_date\n';
    await load(`${head}1;PL-1;House;Lipowa 1;Kraków;31-001;30.04.\n`);
    expect(await questionsOf('CASE12b')).toEqual([]);
    expect(await bucketsOf('CASE12b', 3)).toEqual(await bucketsOf('CASE12', 3));
    const devices = 'works_no;serial;category;set_date\n';
    await load(`${devices}PL-1;CASE12b;HCA;31.12\n`);
    expect(await questionsOf('CASE12b')).toEqual(['DROP']);
    const { rejections } = await load(`${devices}PL-1;CASE12b;HCA;31.04.\n`);
    expect(rejections).toMatchObject([{ code: 'BAD_DATE' }]);
  });
});

describe('a meter that is read monthly', () => {
  it('is asked nothing, and its months are measured; others may become one', async () => {
    const content = text('15_monthly_read_meter.csv');
    await load(content);
    expect(await questionsOf('CASE15')).toEqual([]);
    expect((await bucketsOf('CASE15', 3)).filter((one) => one !== null)).toEqual([100, 90]);
    const [first] = await rows(
      `SELECT measured, interpolated, unknown_time AS unknown FROM rollup
       WHERE subject_kind = 0 AND subject_id = $1 AND timeframe = 3 ORDER BY chunk`,
      [await idOf('CASE15')],
    );
    expect(first).toMatchObject({ measured: expect.arrayContaining([1]), unknown: null });
    // What lies between the readings is a guess, and says so.
    const [days] = await rows(
      `SELECT measured, interpolated FROM rollup
       WHERE subject_kind = 0 AND subject_id = $1 AND timeframe = 1 ORDER BY chunk`,
      [await idOf('CASE15')],
    );
    expect([days.measured[4], days.interpolated[4]]).toEqual([0, 1]);
    await load(content.replaceAll('CASE15', 'heat'));
    expect(await questionsOf('heat')).toEqual(['GAP', 'GAP']);
    const head = 'works_no;serial;category;interval\n';
    await load(`${head}PL-1;heat;ENERGY;MONTHLY\n`);
    expect(await questionsOf('heat')).toEqual([]);
    expect((await bucketsOf('heat', 3)).filter((one) => one !== null)).toEqual([100, 90]);
    await load(`${head}PL-1;heat;ENERGY;\n`);
    expect(await questionsOf('heat')).toEqual([]);
    const { rejections } = await load(`${head}PL-1;room;TEMPERATURE_LOGGER;DAILY\n`);
    expect(rejections).toMatchObject([{ code: 'BAD_INTERVAL' }]);
  });
});
