import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { proposeExplanation } from '../../../server/metering/explanations.ts';
import { addDevice, addProperty, addReadings } from '../../support/builders.ts';
import { createTestDatabase } from '../../support/database.ts';
import { type Caller, createCaller } from './support/caller.ts';

const now = new Date('2026-11-20T12:00:00Z');
const day = 86_400_000;
const begin = Date.parse('2026-11-01T00:00:00+01:00');
let database: Database;
let caller: Caller;
const support = 1;

beforeAll(async () => {
  database = await createTestDatabase();
  caller = createCaller(database, () => now);
});
beforeEach(async () => {
  await database.pool.query(
    `TRUNCATE property, device, installation, reading, reading_pack, rollup, reading_question, reading_correction,
       reading_explanation, device_state, import_run, import_rejection RESTART IDENTITY`,
  );
  await addProperty(database, { id: 1, name: 'House' });
  await addProperty(database, { id: 2, country: 'CZ' });
});
afterAll(() => database.close());

/** A daily meter that shows these values at midnights, the last of them of today. */
async function meter(values: readonly number[], propertyId = 1): Promise<number> {
  const deviceId = await addDevice(database, { propertyId });
  const first = begin + (20 - values.length) * day;
  await addReadings(
    database,
    { propertyId, deviceId },
    values.map((value, index) => ({ at: first + index * day, value })),
  );
  return deviceId;
}

const questions = async () =>
  (await caller.ask(support, 'readingQuestion.list', { query: {} })).content;

async function answer(explanation: string, question = 'DROP') {
  const asked = (await questions()).find((one) => one.question === question);
  const { property, device, at } = asked as NonNullable<typeof asked>;
  const body = { property, device, at, question, explanation };
  return caller.ask(support, 'readingQuestion.answer', { body } as never);
}

async function volumes(deviceId: number): Promise<(number | null)[]> {
  const { rows } = await database.pool.query(
    `SELECT volumes FROM rollup WHERE subject_kind = 0 AND subject_id = $1 AND timeframe = 1`,
    [deviceId],
  );
  const known = rows[0].volumes.map((one: number | null) => one && one / 1e6);
  return known.slice(known.findIndex((one: number | null) => one !== null));
}

