import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { openRefused } from '../../../server/imports/refusedFile.ts';
import { createTestDatabase } from '../../support/database.ts';
import { addHouse, importText } from './support.ts';
import { zipOf } from './variants.ts';

/** Refused lines are a file that is mended and sent again: nothing is lost, doubled or shifted. */

let database: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  await addHouse(database);
});
afterAll(() => database.close());
beforeEach(() =>
  database.pool.query(
    'TRUNCATE reading, reading_pack, rollup, reading_question, device_state, import_run, import_rejection',
  ),
);

const load = (content: string | Buffer, options: object = {}) =>
  importText(database, typeof content === 'string' ? content : [content], options);
const refusedOf = async ({ importId }: { importId: number }) => {
  const file = await openRefused(database, importId, { line: 'line' });
  if (!file) return undefined;
  let text = '';
  for await (const piece of file.pieces) text += piece;
  return text;
};
const stored = async () =>
  (
    await database.pool.query(
      `SELECT serial_number AS serial, value FROM stored_reading JOIN device ON device.id = device_id
         AND device.property_id = stored_reading.property_id ORDER BY serial_number, at`,
    )
  ).rows.map(({ serial, value }) => `${serial} ${value / 1e6}`);

it('are sent again once they are mended: everything is in, and nothing twice', async () => {
  const sound = ['cold;2026-01-01;1.000,5;', 'cold;2026-01-02;1.001,5;m3', '"room";2026-01-01;20;'];
  const faulty = ['clod;2026-01-03;1.002', 'cold;"2026-01-04";1.O03,5;m3', 'cold;;1.004;'];
  const first = await load(
    ['Serial;At;Value;Unit', ...sound.slice(0, 2), ...faulty, ...sound.slice(2), ''].join('\n'),
  );
  expect(first).toMatchObject({ accepted: 3, rejected: 3 });
  const file = (await refusedOf(first)) ?? '';
  expect(file.split('\r\n')).toEqual([
    '\ufeffSerial;At;Value;Unit;refused_because?kind=readings&source=none&decimal=COMMA',
    expect.stringMatching(/^clod;2026-01-03;1\.002;;UNKNOWN_DEVICE: line 4\. /),
    expect.stringMatching(/^cold;"2026-01-04";1\.O03,5;m3;BAD_VALUE: line 5\. /),
    expect.stringMatching(/^cold;;1\.004;;[A-Z_]+: line 6\. /),
    '',
  ]);
  // Sent as it is it brings nothing, and the reasons are no column of the lines.
  const again = await load(file, { fileName: 'r.csv' });
  expect(again).toMatchObject({ accepted: 0, rejected: 3, ignored: [] });
  expect(await refusedOf(again)).toBe(
    file.replace('"2026-01-04"', '2026-01-04').replaceAll(/line (\d)/g, (_, n) => `line ${+n - 2}`),
  );
  const mended = file
    .replace('clod', 'cold')
    .replace('1.O03', '1.003')
    .replace('cold;;', 'cold;05.01.2026;');
  expect(await load(mended)).toMatchObject({ accepted: 3, duplicates: 0, rejected: 0 });
  expect(await load(mended)).toMatchObject({ accepted: 0, duplicates: 3, rejected: 0 });
  const values = [1000.5, 1001.5, 1002, 1003.5, 1004].map((value) => `cold ${value}`);
  expect(await stored()).toEqual([...values, 'room 20']);
});

it('keep what the whole file told of its figures, kind and dates', async () => {
  // By itself 1,234 would be one and a fraction, and 3/4 the third of April.
  const told = 'meter,date,reading\ncold,4/25/2026,"1,200.5"\nnobody,3/4/2026,"1,234"\n';
  const mended = ((await refusedOf(await load(told))) ?? '').replace('nobody', 'cold');
  expect(await load(mended)).toMatchObject({ kind: 'readings', accepted: 1 });
  expect(await stored()).toEqual(['cold 1234', 'cold 1200.5']);
});

