import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { manifestVersion } from '../../../schemas/manifest/envelope.ts';
import { type ImportSource, importSourceSchema } from '../../../schemas/manifest/importSource.ts';
import type { Database } from '../../../server/database/open.ts';
import type { ImportOptions } from '../../../server/imports/importFile.ts';
import { describeSource } from '../../../server/imports/remember.ts';
import { fits } from '../../../server/imports/sources.ts';
import { createTestDatabase } from '../../support/database.ts';
import { addHouse, importText } from './support.ts';
import { zipOf } from './variants.ts';

/** Files of an origin are read as its source says, and never by a source that may not be theirs. */

let database: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  await addHouse(database);
  await importText(database, 'works_no;serial;category\nPL-1;570000000000000005;ELECTRICITY\n');
});
afterAll(() => database.close());
beforeEach(() =>
  database.pool.query(
    'TRUNCATE reading, reading_pack, rollup, reading_question, device_state, import_run, import_rejection',
  ),
);

type Given = Readonly<Record<string, Omit<ImportSource, 'manifestVersion'>>>;
const knowing = (given: Given, wanted?: string, broken: readonly string[] = []) => ({
  sources: {
    known: Object.entries(given).map(([name, source]) => ({
      name,
      source: { manifestVersion, ...source } as ImportSource,
    })),
    broken,
    wanted,
  },
});
const load = (content: string | Buffer, options: Partial<ImportOptions> = {}) =>
  importText(database, typeof content === 'string' ? content : [content], options);
const refusalOf = async (content: string | Buffer, options: Partial<ImportOptions> = {}) => {
  const { message } = await load(content, options).then(
    () => ({ message: 'taken' }),
    (error: Error) => error,
  );
  return message;
};
const stored = async () =>
  (
    await database.pool.query('SELECT to_json(at) AS read, value FROM stored_reading ORDER BY at')
  ).rows.map(({ read, value }) => `${new Date(read).toISOString().slice(0, 16)} ${value / 1e6}`);

/** As a vendor writes it: nothing in it is understood by itself. */
const vendor = 'Export\nSN#,Stamp,Total,Remark\ncold,2026-07-01 10:00,"1,5",x\n';
const columns = { 'SN#': 'serial', stamp: 'at', TOTAL: 'value' };

