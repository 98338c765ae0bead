import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { createStatement } from '../../../server/database/statement.ts';
import { answerQuestion } from '../../../server/features/readings/questions.service.ts';
import { countFar } from '../../../server/metering/farDates.ts';
import { ingestReadings } from '../../../server/metering/store/ingest.ts';
import { addDevice, addProperty, addReadings, addTenant } from '../../support/builders.ts';
import { createTestDatabase } from '../../support/database.ts';

const day = 86_400_000;
const reset = Date.UTC(2000, 0, 1);
const begin = Date.UTC(2026, 2, 1);
const now = new Date('2026-11-20T12:00:00Z');
let database: Database;
let propertyId = 0;
let deviceId = 0;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  propertyId += 1;
  await addProperty(database, { id: propertyId });
  const tenantId = await addTenant(database, propertyId, { tenantNo: '1' });
  deviceId = await addDevice(database, { propertyId, tenantId });
});

const usual = Array.from({ length: 20 }, (_, index) => ({ at: begin + index * day, value: index }));
const strange = [0, 1, 2].map((index) => ({ at: reset + index * day, value: 7 + index }));

async function rows(table: string) {
  const { rows } = await database.pool.query(
    `SELECT * FROM ${table} WHERE property_id = $1 ORDER BY 1, 2, 3, 4, 5`,
    [propertyId],
  );
  return rows;
}

describe('readings of a clock that was reset', () => {
  it.each([
    ['first', [...strange, ...usual]],
    ['last', [...usual, ...strange]],
    ['in between', [...usual.slice(9), ...strange, ...usual.slice(0, 9)]],
  ])('are kept aside when they come %s, and become one question', async (_, all) => {
    for (const reading of all) await addReadings(database, { propertyId, deviceId }, [reading]);
    expect(await rows('stored_reading')).toHaveLength(usual.length);
    expect(await rows('reading_aside')).toHaveLength(strange.length);
    expect((await rows('reading_question')).map(({ question }) => question)).toEqual(['DATE']);
    const chunks = (await rows('rollup')).map(({ chunk }) => chunk as string);
    expect(chunks.length).toBeGreaterThan(0);
    expect(chunks.filter((chunk) => chunk < '2025')).toEqual([]);
  });

  it('come in one batch with the others', async () => {
    await addReadings(database, { propertyId, deviceId }, [...strange, ...usual]);
    expect(await rows('stored_reading')).toHaveLength(usual.length);
    expect(await rows('reading_aside')).toHaveLength(strange.length);
  });

  it('lie well before the first installation, where one is on record', async () => {
    await database.pool.query(
      `INSERT INTO installation (property_id, device_id, installed_from, start_index)
       VALUES ($1, $2, $3, 0)`,
      [propertyId, deviceId, new Date(begin - 5 * day)],
    );
    await addReadings(database, { propertyId, deviceId }, usual);
    await addReadings(database, { propertyId, deviceId }, [{ at: begin - 60 * day, value: 3 }]);
    expect(await rows('stored_reading')).toHaveLength(usual.length);
    expect(await rows('reading_aside')).toHaveLength(1);
  });

  it('are none of a meter that was there before its exchange, nobody knows since when', async () => {
    // As an answer to a question about it is written (questions.service.ts).
    await database.pool.query(
      `INSERT INTO installation (property_id, device_id, installed_from, installed_until, start_index)
       VALUES ($1, $2, to_timestamp(0), $3, NULL), ($1, $2, $3, NULL, 4000000)`,
      [propertyId, deviceId, new Date(begin + 5 * day)],
    );
    await addReadings(database, { propertyId, deviceId }, usual);
    await addReadings(database, { propertyId, deviceId }, [{ at: begin - 60 * day, value: 0 }]);
    expect(await rows('stored_reading')).toHaveLength(usual.length + 1);
    expect(await rows('reading_aside')).toEqual([]);
  });

  it('may be twice in a batch', async () => {
    await addReadings(database, { propertyId, deviceId }, [...strange, ...strange, ...usual]);
    expect(await rows('reading_aside')).toHaveLength(strange.length);
  });

  it('are duplicates when they come again', async () => {
    await addReadings(database, { propertyId, deviceId }, [...strange, ...usual]);
    const again = strange.map(({ at, value }) => ({
      propertyId,
      deviceId,
      at,
      value: value * 1e6,
      quality: 0 as const,
    }));
    const result = await database.transaction((tx) => ingestReadings(tx, again));
    expect(result).toEqual({ stored: 0, duplicates: 3, conflicts: [] });
  });

  const answer = (explanation: 'CONFIRMED' | 'CORRECTION') =>
    database.transaction((tx) =>
      answerQuestion(tx, { country: 'PL', username: 'support.pl' }, now, {
        property: propertyId,
        device: deviceId,
        question: 'DATE',
        explanation,
        at: new Date(strange.at(-1)?.at as number).toISOString(),
      }),
    );

  it('are struck out when support says so, and stay out', async () => {
    await addReadings(database, { propertyId, deviceId }, [...strange, ...usual]);
    await answer('CORRECTION');
    await addReadings(database, { propertyId, deviceId }, strange);
    expect(await rows('reading_aside')).toEqual([]);
    expect(await rows('stored_reading')).toHaveLength(usual.length);
    expect(await rows('reading_question')).toEqual([]);
  });

  it('are stored when support confirms them, with nothing made for the years between', async () => {
    await addReadings(database, { propertyId, deviceId }, [...strange, ...usual]);
    await answer('CONFIRMED');
    expect(await rows('stored_reading')).toHaveLength(usual.length + strange.length);
    expect(await rows('reading_aside')).toEqual([]);
    const { rows: made } = await database.pool.query(
      `SELECT to_regclass('reading_2010_06')::text AS month`,
    );
    expect(made).toEqual([{ month: null }]);
  });
});

