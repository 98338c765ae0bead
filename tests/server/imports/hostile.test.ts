import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { createTestDatabase } from '../../support/database.ts';
import { addHouse, importText } from './support.ts';

/** Files that no sound program writes: none may stop the rest of a file, or the portal. */

let database: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  await addHouse(database);
});
afterAll(() => database.close());
beforeEach(() =>
  database.pool.query(
    'TRUNCATE reading, reading_pack, rollup, reading_question, device_state, device_error, import_run, import_rejection',
  ),
);

const statuses = async () =>
  (await database.pool.query('SELECT status FROM import_run ORDER BY id')).rows.map(
    ({ status }) => status,
  );
const countKept = async () =>
  (await database.pool.query('SELECT count(*) AS count FROM import_rejection')).rows[0].count;

const properties = 'works_id;works_no;name;address;city;zip_code';
const periods = 'works_no;period_begin;period_end';
const tenants = 'works_no;tenant_no;tenant_name;address;installation_number;moved_in';
const tenant = (no: string, day: string) => `PL-1;${no};Nowak;Lipowa;1;${day}`;
const telegram = (more: object) =>
  JSON.stringify({ id: '11223344', meter: 'x', timestamp: '2026-01-02T00:00:00Z', ...more });
const noise = Array.from({ length: 9000 }, (_, index) => (index * 7919).toString(36)).join('');

