import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measuredKinds } from '../../../schemas/kinds/warnings.ts';
import type { Database } from '../../../server/database/open.ts';
import { answerQuestion } from '../../../server/features/readings/questions.service.ts';
import { countEpisodes } from '../../../server/warnings/countEpisodes.ts';
import { evaluateDue } from '../../../server/warnings/evaluate.ts';
import {
  addAccount,
  addDevice,
  addPackage,
  addProperty,
  addReadings,
  addTenant,
  grantAccess,
} from '../../support/builders.ts';
import { createTestDatabase } from '../../support/database.ts';

/** From readings that metering doubts to stored spills. */

const hour = 3_600_000;
const begin = Date.parse('2026-10-01T00:00:00Z');
const now = new Date('2026-10-20T00:00:00Z');
/** The hour of the rise. */
const spilled = 50;
let database: Database;
let properties = 0;
let owner: number;
let packageId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = await addAccount(database, 'owner');
  packageId = await addPackage(database, []);
});
afterAll(() => database.close());

interface Meter {
  readonly propertyId: number;
  readonly deviceId: number;
}

/** A meter with usual use, but for the litres of one hour; it has been read so many hours. */
async function addMeter(
  litres: number,
  given: { of?: 'flat' | 'building'; hours?: number; factor?: number } = {},
): Promise<Meter> {
  properties += 1;
  const propertyId = await addProperty(database, { id: properties });
  await grantAccess(database, owner, packageId, [propertyId]);
  const tenantId =
    given.of === 'building' ? null : await addTenant(database, propertyId, { tenantNo: '1' });
  const deviceId = await addDevice(database, { propertyId, tenantId, interval: 'HOURLY' });
  const meter = { propertyId, deviceId };
  if (given.factor !== undefined) {
    await database.pool.query(
      `INSERT INTO installation (property_id, device_id, installed_from, factor)
       VALUES ($1, $2, '2026-01-01', $3)`,
      [propertyId, deviceId, given.factor],
    );
  }
  let value = 100;
  const readings = Array.from({ length: (given.hours ?? 60) + 1 }, (_, index) => {
    const isUsed = index > 0 && (index - 1) % 24 >= 6;
    if (index - 1 === spilled) value += litres / 1000;
    else if (isUsed) value += 0.012;
    return { at: begin + index * hour, value };
  });
  await addReadings(database, meter, readings);
  await evaluateDue(database, () => now);
  return meter;
}

async function spillsOf({ propertyId }: Meter) {
  const { rows } = await database.pool.query(
    `SELECT urgency, figure::float8 AS figure, withdrawn_at IS NOT NULL AS "isWithdrawn",
       round(extract(epoch FROM first_occurrence - $2::timestamptz) / 3600)::int AS first
     FROM warning WHERE property_id = $1 AND alert = 'WATER_SPILL' ORDER BY id`,
    [propertyId, new Date(begin)],
  );
  return rows;
}

async function isAsked({ propertyId }: Meter): Promise<boolean> {
  const { rows } = await database.pool.query(
    `SELECT FROM reading_question WHERE property_id = $1 AND question = 'RISE'`,
    [propertyId],
  );
  return rows.length > 0;
}

async function answer(meter: Meter, explanation: 'CORRECTION' | 'CONFIRMED' | 'OUT_OF_ORDER') {
  const at = new Date(begin + (spilled + 1) * hour).toISOString();
  const { propertyId: property, deviceId: device } = meter;
  await database.transaction((tx) =>
    answerQuestion(tx, { country: 'PL', username: 'anna' }, now, {
      property,
      device,
      at,
      question: 'RISE',
      explanation,
    }),
  );
  await evaluateDue(database, () => now);
}

const spill = { urgency: 10, figure: 2000, first: spilled, isWithdrawn: false };
const newest = { hours: spilled + 1 };

describe('a rise in doubt', () => {
  it.each([
    ['flat', 2000, 1],
    ['flat', 5000, 1],
    ['flat', 30_000, 0],
    ['building', 30_000, 1],
    ['building', 130_000, 0],
  ] as const)(
    'at the meter of a %s, of %i l in an hour, raises %i spills',
    async (of, litres, count) => {
      const meter = await addMeter(litres, { of });
      expect(await isAsked(meter)).toBe(true);
      expect(await spillsOf(meter)).toMatchObject(
        new Array(count).fill({ ...spill, figure: litres }),
      );
      const device = { ...meter, since: begin, seenFrom: begin };
      const counted = await database.asAccount({ accountId: owner, anyFeature: [] }, (tx) =>
        countEpisodes(tx, 'WATER_SPILL', measuredKinds.WATER_SPILL.defaults, [device]),
      );
      expect(counted).toBe(count);
    },
  );

  it('raises one as soon as it is read, which is withdrawn once it is struck out', async () => {
    const meter = await addMeter(2000, newest);
    expect(await spillsOf(meter)).toEqual([spill]);
    await answer(meter, 'CORRECTION');
    expect(await spillsOf(meter)).toEqual([{ ...spill, isWithdrawn: true }]);
  });

  it('is one that is withdrawn when the device was out of order', async () => {
    const meter = await addMeter(2000);
    await answer(meter, 'OUT_OF_ORDER');
    expect(await spillsOf(meter)).toEqual([{ ...spill, isWithdrawn: true }]);
  });

  it('stays the same one when support confirms it', async () => {
    const meter = await addMeter(2000);
    await answer(meter, 'CONFIRMED');
    expect(await isAsked(meter)).toBe(false);
    expect(await spillsOf(meter)).toEqual([spill]);
  });

  it('is none any more when the register falls back behind it', async () => {
    const meter = await addMeter(2000, newest);
    const at = begin + (spilled + 2) * hour;
    await addReadings(database, meter, [{ at, value: 100.6 }]);
    await evaluateDue(database, () => now);
    expect(await isAsked(meter)).toBe(true);
    expect(await spillsOf(meter)).toEqual([{ ...spill, isWithdrawn: true }]);
  });

  it('is measured in what a pulse of the register stands for', async () => {
    const meter = await addMeter(20_000, { factor: 0.1 });
    expect(await spillsOf(meter)).toEqual([spill]);
  });
});
