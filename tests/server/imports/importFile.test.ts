import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isLongRun } from '../../../scripts/testing/seed.mjs';
import type { Database } from '../../../server/database/open.ts';
import { importFile } from '../../../server/imports/importFile.ts';
import { type TrialOptions, tryFile } from '../../../server/imports/tryFile.ts';
import { createTestDatabase } from '../../support/database.ts';

let database: Database;

async function load(content: string | Iterable<string>, options: object = {}) {
  return importFile(database, {
    stream: Readable.from(typeof content === 'string' ? [content] : content),
    fileName: 'test.csv',
    country: 'PL',
    timeZone: 'Europe/Warsaw',
    by: 'operator',
    now: new Date('2026-11-20T12:00:00Z'),
    ...options,
  });
}

const faultsOf = async (content: string) =>
  (await load(content)).rejections.map(({ line, code, message }) => `${line} ${code}: ${message}`);

beforeAll(async () => {
  database = await createTestDatabase();
  await load('works_id;works_no;name;address;city;zip_code\n1;PL-1;House;Lipowa 1;Kraków;31-001\n');
  await load(
    'works_no;tenant_no;tenant_name;address;installation_number\nPL-1;001;Nowak;Lipowa 1/1;1001\n',
  );
  await load(
    'works_no;serial;category;tenant_no;interval\nPL-1;cold;COLD_WATER_METER;001;DAILY\nPL-1;room;TEMPERATURE_LOGGER;001;HOURLY\nPL-1;heat;ENERGY;001;DAILY\n',
  );
});
afterAll(() => database.close());
beforeEach(() =>
  database.pool.query(
    'TRUNCATE reading, reading_pack, rollup, reading_question, import_run, import_rejection',
  ),
);

describe('an import of temperatures', () => {
  it('takes a day of a station, the last word counts, and names bad lines', async () => {
    const head = 'station;day;celsius\n';
    const result = await load(`${head}Kraków;2026-01-01;-3,5\nKraków;2026-01-02;4\n`);
    expect(result).toMatchObject({ kind: 'temperatures', accepted: 2, rejected: 0 });
    expect(
      await faultsOf(`${head}Kraków;2026-01-02;5.5\nKraków;32.01.2026;1\nKraków;2026-01-03;80\n`),
    ).toEqual([
      '3 BAD_DATE: day «32.01.2026» is no day such as 2026-01-31.',
      '4 BAD_NUMBER: celsius «80» is no mean temperature between -50 and 50 °C.',
    ]);
    const { rows } = await database.pool.query(
      'SELECT day, celsius FROM outdoor_temperature ORDER BY day',
    );
    expect(rows).toEqual([
      { day: '2026-01-01', celsius: -3.5 },
      { day: '2026-01-02', celsius: 5.5 },
    ]);
  });

  it('is of the importer’s market: another’s station of the same name stays as it is', async () => {
    const head = 'station;day;celsius\n';
    await load(`${head}Cieszyn;2026-01-01;1\n`);
    await load(`${head}Cieszyn;2026-01-01;40\n`, { country: 'CZ', timeZone: 'Europe/Prague' });
    const { rows } = await database.pool.query(
      `SELECT country, celsius FROM outdoor_temperature WHERE station = 'Cieszyn' ORDER BY country`,
    );
    expect(rows).toEqual([
      { country: 'CZ', celsius: 40 },
      { country: 'PL', celsius: 1 },
    ]);
  });

  it('of properties says whose station counts', async () => {
    const head = 'works_id;works_no;name;address;city;zip_code;weather_station\n';
    await load(
      `${head}2;PL-2;House;Lipowa 2;Kraków;31-001;Balice\n3;PL-3;House;Lipowa 3;Kraków;31-001;\n`,
    );
    const { rows } = await database.pool.query(
      'SELECT id, weather_station AS station FROM property WHERE id > 1 ORDER BY id',
    );
    expect(rows).toEqual([
      { id: 2, station: 'Balice' },
      { id: 3, station: null },
    ]);
  });
});