describe('questions about readings', () => {
  it('lists drops, gaps and silent devices of the country, each with what is most likely', async () => {
    await meter([500, 501, 3, 4]);
    await meter([500, 501, 3, 4], 2);
    const gone = await addDevice(database, { propertyId: 1 });
    await addReadings(database, { propertyId: 1, deviceId: gone }, [
      { at: begin - 200 * day, value: 1 },
      { at: begin - 150 * day, value: 2 },
    ]);
    expect(
      (await questions()).map(({ question, propertyName, previousValue, value, proposal }) => [
        ...[question, propertyName, previousValue, value, proposal],
      ]),
    ).toEqual([
      ['DROP', 'House', 501, 3, 'EXCHANGE'],
      ['SILENT', 'House', 2, 2, 'DISMOUNTED'],
      ['GAP', 'House', 1, 2, 'OUT_OF_ORDER'],
    ]);
    const filtered = await caller.ask(support, 'readingQuestion.list', {
      query: { filter: ['question:GAP|SILENT'], size: 1, page: 1 },
    });
    expect(filtered).toMatchObject({ total: 2, content: [{ question: 'GAP' }] });
  });

  it('an exchange begins a new register', async () => {
    const deviceId = await meter([500, 501, 3, 4]);
    expect(await volumes(deviceId)).toEqual([1, null, 1, ...Array(13).fill(null)].slice(0, 14));
    await answer('EXCHANGE');
    expect((await volumes(deviceId)).slice(0, 3)).toEqual([1, 3, 1]);
    expect(await questions()).toEqual([]);
  });

  it('an impossible rise counts once it is confirmed', async () => {
    const deviceId = await meter([500, 501, 9000, 9001]);
    expect((await volumes(deviceId)).slice(0, 3)).toEqual([1, null, 1]);
    expect(await questions()).toEqual([
      expect.objectContaining({ question: 'RISE', proposal: 'EXCHANGE', value: 9000 }),
    ]);
    await answer('CONFIRMED', 'RISE');
    expect((await volumes(deviceId)).slice(0, 3)).toEqual([1, 8499, 1]);
    expect(await questions()).toEqual([]);
  });

  it('a reading that the register falls back from is left out, and struck out on request', async () => {
    const deviceId = await meter([500, 501, 9000, 502]);
    expect((await volumes(deviceId)).slice(0, 3)).toEqual([1, 0.5, 0.5]);
    expect(await questions()).toEqual([
      expect.objectContaining({ question: 'RISE', proposal: 'CORRECTION', value: 9000 }),
    ]);
    await answer('CORRECTION', 'RISE');
    expect((await volumes(deviceId)).slice(0, 3)).toEqual([1, 0.5, 0.5]);
    expect(await questions()).toEqual([]);
  });

  it('a used meter’s index is no consumption', async () => {
    const deviceId = await meter([500, 501, 300, 301]);
    await answer('EXCHANGE');
    expect((await volumes(deviceId)).slice(0, 3)).toEqual([1, 0, 1]);
  });

  it('a roll-over counts on, and is refused where it can’t be', async () => {
    const deviceId = await meter([99_996, 99_998, 1, 2]);
    await database.pool.query('UPDATE reading SET value = value');
    expect((await questions())[0]?.proposal).toBe('ROLL_OVER');
    await answer('ROLL_OVER');
    expect((await volumes(deviceId)).slice(0, 3)).toEqual([2, 3, 1]);
    await meter([500, 501, 3, 4]);
    await expect(answer('ROLL_OVER')).rejects.toThrow('From 501 to 3 is no roll-over at 10000.');
    // Nothing of it stays.
    expect(await questions()).toHaveLength(1);
  });

  it('reverse flow counts below zero', async () => {
    const deviceId = await meter([500, 501, 490, 491]);
    expect((await questions())[0]?.proposal).toBe('REVERSE');
    await answer('REVERSE');
    expect((await volumes(deviceId)).slice(0, 3)).toEqual([1, -11, 1]);
  });

  it('a wrong reading is struck out, the low one or the high one before', async () => {
    const low = await meter([500, 501, 3, 503]);
    expect((await questions())[0]?.proposal).toBe('CORRECTION');
    await answer('CORRECTION');
    expect((await volumes(low)).slice(0, 3)).toEqual([1, 1, 1]);
    const high = await meter([500, 901, 502, 503]);
    await answer('CORRECTION');
    expect((await volumes(high)).slice(0, 3)).toEqual([1, 1, 1]);
    expect(await questions()).toEqual([]);
  });

  it('a meter that is gone is silent no more; a known gap is not asked about again', async () => {
    const gone = await addDevice(database, { propertyId: 1 });
    await addReadings(database, { propertyId: 1, deviceId: gone }, [
      { at: begin - 200 * day, value: 1 },
      { at: begin - 150 * day, value: 2 },
    ]);
    await answer('OUT_OF_ORDER', 'GAP');
    await answer('DISMOUNTED', 'SILENT');
    expect(await questions()).toEqual([]);
  });

  it('refuses explanations that don’t fit, questions of another country, and answered ones', async () => {
    await meter([500, 501, 3, 4]);
    const [asked] = await questions();
    const { property, device, at, question } = asked as NonNullable<typeof asked>;
    const body = { property, device, at, question };
    const refusal = (given: object) => caller.refusal(support, 'readingQuestion.answer', given);
    expect(await refusal({ body: { ...body, explanation: 'DISMOUNTED' } })).toMatchObject({
      message: expect.stringContaining('DISMOUNTED explains no DROP.'),
    });
    await database.pool.query("UPDATE property SET country = 'CZ'");
    expect(await refusal({ body: { ...body, explanation: 'EXCHANGE' } })).toMatchObject({
      status: 'NOT_FOUND',
    });
    await database.pool.query("UPDATE property SET country = 'PL'");
    await answer('EXCHANGE');
    expect(await refusal({ body: { ...body, explanation: 'REVERSE' } })).toMatchObject({
      status: 'NOT_FOUND',
    });
  });

  it.each([
    ['a spike down', [501, 3, 502], 'CORRECTION'],
    ['a full register', [99_998, 1, 2], 'ROLL_OVER'],
    ['a small fall', [501, 490, 491], 'REVERSE'],
    ['a new register', [501, 3, 4], 'EXCHANGE'],
    ['a new one without more', [501, 3, null], 'EXCHANGE'],
  ] as const)('proposes for %s', (_, [previousValue, value, nextValue], proposal) => {
    const facts = { question: 'DROP' as const, at: 0, previousValue, value, nextValue };
    expect(proposeExplanation(facts, day)).toBe(proposal);
  });
});