describe('a source', () => {
  it('says columns, figures, clock and unit of the files that it recognises', async () => {
    expect(await refusalOf(vendor)).toContain('columns are not known');
    const source = {
      match: { header: ['SN#', 'stamp'] },
      kind: 'readings' as const,
      columns,
    };
    const result = await load(vendor, knowing({ vendor: { ...source, timeZone: 'UTC' } }));
    expect(result).toMatchObject({
      ...{ kind: 'readings', accepted: 1, ignored: ['Remark'], source: { name: 'vendor' } },
      understood: [
        ...['UTF-8', 'the source vendor', 'times are those of UTC', 'separator ,'],
        ...['the header is line 2', '«SN#» is serial', '«Stamp» is at', '«Total» is value'],
        ', is the decimal sign',
      ],
    });
    // Cold water is counted in cubic metres.
    const litres = { ...source, unit: 'l', decimal: 'POINT' as const, skipLines: 1 };
    await load(vendor.replace('"1,5"', '2.500').replace('07-01', '07-02'), knowing({ litres }));
    expect(await stored()).toEqual(['2026-07-01T10:00 1.5', '2026-07-02T08:00 0.0025']);
  });

  it('says the letters and separator that a file doesn’t tell, but no mark is overruled', async () => {
    const text = 'Nr.|Ż|At\ncold|3|2026-07-01\n';
    const source = {
      match: { fileName: 'vendor_*.csv' },
      encoding: 'windows-1250',
      separator: '|',
      columns: { Ż: 'value', 'Nr.': 'serial' },
    } as const;
    const options = { ...knowing({ source }), fileName: 'Vendor_07.CSV' };
    const bytes = Buffer.from([...text].map((one) => (one === 'Ż' ? 0xaf : one.charCodeAt(0))));
    expect(await load(bytes, options)).toMatchObject({ accepted: 1 });
    expect(await load(`\ufeff${text}`, options)).toMatchObject({ duplicates: 1 });
    expect(await refusalOf(bytes, knowing({ source }))).toContain('columns are not known');
  });

  it('reads the grid operator’s file as volumes, and JSON and packed files by their fields', async () => {
    const file = readFileSync(
      path.join(import.meta.dirname, '../../data/hard-files/05_hourly_volumes_dk.csv'),
    );
    const match = { fileName: '*hourly*', header: ['MålepunktsID', 'Type'] };
    // Of a source only what isn't understood needs saying.
    const grid = { match, columns: { Kvalitet: 'ignored', Type: 'ignored' }, unit: 'kWh' };
    const options = { ...knowing({ grid }), fileName: '05_hourly_volumes_dk.csv' };
    expect(await load(file, options)).toMatchObject({ kind: 'volumes', rejected: 0 });
    const source = {
      match: { header: ['Wo'] },
      columns: { Wo: 'serial', Wann: 'at', Was: 'value' },
    };
    const json = '[{"Wo":"cold","Wann":"2026-07-01","Was":7,"mehr":1}]';
    expect(await load(json, knowing({ source }))).toMatchObject({ kind: 'readings', accepted: 1 });
    const zip = await zipOf({
      'a.csv': 'Wo;Wann;Was\ncold;2026-07-02;8\n',
      'b.csv': 'serial;at;value\ncold;2026-07-03;9\n',
    });
    expect(await refusalOf(zip, knowing({ source }))).toBe(
      'Of the file «a.csv» is read by the source source, and «b.csv» by none. Send them one by one.',
    );
  });

  it('of which several recognise a file is named by who sends it, and none may be', async () => {
    const one = { match: { header: ['SN#'] }, columns };
    const other = { match: { fileName: '*.csv' }, columns: { ...columns, Remark: 'ignored' } };
    const both = { one, other };
    expect(await refusalOf(vendor, { ...knowing(both), fileName: 'a.csv' })).toBe(
      'The file fits the sources one and other. Say which it is of: ?source=one or ?source=other, on the command line --source one or --source other.',
    );
    const named = { ...knowing(both, 'other'), fileName: 'a.csv' };
    expect((await load(vendor, named)).source?.name).toBe('other');
    expect(await refusalOf(vendor, knowing(both, 'none'))).toContain('columns are not known');
    expect(await refusalOf(vendor, knowing(both, 'ones'))).toBe(
      'There is no source «ones», did you mean "one"? Known are one, other.',
    );
    const telegram =
      '{"id":"11223344","meter":"x","timestamp":"2026-07-01T00:00:00Z","total_m3":3}\n';
    expect(await refusalOf(telegram, knowing(both, 'one'))).toContain('has no columns');
  });

  it('whose file is broken leaves no file to chance', async () => {
    const sound = 'serial;at;value\ncold;2026-07-01;1\n';
    expect(await refusalOf(sound, knowing({}, undefined, ['meters']))).toMatch(
      /^imports\/sources\/meters\.json can’t be read, and the file may be of that source\./,
    );
    expect(await load(sound, knowing({}, 'none', ['meters']))).toMatchObject({ accepted: 1 });
    expect(await refusalOf(sound, knowing({}, 'meters', ['meters']))).toContain('manifest check');
  });

  it('that says what the file denies is refused in words', async () => {
    const wanted = (source: Given[string]) => knowing({ a: source }, 'a');
    const own = 'serial;at;value (kWh)\ncold;2026-07-01;1\n';
    expect(await refusalOf(own, wanted({ unit: 'MWh' }))).toBe(
      'The header says the unit kwh, but the source a says MWh.',
    );
    expect(await refusalOf('at;cold\n2026-07-01;1\n', wanted({ unit: 'l' }))).toContain('own unit');
    expect(await refusalOf(own, wanted({ skipLines: 9 }))).toContain('within the first 9 lines');
    expect(await refusalOf(own, wanted({ kind: 'tenants' }))).toContain('As tenants the file also');
  });
});

