import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../../server/database/open.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { addHouse, importText } from '../support.ts';

/** Files as the energy sector exchanges them: MSCONS, P1 telegrams, Eloverblik (tests/data/exchange). */

const folder = path.resolve(import.meta.dirname, '../../../data/exchange');
const text = (name: string) => readFileSync(path.join(folder, name), 'latin1');

let database: Database;
const load = (content: string | Iterable<string | Buffer>, options = {}) =>
  importText(database, content, options);

beforeAll(async () => {
  database = await createTestDatabase();
  await addHouse(database);
  const devices = [
    ...['DE0000000000000000000000000000001', 'DE0000000000000000000000000000002'],
    ...['571313100000000001', '571313100000000002', '1EMH001', 'E0012345'],
  ].map((serial) => `PL-1;${serial};ELECTRICITY;HOURLY\n`);
  const others = ['PL-1;W000001;COLD_WATER_METER;HOURLY\n', 'PL-1;H000002;ENERGY;HOURLY\n'];
  const head = 'works_no;serial;category;interval\n';
  expect(await load([head, ...devices, ...others])).toMatchObject({ rejected: 0 });
});
afterAll(() => database.close());

/** `at = value quality`, of volumes `from – at = value quality`, in order of time. */
async function stored(serial: string): Promise<string[]> {
  const { rows } = await database.pool.query(
    `SELECT at, at - duration_seconds * interval '1 second' AS begin, value, quality
     FROM stored_reading JOIN device ON device.id = device_id WHERE serial_number = $1 ORDER BY at`,
    [serial],
  );
  const time = (at: Date) => at.toISOString().slice(0, 16);
  return rows.map(
    ({ at, begin, value, quality }) =>
      `${begin ? `${time(begin)} – ` : ''}${time(at)} = ${value / 1e6} ${quality}`,
  );
}
const said = (rejections: readonly { line: number; code: string; message: string }[]) =>
  rejections.map(({ line, code, message }) => `${line} ${code} ${message}`);