describe('imports', () => {
  const upload = (body: string) =>
    caller.ask(support, 'import.file', { query: { fileName: 'a.csv' }, body } as never);

  it('are listed with counts, by country, and their rejected lines can be had', async () => {
    await addDevice(database, { propertyId: 1 });
    const { rows } = await database.pool.query('SELECT serial_number AS serial FROM device');
    const serial = rows[0].serial;
    const { importId } = await upload(
      `serial;at;value;room\n${serial};2026-01-01;1\nnobody;2026-01-01;=1+1\n${serial};never;2\n`,
    );
    const { content } = await caller.ask(support, 'import.list', { query: {} });
    expect(content).toEqual([
      {
        id: importId,
        kind: 'readings',
        fileName: 'a.csv',
        importedBy: 'account-1',
        status: 'FINISHED',
        lines: 4,
        accepted: 1,
        duplicates: 0,
        rejected: 2,
        corrected: 0,
        deviceErrors: 0,
        ignored: ['room'],
        startedAt: expect.any(String),
        finishedAt: expect.any(String),
      },
    ]);
    const rejections = await caller.ask(support, 'import.rejections', {
      params: { import: importId },
      query: { search: 'nobody' },
    });
    expect(rejections).toMatchObject({ total: 1, content: [{ line: 3, code: 'UNKNOWN_DEVICE' }] });
    const { pool } = database;
    await pool.query("UPDATE import_run SET country = 'CZ'");
    for (const id of ['import.get', 'import.rejections', 'import.rejectionsFile'] as const) {
      expect(await caller.refusal(support, id, { params: { import: importId } })).toMatchObject({
        status: 'NOT_FOUND',
      });
    }
    // Nor is it counted, on a page or behind the last one.
    for (const page of [0, 3]) {
      const { content: none, total } = await caller.ask(support, 'import.list', {
        query: { page },
      });
      expect([none, total]).toEqual([[], 0]);
    }
  });

  it('of properties say how many of the market no administrator has', async () => {
    const properties = 'works_id;works_no;name;address;city;zip_code\n77;PL-77;A;B;C;00-001\n';
    const { importId: other } = await upload(properties);
    const run = await caller.ask(support, 'import.get', { params: { import: other } });
    const { rows: lonely } = await database.pool.query(
      `SELECT FROM property WHERE country = 'PL' AND id NOT IN (SELECT property_id FROM property_access)`,
    );
    expect(lonely.length).toBeGreaterThan(0);
    expect(run).toMatchObject({ kind: 'properties', unseen: lonely.length });
  });

  it('are counted behind the last page, as on it', async () => {
    const { importId } = await upload('serial;at;value\nnobody;2026-01-01;1\n');
    const ofRuns = async (page: number) =>
      (await caller.ask(support, 'import.list', { query: { page } })).total;
    expect([await ofRuns(0), await ofRuns(3)]).toEqual([1, 1]);
    const ofRejections = async (page: number, search?: string) => {
      const query = { page, ...(search && { search }) };
      const asked = { params: { import: importId }, query };
      return (await caller.ask(support, 'import.rejections', asked)).total;
    };
    expect([await ofRejections(0), await ofRejections(3)]).toEqual([1, 1]);
    expect([await ofRejections(0, 'unknown_dev'), await ofRejections(3, 'unknown_dev')]).toEqual([
      ...[1, 1],
    ]);
    expect([await ofRejections(0, 'other'), await ofRejections(3, 'other')]).toEqual([0, 0]);
  });

  it('of questions, too, count the country’s own', async () => {
    await meter([500, 501, 3, 4], 2);
    const totalAt = async (page: number) =>
      (await caller.ask(support, 'readingQuestion.list', { query: { page } })).total;
    expect([await totalAt(0), await totalAt(3)]).toEqual([0, 0]);
    await meter([500, 501, 3, 4]);
    expect([await totalAt(0), await totalAt(3)]).toEqual([1, 1]);
  });

  it('gives the rejected lines as a file that no spreadsheet computes with', async () => {
    const { importId } = await upload('serial;at;value\n=cmd();2026-01-01;1\n');
    const response = await caller.fetch(support, 'import.rejectionsFile', {
      params: { import: importId },
    });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(await response.text()).toBe(
      'serial;at;value;refused_because?kind=readings&source=none&decimal=EITHER\r\n' +
        "'=cmd();2026-01-01;1;UNKNOWN_DEVICE: line 2. Unknown device. There is no device «=cmd()» in PL. Import its device first.\r\n",
    );
  });
});