describe('columns that are said', () => {
  const said = (given: Readonly<Record<string, string>>) => ({ columns: given });

  it('go before what a column is called, and are checked as headers are', async () => {
    // The vendor's «value» is the change since the last reading.
    const text = 'serial;at;value;Counter\ncold;2026-07-01;1;100\ncold;2026-07-02;5;105\n';
    const result = await load(text, said({ counter: 'value' }));
    expect(result).toMatchObject({ accepted: 2 });
    expect(result.understood).toContain('«value» is said not to be read');
    expect((await stored()).map((one) => one.split(' ')[1])).toEqual(['100', '105']);
    expect(await refusalOf(text, said({ Zähler: 'value' }))).toBe(
      'The header has no column «Zähler», which is said to be value. Found: serial, at, value, Counter.',
    );
    expect(await refusalOf(text, said({ value: 'value', Counter: 'value' }))).toBe(
      'Both «value» and «Counter» are said to be value. Only one of them can be.',
    );
    expect(await refusalOf('a;a;at\n1;2;3\n', said({ a: 'serial' }))).toContain('«a» twice');
    expect(await refusalOf(text, said({ serial: 'ignored' }))).toContain('also needs: serial');
  });

  it('leave figures in doubt a question, and put a time beside its date', async () => {
    const text = 'SN#;Day;Clock;Total\ncold;2026-07-01;10:30;1.100\n';
    const given = said({ 'SN#': 'serial', Day: 'at', Clock: 'time', Total: 'value' });
    expect(await refusalOf(text, given)).toContain('Nothing in the file tells');
    await load(text, { ...given, notation: { decimal: 'COMMA' } });
    expect(await stored()).toEqual(['2026-07-01T08:30 1100']);
  });
});

describe('what is remembered of a file', () => {
  const about = { name: 'vendor', country: 'PL', isThere: false, known: [] } as const;
  const remembered = (text: string) => importSourceSchema.parse(JSON.parse(text));

  it('reads the next one without anybody saying anything', async () => {
    const read = await load(vendor, { columns });
    const source = remembered(describeSource(read, { ...about, notation: { decimal: 'COMMA' } }));
    expect(source).toEqual({
      $schema: '../../schema/import-source.schema.json',
      ...{ manifestVersion, markets: ['PL'], match: { header: ['SN#', 'Stamp', 'Total'] } },
      ...{ kind: 'readings', decimal: 'COMMA' },
      columns: { 'SN#': 'serial', Stamp: 'at', Total: 'value' },
    });
    const next = vendor.replace('2026-07-01', '2026-07-02').replace('"1,5"', '1.100');
    expect(await load(next, knowing({ vendor: source }))).toMatchObject({ accepted: 1 });
    expect(await stored()).toEqual(['2026-07-01T08:00 1.5', '2026-07-02T08:00 1100']);
  });

  it('replaces nobody else’s source, and never makes two of one file', async () => {
    const given = { vendor: { match: { header: ['SN#'] }, columns } };
    const read = await load(vendor, knowing(given));
    const tell = (change: object, markets?: string[]) => {
      const source = read.source && { ...read.source, source: { ...read.source.source, markets } };
      try {
        return describeSource({ ...read, source } as typeof read, { ...about, ...change });
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(tell({ isThere: true }, ['PL'])).toContain('"kind": "readings"');
    expect(tell({ isThere: true }, ['PL', 'CZ'])).toContain('for other markets as well');
    expect(tell({ name: 'next' })).toContain('recognised as those of the source «vendor»');
    expect(tell({ name: 'Not a name' }, ['PL'])).toContain('is no name of a source');
    const plain = await load('serial;at;value\ncold;2026-07-03;2\n');
    const taken = () => describeSource(plain, { ...about, isThere: true });
    expect(taken).toThrow('There is a source «vendor» already.');
    // Said to be of none, it would have been recognised by another.
    const { known } = knowing({ a: { match: { header: ['At', 'value', 'SERIAL'] } } }).sources;
    expect(() => describeSource(plain, { ...about, known })).toThrow(
      'recognises such files already',
    );
    const wide = await load('at;cold\n2026-07-04;3\n');
    expect(() => describeSource(wide, about)).toThrow('Only a table');
  });
});

it('fits names to patterns in a time that no pattern can make long', () => {
  expect(['a.csv', 'A.CSV', 'ab.csv', 'a.csv.gz'].map((name) => fits(name, 'a?.csv'))).toEqual([
    ...[false, false, true, false],
  ]);
  expect(
    ['export_.csv', 'export_1.csv', 'export_1.csv.gz'].map((name) => fits(name, 'EXPORT_*')),
  ).toEqual([true, true, true]);
  expect(fits('a'.repeat(200), `${'*a'.repeat(99)}b`)).toBe(false);
});