describe('a bad line between two good ones is rejected alone', () => {
  it.each<[name: string, head: string, good: [string, string], bad: string, code: string]>([
    [
      'an impossible day',
      periods,
      ['PL-1;2024-01-01;2024-12-31', 'PL-1;2025-01-01;2025-12-31'],
      'PL-1;2026-02-31;2026-12-31',
      'BAD_DATE',
    ],
    [
      'the year 0000',
      periods,
      ['PL-1;2024-01-01;2024-12-31', 'PL-1;2025-01-01;2025-12-31'],
      'PL-1;0000-01-01;2023-12-31',
      'BAD_DATE',
    ],
    [
      'a tenant of year 0000',
      tenants,
      [tenant('1', ''), tenant('2', '2020-01-31')],
      tenant('3', '0000-01-01'),
      'BAD_DATE',
    ],
    [
      'NUL',
      'serial;at;error',
      ['cold;2026-01-01;A', 'cold;2026-01-01;B'],
      'cold;2026-01-01;T\0X',
      'BAD_TEXT',
    ],
    [
      'NUL in an unknown device',
      'serial;at;value',
      ['cold;2026-01-01;1', 'cold;2026-01-02;2'],
      'co\0ld;2026-01-01;1',
      'BAD_TEXT',
    ],
    [
      'a name of two lines',
      tenants,
      [tenant('1', ''), tenant('2', '2020-01-31')],
      tenant('3', '').replace('Nowak', '"Jan Nowak\nAnna Nowak"'),
      'BAD_NAME',
    ],
    [
      'a name that is turned around',
      tenants,
      [tenant('1', ''), tenant('2', '2020-01-31')],
      tenant('3', '').replace('Nowak', 'No\u202ekaw'),
      'BAD_NAME',
    ],
    [
      'text behind a closing quote',
      'serial;at;value',
      ['cold;2026-01-01;1', 'cold;2026-01-02;2'],
      '"cold"x;2026-01-03;3',
      'BAD_CSV',
    ],
    [
      'a quote that nothing closes',
      'serial;at;value',
      ['cold;2026-01-01;1', 'cold;2026-01-02;2'],
      'cold;2026-01-03;"3',
      'BAD_CSV',
    ],
    [
      'a unit that is a property of every object',
      'serial;at;value;unit',
      ['cold;2026-01-01;1;', 'cold;2026-01-02;2;m3'],
      'cold;2026-01-03;3;constructor',
      'WRONG_UNIT',
    ],
    [
      'an impossible day with an offset',
      'serial;at;value',
      ['cold;2026-01-01;1', 'cold;2026-01-02;2'],
      'cold;2026-02-31T00:00:00Z;3',
      'BAD_DATE',
    ],
    [
      'a text too long for an index',
      properties,
      ['11;PL-11;H;A;C;Z', '12;PL-12;H;A;C;Z'],
      `13;${noise};H;A;C;Z`,
      'TOO_LONG',
    ],
    [
      'a number that another property has',
      properties,
      ['21;PL-21;H;A;C;Z', '22;PL-22;H;A;C;Z'],
      '23;PL-21;H;A;C;Z',
      'NOT_STORED',
    ],
    [
      'a line of two megabytes',
      'serial;at;value',
      ['cold;2026-01-01;1', 'cold;2026-01-02;2'],
      `cold;2026-01-03;${'9'.repeat(2 << 20)}`,
      'TOO_LONG',
    ],
    [
      'a factor beyond all numbers',
      'serial;installed_from;factor',
      ['heat;2026-01-01;1', 'heat;2026-02-01;1'],
      'heat;2026-03-01;-1',
      'BAD_NUMBER',
    ],
    [
      'a telegram of nested nonsense',
      telegram({ total_m3: 1 }),
      [
        telegram({ total_m3: 1, timestamp: '2026-01-03T00:00:00Z' }),
        telegram({ total_m3: 2, timestamp: '2026-01-04T00:00:00Z' }),
      ],
      telegram({ total_m3: { toString: 1 }, status: { toString: 1 } }),
      'BAD_VALUE',
    ],
    [
      'a telegram with half of a character',
      telegram({ total_m3: 1 }),
      [
        telegram({ total_m3: 1, timestamp: '2026-01-03T00:00:00Z' }),
        telegram({ total_m3: 2, timestamp: '2026-01-04T00:00:00Z', status: String.raw`\u0000` }),
      ],
      telegram({ total_m3: 3, status: 'A\ud800B' }),
      'BAD_TEXT',
    ],
    [
      'a telegram with NUL',
      telegram({ total_m3: 1 }),
      [
        telegram({ total_m3: 1, timestamp: '2026-01-03T00:00:00Z' }),
        telegram({ total_m3: 2, timestamp: '2026-01-04T00:00:00Z' }),
      ],
      telegram({ total_m3: 3, status: 'A\0B' }),
      'BAD_TEXT',
    ],
  ])('%s', async (_name, head, [first, second], bad, code) => {
    const result = await importText(database, `${head}\n${first}\n${bad}\n${second}\n`);
    expect(result.rejections.map((one) => [one.line, one.code])).toEqual([[3, code]]);
    expect(result.rejections[0]?.content.length).toBeLessThanOrEqual(500);
    expect(result.accepted + result.duplicates).toBe(head.startsWith('{') ? 3 : 2);
    expect(await statuses()).toEqual(['FINISHED']);
  });

  it('an inner quote is a character like any other, and a quoted cell may span lines', async () => {
    const result = await importText(
      database,
      `${tenants}\nPL-1;1;5" pipe;L;1;\nPL-1;2;"N. ""O"" P";L;1;\nPL-1;3;N;"first\nsecond";1;\n`,
    );
    expect(result).toMatchObject({ accepted: 3, rejected: 0 });
    const { rows } = await database.pool.query(
      `SELECT tenant_name AS name, address FROM tenant WHERE tenant_no IN ('1', '2', '3') ORDER BY tenant_no`,
    );
    expect(rows.map(({ name, address }) => [name, address])).toEqual([
      ['5" pipe', 'L'],
      ['N. "O" P', 'L'],
      ['N', 'first\nsecond'],
    ]);
  });

  it('takes a header in capitals', async () => {
    const result = await importText(database, 'Serial;AT;Value\ncold;2026-01-01;1\n');
    expect(result).toMatchObject({ accepted: 1, rejected: 0 });
  });

  it('rejects what the database refuses in one piece once there is too much of it', async () => {
    const lines = Array.from({ length: 3000 }, (_, index) => `${100 + index};SAME;H;A;C;Z`);
    const started = performance.now();
    const result = await importText(database, `${properties}\n${lines.join('\n')}\n`);
    expect(result.accepted).toBeLessThan(2);
    expect(result.accepted + result.rejected).toBe(3000);
    expect(performance.now() - started).toBeLessThan(60_000);
    expect(await statuses()).toEqual(['FINISHED']);
  });
});