describe('an import of properties', () => {
  it('refuses a works_id of another market, in words, and takes the other lines', async () => {
    const head = 'works_id;works_no;name;address;city;zip_code\n';
    const result = await load(`${head}1;CZ-1;Dům;Dlouhá 1;Praha;110 00\n7;CZ-7;Dům;D 7;Praha;1\n`, {
      country: 'CZ',
      timeZone: 'Europe/Prague',
    });
    expect(result).toMatchObject({ accepted: 1, rejected: 1 });
    expect(result.rejections).toMatchObject([
      {
        line: 2,
        code: 'FOREIGN_PROPERTY',
        message: 'The works_id 1 belongs to a property of another market. Use one that is free.',
      },
    ]);
    const { rows } = await database.pool.query(
      'SELECT country, works_no AS "worksNo" FROM property WHERE id = ANY ($1) ORDER BY id',
      [[1, 7]],
    );
    expect(rows).toEqual([
      { country: 'PL', worksNo: 'PL-1' },
      { country: 'CZ', worksNo: 'CZ-7' },
    ]);
  });
});

describe('an import of readings', () => {
  it('takes long lines with any usual separator, decimal mark, date and unit', async () => {
    const result = await load(
      '\ufeffserial,at,value,unit\r\ncold,2026-01-01T00:00+01:00,"1,5",m3\r\ncold,02.01.2026 00:00,2500,l\r\nheat,2026-01-01,3.6,GJ\r\n',
    );
    expect(result).toMatchObject({ kind: 'readings', accepted: 3, rejected: 0 });
    const { rows } = await database.pool.query(
      'SELECT at, value FROM stored_reading ORDER BY value',
    );
    expect(rows).toEqual([
      { at: new Date('2025-12-31T23:00:00Z'), value: 1_500_000 },
      { at: new Date('2026-01-01T23:00:00Z'), value: 2_500_000 },
      { at: new Date('2025-12-31T23:00:00Z'), value: 1_000_000_000 },
    ]);
  });

  it('takes wide lines, where an empty cell is no reading', async () => {
    const result = await load('at;cold;room\n2026-01-01;10;21,5\n2026-01-02;11;\n2026-01-03;;-3\n');
    expect(result).toMatchObject({ kind: 'wide', accepted: 4, rejected: 0 });
  });

  it('names each bad line and why, and takes the others', async () => {
    expect(
      await faultsOf(
        [
          'serial;at;value;unit;quality',
          'cold;2026-13-01;1;;',
          'unknown;2026-01-01;1;;',
          'cold;2026-01-01;-5;;',
          'cold;2026-01-01;ten;;',
          'cold;2026-01-01;1;kWh;',
          'cold;2026-03-29T02:30;1;;',
          'cold;2026-01-01;1;;9',
          'cold;2026-01-02;7;;',
          'cold;2026-01-02;8;;',
          '',
        ].join('\n'),
      ),
    ).toEqual([
      '2 BAD_DATE: «2026-13-01» is no date. Write it like 2026-03-29T14:00 or 29.03.2026 14:00.',
      '3 UNKNOWN_DEVICE: There is no device «unknown» in PL. Import its device first.',
      "4 NEGATIVE: «-5» is below zero, which a register can't be.",
      '5 BAD_VALUE: «ten» is no number. Write it like 123.456.',
      "6 WRONG_UNIT: The device counts in m³; «kWh» doesn't fit. Use one of m³, m3, l.",
      '7 BAD_DATE: There was no «2026-03-29T02:30» in Europe/Warsaw: the clock was put forward.',
      '8 BAD_QUALITY: Quality «9» is none of 0 (measured), 1 (interpolated), 2 (estimated).',
      '10 CONFLICT: Another value is stored for 2026-01-01T23:00:00.000Z; it stays. Import it as a correction if this one is right.',
    ]);
    expect((await database.pool.query('SELECT FROM stored_reading')).rowCount).toBe(1);
  });

  it('tells the doubled hour of October by the order of lines', async () => {
    await load('serial;at;value\nroom;25.10.2026 02:30;20\nroom;25.10.2026 02:30;21\n');
    const { rows } = await database.pool.query('SELECT at FROM stored_reading ORDER BY at');
    expect(rows.map(({ at }) => at.toISOString())).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T01:30:00.000Z',
    ]);
  });

  it('tells it also where a piece of the file ends in between', async () => {
    const lines = Array.from({ length: 2000 }, (_, index) => {
      const at = new Date(Date.UTC(2026, 0, 1) + index * 3_600_000).toISOString();
      return `room;${at};20`;
    });
    // The first of seven pieces has 286 lines.
    lines[285] = 'room;25.10.2026 02:30;20';
    lines[286] = 'room;25.10.2026 02:30;21';
    await load(`serial;at;value\n${lines.join('\n')}\n`);
    const { rows } = await database.pool.query(
      `SELECT at FROM stored_reading WHERE at > '2026-10-01' ORDER BY at`,
    );
    expect(rows).toHaveLength(2);
  });

  it('finds only duplicates the second time', async () => {
    const content = 'serial;at;value\ncold;2026-01-01;1\ncold;2026-01-02;2\n';
    expect(await load(content)).toMatchObject({ accepted: 2, duplicates: 0 });
    expect(await load(content)).toMatchObject({ accepted: 0, duplicates: 2, rejected: 0 });
  });

  it('refuses a file without its columns, an empty one, and one that the caller may not import', async () => {
    await expect(load('serial;when;value\ncold;2026-01-01;1\n')).rejects.toThrow(
      'Found: serial, when, value. Most like readings, which also needs: at.',
    );
    await expect(load('')).rejects.toThrow('The file is empty.');
    await expect(load('works_no;serial;category\n', { only: ['readings'] })).rejects.toThrow(
      'This takes readings, but the file holds devices.',
    );
  });

  // Long lines, so that few of them pass the first MiB, by which a file is known, and fill a batch.
  const note = 'x'.repeat(400);
  const whole = 12_000;
  const brokenOff = 11_000;

  it('goes on after a crash where the last whole batch ended', async () => {
    const lines = function* (breakAt = Number.POSITIVE_INFINITY) {
      yield 'serial;at;value;note\n';
      for (let index = 0; index < whole; index++) {
        if (index === breakAt) throw new Error('the connection broke');
        yield `room;${new Date(Date.UTC(2020, 0, 1) + index * 3_600_000).toISOString()};${index % 40};${note}\n`;
      }
    };
    await expect(load(lines(brokenOff))).rejects.toThrow('the connection broke');
    const { rows } = await database.pool.query('SELECT id, lines, status FROM import_run');
    expect(rows).toEqual([
      { id: expect.any(Number), lines: expect.any(Number), status: 'RUNNING' },
    ]);
    const result = await load(lines());
    expect(result).toMatchObject({
      importId: rows[0].id,
      accepted: whole,
      duplicates: 0,
      rejected: 0,
    });
    expect((await database.pool.query('SELECT FROM stored_reading')).rowCount).toBe(whole);
  }, 180_000);

  it('doesn’t take another file, which begins alike, for the one that was broken off', async () => {
    const instant = (index: number) =>
      new Date(Date.UTC(2020, 0, 1) + index * 3_600_000).toISOString();
    const other = '2020-01-01T00:30:00.000Z';
    const lines = function* ({ breakAt = 0, change = 0 }) {
      yield 'serial;at;value;note\n';
      for (let index = 1; index <= whole; index++) {
        if (index === breakAt) throw new Error('the connection broke');
        yield `room;${index === change ? other : instant(index)};20;${note}\n`;
      }
    };
    const isStored = async () =>
      (await database.pool.query('SELECT FROM stored_reading WHERE at = $1', [other])).rowCount;
    await expect(load(lines({ breakAt: brokenOff }))).rejects.toThrow('the connection broke');
    // The change comes behind the first MiB, and before what is stored.
    const corrected = () => load(lines({ change: 5_000 }));
    await expect(corrected()).rejects.toEqual(
      expect.objectContaining({
        code: 'CONFLICT',
        message: expect.stringMatching(/isn’t the same up to line \d{4,}\..* send it again/),
      }),
    );
    expect(await isStored()).toBe(0);
    const { accepted, duplicates } = await corrected();
    expect(accepted + duplicates).toBe(whole);
    expect(await isStored()).toBe(1);
    // What was broken off still goes on where it was.
    expect(await load(lines({}))).toMatchObject({ lines: whole + 1, rejected: 0 });
    const { rows } = await database.pool.query('SELECT status FROM import_run');
    expect(rows).toEqual([{ status: 'FINISHED' }, { status: 'FINISHED' }]);
  }, 180_000);

  describe('by two at once', () => {
    const content = [
      'serial;at;value',
      ...Array.from(
        { length: 2000 },
        (_, index) => `room;${new Date(Date.UTC(2020, 0, 1) + index * 3_600_000).toISOString()};20`,
      ),
      '',
    ].join('\n');
    const takenOver = expect.objectContaining({
      code: 'CONFLICT',
      message: expect.stringContaining('The same file was sent again meanwhile'),
    });
    const runs = async () =>
      (await database.pool.query('SELECT status, lines, accepted FROM import_run')).rows;

    it('is stored once: the later one goes on, the first ends in words', async () => {
      // Where the first waits for its turn, the second comes, and is through before it.
      let second: Promise<unknown> = Promise.resolve();
      const first = load(content, {
        turn: {
          isWanted: () => false,
          take: async <T>(work: () => Promise<T>) => {
            second = load(content);
            await second;
            return work();
          },
        },
      });
      await expect(first).rejects.toEqual(takenOver);
      expect(await second).toMatchObject({ accepted: 2000, duplicates: 0 });
      expect(await runs()).toEqual([{ status: 'FINISHED', lines: 2001, accepted: 2000 }]);
    });

    it('that begin in the same moment share no run either', async () => {
      const both = await Promise.allSettled([load(content), load(content)]);
      const done = both.filter(({ status }) => status === 'fulfilled');
      const failed = both.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
      expect(done.length).toBeGreaterThan(0);
      for (const reason of failed) expect(reason).toEqual(takenOver);
      const stored = await runs();
      expect(stored.filter(({ status }) => status !== 'FINISHED')).toEqual([]);
      expect(stored.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(2000);
    });
  });

  const many = isLongRun() ? 1_000_000 : 30_000;
  it(`takes ${many} lines, three of them bad`, async () => {
    const bad = new Map([
      [5, 'room;yesterday;20\n'],
      [many / 2, 'nobody;2020-01-01;20\n'],
      [many - 2, 'room;2020-01-01;warm\n'],
    ]);
    const lines = function* () {
      yield 'serial;at;value\n';
      for (let index = 0; index < many; index++) {
        const at = new Date(Date.UTC(2018, 0, 1) + index * 240_000).toISOString();
        yield bad.get(index) ?? `room;${at};${(index % 400) / 10}\n`;
      }
    };
    const result = await load(lines());
    expect(result).toMatchObject({ lines: many + 1, accepted: many - 3, rejected: 3 });
    expect(result.rejections.map(({ line, code }) => [line, code])).toEqual([
      [7, 'BAD_DATE'],
      [many / 2 + 2, 'UNKNOWN_DEVICE'],
      [many, 'BAD_VALUE'],
    ]);
  }, 240_000);
});

