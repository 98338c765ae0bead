import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { drawBySeed, isLongRun } from '../../scripts/testing/seed.mjs';
import type { Database } from '../../server/database/open.ts';
import { type DaiadSummary, importDaiad, openCsv } from '../../server/imports/daiad.ts';
import { createTestDatabase } from '../support/database.ts';

/** The real readings, imported, against sums made here straight from the file in another way. */

const whole = path.resolve(import.meta.dirname, '../data/daiad-water-2016/daiad-water-2016.zip');
/** Of its 92 households a plain run takes so many. */
const share = 20;
/** Two meters' registers stand under its name, by turns. */
const interleaved = '9348c9bb';
const hour = 3_600_000;
const summerBegin = Date.UTC(2016, 2, 27, 1);
const summerEnd = Date.UTC(2016, 9, 30, 1);
const monthStarts = Array.from({ length: 12 }, (_, index) => {
  const winter = Date.UTC(2016, 2 + index, 1) - hour;
  return winter >= summerBegin && winter < summerEnd ? winter - hour : winter;
});

/** Spain's clock: an hour ahead of UTC, two in summer. */
function instantOf(text: string, before: number): number {
  const [day, month, year, h, m, s] = text.split(/[/ :]/).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const local = Date.UTC(year, month - 1, day, h, m, s);
  const inSummer = local - 2 * hour;
  const isSummer = inSummer >= summerBegin && inSummer < summerEnd;
  if (!isSummer) return local - hour;
  const isDoubled = local - hour >= summerEnd && before >= inSummer;
  return isDoubled ? local - hour : inSummer;
}

interface Sample {
  readonly file: string;
  readonly lines: number;
  readonly households: number;
}

/** The file, or in a plain run a copy with some households, drawn by seed. */
async function takeSample(folder: string): Promise<Sample> {
  if (isLongRun()) return { file: whole, lines: 674_019, households: 92 };
  const lines: string[] = [];
  for await (const line of createInterface({ input: await openCsv(whole) })) lines.push(line);
  const userOf = (line: string) => line.slice(0, line.indexOf(';'));
  const [header = '', ...rows] = lines;
  const users = [...new Set(rows.map(userOf))].filter((user) => !user.startsWith(interleaved));
  const drawn = new Set(drawBySeed(users, share - 1, 'households'));
  const kept = rows.filter((line) => drawn.has(userOf(line)) || line.startsWith(interleaved));
  const file = path.join(folder, 'sample.zip');
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from([header, ...kept].join('\n')), 'sample.csv');
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
  return { file, lines: kept.length, households: share };
}

async function readRaw(file: string) {
  const meters = new Map<string, Map<number, number>>();
  const last = new Map<string, number>();
  let lines = 0;
  for await (const line of createInterface({ input: await openCsv(file) })) {
    const [user, datetime, register] = line.split(';');
    if (!user || !datetime?.includes('/')) continue;
    lines++;
    const at = instantOf(datetime, last.get(user) ?? 0);
    last.set(user, at);
    const meter = meters.get(user) ?? new Map<number, number>();
    meters.set(user, meter);
    if (!meter.has(at)) meter.set(at, Number(register));
  }
  return { lines, meters };
}

/** Litres in a month, or why the file doesn't say. */
function monthOf(readings: readonly (readonly [number, number])[], from: number, until: number) {
  const edge = (at: number): number | undefined => {
    const next = readings.findIndex(([instant]) => instant >= at);
    const [t1, r1] = readings[next] ?? [];
    const [t0, r0] = readings[next - 1] ?? [];
    if (t1 === undefined || r1 === undefined || t0 === undefined || r0 === undefined)
      return undefined;
    if (t1 === at) return r1;
    return t1 - t0 > 6 * hour ? undefined : r0 + ((r1 - r0) * (at - t0)) / (t1 - t0);
  };
  const begin = edge(from);
  const end = edge(until);
  const inside = readings.filter(([at]) => at >= from - 6 * hour && at <= until + 6 * hour);
  const falls = inside.some(([, register], index) => register < (inside[index - 1]?.[1] ?? 0));
  if (begin === undefined || end === undefined) return 'edge';
  return falls ? 'fall' : end - begin;
}

describe('the real data set', () => {
  let database: Database;
  let summary: DaiadSummary;
  let sample: Sample;
  const folder = mkdtempSync(path.join(tmpdir(), 'meterhouse-daiad-'));

  beforeAll(async () => {
    sample = await takeSample(folder);
    database = await createTestDatabase();
    summary = await importDaiad(database, { file: sample.file, country: 'PL' });
  }, 180_000);
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await database.close();
  });

  it('is taken line by line: nothing is lost, doubled local times are told apart', () => {
    expect(summary.lines).toBe(sample.lines);
    const { stored, duplicates, conflicts, rejected } = summary;
    expect(stored + duplicates + conflicts + rejected).toBe(summary.lines);
    expect(rejected).toBe(0);
    // The file's 78 doubled local times lie in the doubled hour of October, which its order tells apart.
    expect(duplicates + conflicts).toBeLessThanOrEqual(78);
  });

  it('has the same monthly sums as the raw file', async () => {
    const { meters } = await readRaw(sample.file);
    expect(meters.size).toBe(sample.households);
    const { rows } = await database.pool.query<{
      serial: string;
      chunk: string;
      volumes: (number | null)[];
    }>(
      `SELECT serial_number AS serial, chunk, volumes FROM rollup
       JOIN device ON device.id = subject_id AND device.property_id = rollup.property_id
       WHERE subject_kind = 0 AND timeframe = 3`,
    );
    const volumes = new Map<string, number | null>();
    for (const { serial, chunk, volumes: months } of rows) {
      months.forEach((volume, index) => {
        volumes.set(`${serial} ${chunk.slice(0, 4)}-${index + 1}`, volume);
      });
    }
    const seen = { compared: 0, edge: 0, fall: 0 };
    const wrong: string[] = [];
    for (const [user, meter] of meters) {
      const readings = [...meter].sort(([a], [b]) => a - b);
      // Without the last month, whose end the file doesn't reach.
      for (const [index, from] of monthStarts.slice(0, -1).entries()) {
        const expected = monthOf(readings, from, monthStarts[index + 1] as number);
        if (typeof expected === 'string') {
          seen[expected as 'edge' | 'fall']++;
          continue;
        }
        seen.compared++;
        const month = index + 2;
        const key = `${user} ${2016 + Math.floor(month / 12)}-${(month % 12) + 1}`;
        const stored = volumes.get(key);
        // Each of the two edges is rounded to a millilitre once.
        if (stored == null || Math.abs(stored - expected * 1000) > 1) {
          wrong.push(`${key}: stored ${stored}, file ${expected * 1000}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    // Compared, without a near reading at an edge, with a falling register: of all 1,012 meter-months
    // more than 700 can be compared.
    expect(seen.compared).toBeGreaterThan(isLongRun() ? 700 : 5 * sample.households);
    expect(seen.compared + seen.edge + seen.fall).toBe(11 * sample.households);
  });

  it('asks about the registers that two meters interleave', async () => {
    const { rows } = await database.pool.query(
      `SELECT count(*) AS count FROM reading_question JOIN device ON device.id = device_id
       WHERE serial_number LIKE $1`,
      [`${interleaved}%`],
    );
    expect(rows[0].count).toBeGreaterThan(0);
  });
});