describe('MSCONS', () => {
  it('gives the volumes of each point, and says of the others why not', async () => {
    const summary = await load(text('volumes.mscons'));
    expect(summary).toMatchObject({ kind: 'volumes', accepted: 3, rejected: 3 });
    expect(summary.understood).toContain('MSCONS');
    expect(await stored('DE0000000000000000000000000000001')).toEqual([
      '2026-03-29T00:45 – 2026-03-29T01:00 = 0.25 0',
      '2026-03-29T01:00 – 2026-03-29T01:15 = 0.5 2',
    ]);
    expect(await stored('DE0000000000000000000000000000002')).toEqual([
      '2026-03-29T00:45 – 2026-03-29T01:00 = 0.125 0',
    ]);
    expect(said(summary.rejections)).toEqual([
      '22 BAD_QUALITY The value is marked as not usable.',
      '25 MISSING_VALUE The value has no time.',
      expect.stringMatching(/^28 UNKNOWN_DEVICE .*«DE0000000000000000000000000000001\/2\.29\.0»/),
    ]);
    expect(await load(text('volumes.mscons'))).toMatchObject({ accepted: 0, duplicates: 3 });
  });

  it('gives what registers showed by the meter’s number, and takes nothing back', async () => {
    const summary = await load(text('readings.mscons'));
    expect(summary).toMatchObject({ kind: 'readings', accepted: 2, rejected: 2 });
    expect(await stored('1EMH001')).toEqual([
      '2026-03-26T23:00 = 1234.5 0',
      '2026-03-27T23:00 = 1240.25 0',
    ]);
    expect(said(summary.rejections)).toEqual([
      expect.stringMatching(/^15 UNKNOWN_DEVICE .*«1EMH001\/1\.8\.1»/),
      expect.stringMatching(/^23 REFUSED The message takes back an earlier one\./),
    ]);
  });

  it('is the same in pieces of any size, and with signs of its own', async () => {
    const whole = await load(text('readings.mscons'));
    const pieces = [...text('readings.mscons')].map((letter) => Buffer.from(letter));
    const signs: Record<string, string> = { '?:': ':', ':': '#', '+': '*', "'": '~' };
    const others = text('readings.mscons')
      .replace(/\?:|[:+']/g, (sign) => signs[sign] as string)
      .replace('1234.5', '1234,5');
    for (const content of [pieces, [`UNA#*,? ~${others}`]]) {
      const { accepted, duplicates, rejected } = await load(content);
      expect({ accepted, duplicates, rejected }).toEqual({
        accepted: 0,
        duplicates: 2,
        rejected: 2,
      });
    }
    expect(whole).toMatchObject({ duplicates: 2 });
  });

  it.each([
    ["UNB+UNOC:3+A+B+1+1'UNH+1+UTILMD:D:11A:UN:S2.1'BGM+E01+1+9'", /holds UTILMD D\.11A\..*D\.04B/],
    ["UNB+UNOC:3+A+B+1+1'UNH+1+MSCONS:D:96A:ZZ:E2DK02'BGM+Z01'", /holds MSCONS D\.96A\./],
    ["UNB+UNOC:3+A+B+1+1'", /holds no message\./],
    [`UNH+1+MSCONS:D:04B:UN:2.4c'${'x'.repeat(1_100_000)}`, /no ' ends it/],
  ])('other messages are refused in words (%#)', async (content, why) => {
    await expect(load(content)).rejects.toThrow(why);
  });
});

describe('telegrams of a P1 port', () => {
  it('are a reading of each meter behind it, a quarter of an hour at most', async () => {
    const summary = await load(text('dsmr5.p1'));
    expect(summary).toMatchObject({ kind: 'readings', accepted: 6, rejected: 2 });
    expect(summary.understood).toContain('DSMR P1');
    expect(await stored('E0012345')).toEqual([
      '2026-03-27T09:00 = 1234.5 0',
      '2026-03-28T09:00 = 1240.25 0',
    ]);
    expect(await stored('W000001')).toEqual([
      '2026-03-27T08:55 = 12.345 0',
      '2026-03-28T08:55 = 12.999 0',
    ]);
    expect(said(summary.rejections)).toEqual([
      expect.stringMatching(/^58 BAD_TELEGRAM The telegram’s checksum is another one/),
      expect.stringMatching(/^77 BAD_TELEGRAM The telegram doesn’t end\./),
    ]);
  });

  it('of the oldest meters have no checksum, and a time for the gas meter alone', async () => {
    const summary = await load(text('dsmr2.p1'));
    expect(summary).toMatchObject({ kind: 'readings', accepted: 1, rejected: 1 });
    expect((await stored('W000001'))[0]).toBe('2026-03-26T17:00 = 12 0');
    expect(said(summary.rejections)).toEqual([expect.stringMatching(/^1 MISSING_VALUE /)]);
  });

  it('with a figure that no meter sends lose that figure alone', async () => {
    const figure = `1.${'1'.repeat(200)}`;
    const lines = ['0-0:1.0.0(260327100000W)', '0-0:96.1.1(4530303132333435)'];
    const tariffs = [`1-0:1.8.1(${figure}*kWh)`, '1-0:1.8.2(2*kWh)', '!'];
    expect(await load(['/MTR5 ODD', ...lines, ...tariffs].join('\n'))).toMatchObject({
      accepted: 0,
      rejections: [{ code: 'BAD_VALUE' }],
    });
  });
});

describe('Eloverblik', () => {
  it('gives the intervals of a day with 25 hours, and of days', async () => {
    const summary = await load(text('eloverblik.json'), { fileName: 'timeseries.json' });
    expect(summary).toMatchObject({ kind: 'volumes', accepted: 26, rejected: 2 });
    const hours = await stored('571313100000000001');
    expect(hours).toHaveLength(24);
    expect([hours[0], hours[1], hours[3]]).toEqual([
      '2025-10-25T22:00 – 2025-10-25T23:00 = 0 0',
      '2025-10-25T23:00 – 2025-10-26T00:00 = 0.25 2',
      '2025-10-26T01:00 – 2025-10-26T02:00 = 0.75 0',
    ]);
    expect(await stored('571313100000000002')).toEqual([
      '2025-10-25T22:00 – 2025-10-26T23:00 = 5 0',
      '2025-10-26T23:00 – 2025-10-27T23:00 = 5.25 2',
    ]);
    expect(said(summary.rejections)).toEqual([
      '25 NO_VALUE The value is marked as not available.',
      expect.stringMatching(/^26 BAD_INTERVAL The point has no place in its period/),
    ]);
  });

  it.each([
    ['"resolution": "PT1H"', '"resolution": "hourly"'],
    ['"resolution": "PT1H"', '"resolution": "PT0H"'],
    ['"start": "2025-10-25T22:00:00Z",\n', '"start": "yesterday",\n'],
    ['"position": "2"', '"position": "900719925474099"'],
  ])('with %s as %s loses the points that it is about', async (sound, odd) => {
    const summary = await load(text('eloverblik.json').replaceAll(sound, odd));
    const codes = new Set(summary.rejections.map(({ code }) => code));
    expect(codes).toEqual(new Set(['BAD_INTERVAL', 'NO_VALUE']));
  });

  it('that isn’t whole is refused with the place', async () => {
    const broken = text('eloverblik.json').replace('"resolution": "PT1H",', '');
    await expect(load(broken)).rejects.toThrow(/isn’t whole.*resolution.*Fetch it again/);
    await expect(load(text('eloverblik.json').slice(0, 3000))).rejects.toThrow(/isn’t whole/);
  });
});