it('partitions of old readings cost later ones nothing', async () => {
  const old = await addDevice(database, { propertyId });
  const years = Array.from({ length: 33 * 4 }, (_, index) => ({
    at: Date.UTC(1993, index * 3, 1),
    value: index,
  }));
  await addReadings(database, { propertyId, deviceId: old }, years);
  await addReadings(database, { propertyId, deviceId }, [...usual.slice(0, 9), ...usual.slice(10)]);
  const late = { ...usual[9], propertyId, deviceId, value: 9e6, quality: 0 as const };
  const locked = await database.transaction(async (tx) => {
    await ingestReadings(tx, [late as Parameters<typeof ingestReadings>[1][number]]);
    // What a plan looks at stays locked until the end.
    return tx.query(
      createStatement(
        { name: 'text' },
        `SELECT DISTINCT relname::text AS name FROM pg_locks JOIN pg_class ON pg_class.oid = relation
         WHERE relname ~ '^(reading|rollup)_(19|20)\\d\\d(_\\d\\d)?$' ORDER BY 1`,
      ),
    );
  });
  expect(locked.map(({ name }) => name).filter((name) => !/_202[56]/.test(name))).toEqual([]);
  expect(locked.length).toBeGreaterThan(0);
});

describe('far readings', () => {
  const of = (instants: readonly number[], from = 0) =>
    countFar(instants, [
      {
        from,
        until: null,
        startIndex: null,
        endIndex: null,
        factor: 1,
        modulus: null,
      },
    ]);

  it('are few, long before all others, or well before the first installation', () => {
    expect(of([reset, begin])).toBe(1);
    expect(of([begin - 730 * day, begin])).toBe(0);
    expect(of([begin - 60 * day, begin])).toBe(0);
    expect(of([begin - 60 * day, begin], begin)).toBe(1);
    expect(of([reset, reset + 900 * day, begin])).toBe(2);
  });

  it('are no history of their own', () => {
    const many = Array.from({ length: 101 }, (_, index) => reset + index * 3_600_000);
    expect(of([...many, begin])).toBe(0);
    expect(of([...many.slice(1), begin])).toBe(100);
    expect(of([reset, reset + 40 * day, begin])).toBe(0);
  });
});