describe('a trial', () => {
  const tried = (content: string, more: Partial<TrialOptions> = {}) =>
    tryFile(database, {
      stream: Readable.from([content]),
      country: 'PL',
      timeZone: 'Europe/Warsaw',
      by: 'operator',
      now: new Date('2026-11-20T12:00:00Z'),
      ...more,
    });
  /** All that is stored. */
  const stored = async () => {
    const tables = [
      'property',
      'tenant',
      'device',
      'stored_reading',
      'device_error',
      'installation',
    ];
    const rows = tables.map((name) => database.pool.query(`SELECT * FROM ${name} ORDER BY 1, 2`));
    return (await Promise.all(rows)).map(({ rows: found }) => found);
  };

  it.each([
    ['properties', 'works_id;works_no;name;address;city;zip_code\n8;PL-8;Dom;Ul. 8;Łódź;90-001\n'],
    ['devices', 'works_no;serial;category\nPL-1;tried;COLD_WATER_METER\nPL-9;x;HCA\n'],
    ['readings', 'serial;at;value\ncold;2026-05-01;1\ncold;2026-05-01;1\ncold;2026-05-01;2\n'],
    ['wide', 'at;cold;room;none\n2026-05-02;2;20;1\n2026-05-03;3;x;1\n'],
    ['device_errors', 'serial;at;error\ncold;2026-05-01;LEAK\nnone;2026-05-01;LEAK\n'],
    ['installations', 'serial;installed_from;start_index\ncold;2026-04-01;0\n'],
  ])('of %s says what an import does, and writes nothing', async (kind, content) => {
    const before = await stored();
    const { lines: _, ...said } = await tried(content);
    expect(await stored()).toEqual(before);
    const { accepted, duplicates, rejected, rejections } = await load(content);
    expect(said).toMatchObject({ kind, accepted, duplicates, rejected, rejections });
    expect(await stored()).not.toEqual(before);
  });

  it('that takes too long counts the lines that are left', async () => {
    const content = 'serial;at;value\ncold;2026-06-01;1\ncold;2026-06-02;x\n';
    const trial = await tried(content, { maxMilliseconds: -1 });
    expect(trial).toMatchObject({ lines: 2, tried: 0, accepted: 0, rejected: 0 });
    expect(trial.shown.map(({ number }) => number)).toEqual([2, 3]);
  });

  it('ends when nobody waits for it', async () => {
    const content = 'serial;at;value\ncold;2026-06-01;1\n';
    await expect(tried(content, { stopping: AbortSignal.abort() })).rejects.toThrow();
  });
});