it('hold no cell that a reason could be taken for, or that is taken for a reason', async () => {
  const file = (await refusedOf(await load('serial,at,value\ncold,2026-01-01,100,5\n'))) ?? '';
  expect(file).toContain('\r\ncold,2026-01-01,100,5,BAD_CSV: ');
  const rejections = async (text: string) => (await load(text)).rejections.map(({ code }) => code);
  expect(await rejections(file)).toEqual(['BAD_CSV']);
  // Whoever only takes the reason away leaves a cell too many.
  expect(await rejections(file.replace(/,BAD_CSV: [^\r]*/, ''))).toEqual(['BAD_CSV']);
  expect(await rejections(file.replace('100,5,BAD', '100,BAD').replace('2026-01-01,', ''))).toEqual(
    ['BAD_CSV'],
  );
  expect(await load(file.replace('100,5', '"100,5"'))).toMatchObject({ accepted: 1, rejected: 0 });
  expect(await stored()).toEqual(['cold 100.5']);
});

it('are whole, of tabs and formulas, too, and of wide files', async () => {
  const wide = `at\tcold\troom\n2026-01-01\t1\thot\n2026-01-02\t${'1'.repeat(30)}\t\n`;
  const file = (await refusedOf(await load(wide))) ?? '';
  expect(file).toContain('\r\n2026-01-01\t1\thot\tBAD_VALUE: ');
  const mended = file.replace('hot', '=-5').replace(/1{30}/, '2');
  expect((await load(mended)).rejections[0]?.content).toBe('2026-01-01\t1\t=-5');
  expect(await load(mended.replace('=-5', "'-5"))).toMatchObject({ kind: 'wide', accepted: 1 });
  expect(await stored()).toEqual(['cold 1', 'cold 2', 'room -5']);
});

it('of several tables stand under the first one’s header, or only their reasons do', async () => {
  const zip = await zipOf({
    'a.csv': 'serial;at;value\nnobody;2026-01-01;1\n',
    'b.csv': 'value,serial,at\n2,nobody,2026-01-02\n',
    'c.csv': 'serial;at;value;unit\nnobody;2026-01-03;3;m3\n',
  });
  const file = (await refusedOf(await load(zip))) ?? '';
  expect(file.split('\r\n').slice(1, -1)).toEqual([
    expect.stringMatching(/^nobody;2026-01-01;1;UNKNOWN_DEVICE/),
    expect.stringMatching(/^nobody;2026-01-02;2;UNKNOWN_DEVICE/),
    expect.stringMatching(/^;;;UNKNOWN_DEVICE/),
  ]);
  expect(await load(file.replaceAll('nobody', 'cold'))).toMatchObject({ accepted: 2, rejected: 1 });
});

it('of JSON are objects again', async () => {
  const list = `[{"serial":"nobody","at":"2026-01-01","value":1},
    {"serial":"cold","at":"2026-01-02",
     "value":"x"}]`;
  const file = (await refusedOf(await load(list))) ?? '';
  expect(
    file
      .split('\r\n')
      .slice(0, -1)
      .map((line) => Object.keys(JSON.parse(line))),
  ).toEqual(Array(2).fill(['serial', 'at', 'value', 'refused_of', 'refused_because']));
  expect(await load(file)).toMatchObject({ kind: 'readings', rejected: 2, ignored: [] });
  const mended = file.replace('"nobody"', '"cold"').replace('"x"', '2');
  expect(await load(mended)).toMatchObject({ kind: 'readings', accepted: 2, rejected: 0 });
  const telegram = '{"id":"99","meter":"x","timestamp":"2026-01-03T00:00:00Z","total_m3":3}';
  const telegrams = (await refusedOf(await load(`${telegram}\n`))) ?? '';
  expect(await load(telegrams.replace('"99"', '"11223344"'))).toMatchObject({ accepted: 1 });
});

it('that are longer than anybody keeps are refused again, and not forgotten', async () => {
  const long = `nobody;2026-01-01;1;${'x'.repeat(1 << 20)}`;
  const file = (await refusedOf(await load(`serial;at;value;note\n${long}\n`))) ?? '';
  expect(file).toMatch(/\r\n;;;;TOO_LONG: line 2\. /);
  expect(await load(file)).toMatchObject({ accepted: 0, rejected: 1 });
});