describe('a file beyond all measure', () => {
  it('of a thousand unknown columns keeps a rejection a line and counts the cells', async () => {
    const columns = Array.from({ length: 1000 }, (_, index) => `unknown-${index}`);
    const cells = columns.map(() => '12345').join(';');
    const lines = Array.from(
      { length: 200 },
      (_, index) => `2026-01-01T0${index % 10}:00;${cells}`,
    );
    const started = performance.now();
    const result = await importText(database, `at;${columns.join(';')}\n${lines.join('\n')}\n`);
    expect(performance.now() - started).toBeLessThan(20_000);
    expect(result).toMatchObject({ accepted: 0, rejected: 200_000 });
    expect(result.rejections).toHaveLength(100);
    expect(result.rejections[0]?.message).toContain('999 more');
    expect(await countKept()).toBe(200);
  });

  it('keeps the first thousand rejections and counts the rest, also when it goes on', async () => {
    const lines = (broken: boolean) =>
      (function* () {
        yield 'serial;at;value\n';
        for (let index = 0; index < 60_000; index++) {
          if (broken && index === 50_000) throw new Error('the connection broke');
          yield `nobody-${index};2026-01-01;twelve and a bit\n`;
        }
      })();
    await expect(importText(database, lines(true))).rejects.toThrow('the connection broke');
    const result = await importText(database, lines(false));
    expect(result).toMatchObject({ accepted: 0, rejected: 60_000 });
    expect(await countKept()).toBe(1000);
  });

  it('of too many columns is refused', async () => {
    const header = Array.from({ length: 10_001 }, (_, index) => `c${index}`).join(';');
    await expect(importText(database, `at;${header}\n2026-01-01;1\n`)).rejects.toThrow(
      'The file has 10002 columns. At most 10000',
    );
  });

  it('of too many bytes is refused, and what came before stays', async () => {
    const lines = function* () {
      yield 'serial;at;value\n';
      for (;;) yield `cold;2026-01-01;1;${'x'.repeat(400)}\n`;
    };
    await expect(importText(database, lines(), { maxBytes: 20_000_000 })).rejects.toMatchObject({
      code: 'TOO_LARGE',
    });
  });

  it('that stops coming is given up, and goes on behind what is stored', async () => {
    const lines = 45_000;
    // So that a few batches of four megabytes come before the end.
    const words = 'twelve and a bit '.repeat(12);
    const pieces = async function* (isStalled: boolean) {
      yield 'serial;at;value\n';
      for (let index = 0; index < lines; index++) {
        if (isStalled && index === lines - 1) await new Promise(() => undefined);
        yield `nobody-${index};2026-01-01;${words}\n`;
      }
    };
    const load = (isStalled: boolean) => {
      const stream = Readable.from(pieces(isStalled));
      return importText(database, [], { stream, idleMilliseconds: 2000 });
    };
    await expect(load(true)).rejects.toMatchObject({
      code: 'UPLOAD_STALLED',
      status: 408,
      message: expect.stringMatching(/for 2 seconds, .* up to line [1-9]\d+ is stored/),
    });
    const { rows } = await database.pool.query('SELECT lines, rejected, status FROM import_run');
    expect(rows).toEqual([
      { lines: expect.any(Number), rejected: rows[0].lines - 1, status: 'RUNNING' },
    ]);
    expect(await load(false)).toMatchObject({ accepted: 0, rejected: lines });
  }, 60_000);

  it('is imported in flat memory, whatever its lines weigh', async () => {
    const lines = function* () {
      yield 'serial;at;error\n';
      const cell = Buffer.alloc(1_000_000, 'x');
      for (let index = 0; index < 900; index++) {
        yield Buffer.from('cold;2026-01-01;');
        yield cell;
        yield Buffer.from('\n');
      }
    };
    const before = process.memoryUsage.rss();
    let most = 0;
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss() - before);
    }, 20);
    const result = await importText(database, lines());
    clearInterval(timer);
    expect(result).toMatchObject({ accepted: 0, rejected: 900 });
    expect(most / 1e6).toBeLessThan(400);
  }, 60_000);
});
