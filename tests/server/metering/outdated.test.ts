import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runReadings } from '../../../server/cli/readings.ts';
import type { Database } from '../../../server/database/open.ts';
import { recomputeOutdated } from '../../../server/metering/store/outdated.ts';
import { createRecomputation } from '../../../server/recomputation.ts';
import { addDevice, addProperty, addReadings, addTenant } from '../../support/builders.ts';
import { createTestDatabase } from '../../support/database.ts';

const hour = 3_600_000;
const begin = Date.UTC(2026, 0, 30);
const devices: number[] = [];
let database: Database;
let expected: object[];

/** Two properties with three and two flats, whose meters were silent for four days. */
beforeAll(async () => {
  database = await createTestDatabase();
  for (const [propertyId, flats] of [
    [1, 3],
    [2, 2],
  ] as const) {
    await addProperty(database, { id: propertyId });
    for (let flat = 1; flat <= flats; flat++) {
      const tenantId = await addTenant(database, propertyId, { tenantNo: `${flat}` });
      const deviceId = await addDevice(database, { propertyId, tenantId, interval: 'HOURLY' });
      devices.push(deviceId);
      const readings = Array.from({ length: 200 }, (_, index) => ({
        at: begin + index * hour,
        value: (index * flat) / 100,
      })).filter((_, index) => index < 40 || index > 136);
      await addReadings(database, { propertyId, deviceId }, readings);
    }
  }
  expected = await rollups();
}, 60_000);
afterAll(() => database?.close());

async function rollups(): Promise<object[]> {
  const { rows } = await database.pool.query(
    `SELECT * FROM rollup ORDER BY property_id, subject_kind, subject_id, timeframe, chunk`,
  );
  return rows;
}

async function outdated(): Promise<number[]> {
  const { rows } = await database.pool.query(
    'SELECT device_id FROM device_state WHERE rules = 0 ORDER BY device_id',
  );
  return rows.map(({ device_id }) => device_id);
}

/** As a version before coverage left them. */
async function makeOutdated() {
  await database.pool.query(
    `UPDATE rollup SET bridged = NULL, interpolated_time = NULL, unknown_time = NULL, absent_time = NULL`,
  );
  await database.pool.query('UPDATE device_state SET rules = 0');
}

const onFault = (error: unknown) => {
  throw error;
};

describe('figures of an earlier version', () => {
  beforeEach(makeOutdated);

  it('are none of devices whose readings came since', async () => {
    await recomputeOutdated(database, { onFault });
    const { rows } = await database.pool.query('SELECT DISTINCT rules FROM device_state');
    expect(rows).toHaveLength(1);
    await addProperty(database, { id: 3 });
    const deviceId = await addDevice(database, { propertyId: 3 });
    await addReadings(database, { propertyId: 3, deviceId }, [{ at: begin, value: 1 }]);
    expect(await outdated()).toEqual([]);
    for (const table of ['device_state', 'rollup', 'reading', 'reading_pack']) {
      await database.pool.query(`DELETE FROM ${table} WHERE property_id = 3`);
    }
  });

  it('are computed anew, with what is known of the time', async () => {
    expect(await rollups()).not.toEqual(expected);
    const progress: number[] = [];
    const onProgress = ({ left }: { left: number }) => progress.push(left);
    expect(await recomputeOutdated(database, { onFault, onProgress })).toBe(devices.length);
    expect(progress).toEqual([3, 1, 0]);
    expect(await rollups()).toEqual(expected);
    expect(await recomputeOutdated(database, { onFault })).toBe(0);
  });

  it('are gone on with after an end, from where it was', async () => {
    const stop = new AbortController();
    await recomputeOutdated(database, {
      onFault,
      stopping: stop.signal,
      onProgress: () => stop.abort(),
    });
    expect(await outdated()).toEqual(devices.slice(2));
    expect(await recomputeOutdated(database, { onFault })).toBe(devices.length - 2);
    expect(await rollups()).toEqual(expected);
  });

  it('are computed once by two at the same time', async () => {
    const both = [
      recomputeOutdated(database, { onFault }),
      recomputeOutdated(database, { onFault }),
    ];
    const done = await Promise.all(both);
    expect((done[0] ?? 0) + (done[1] ?? 0)).toBe(devices.length);
    expect(await rollups()).toEqual(expected);
  });

  it('stay for the next time where they can’t be computed, and stop no others', async () => {
    await database.pool.query(
      `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$`,
    );
    await database.pool.query(
      `CREATE TRIGGER fails BEFORE UPDATE ON device_state FOR EACH ROW
       WHEN (NEW.device_id = ${devices[0]} AND NEW.rules > 0) EXECUTE FUNCTION fail()`,
    );
    const logger = { info: vi.fn(), error: vi.fn() };
    const recomputation = createRecomputation(database, logger);
    await recomputation.run(new AbortController().signal);
    expect(recomputation.outdated()).toBe(2);
    expect(logger.error).toHaveBeenCalledTimes(1);
    expect(logger.info.mock.calls.at(-1)?.[0]).toEqual({ done: 3, faults: 2 });
    await database.pool.query('DROP TRIGGER fails ON device_state');
    expect(await outdated()).toEqual(devices.slice(0, 2));
    await recomputation.run(new AbortController().signal);
    expect(recomputation.outdated()).toBe(0);
    expect(await rollups()).toEqual(expected);
  });
});

describe('the command', () => {
  const run = async (...args: string[]) => {
    const said: string[] = [];
    const code = await runReadings(args, { database, print: (line) => said.push(line) });
    return { code, said: said.join('\n') };
  };

  it('computes everything, or a property, though nothing is outdated', async () => {
    await recomputeOutdated(database, { onFault });
    await database.pool.query('UPDATE rollup SET unknown_time = NULL');
    expect(await run('recompute', '--property', '1')).toMatchObject({
      code: 0,
      said: expect.stringContaining('3 devices computed anew.'),
    });
    expect(await rollups()).not.toEqual(expected);
    expect((await run('recompute')).said).toContain('5 devices computed anew.');
    expect(await rollups()).toEqual(expected);
  });

  it('goes on with what an earlier run has left', async () => {
    await database.pool.query('UPDATE device_state SET rules = 0 WHERE device_id = $1', [
      devices[4],
    ]);
    const { said } = await run('recompute');
    expect(said).toContain('1 devices are left from before');
    expect(said).toContain('1 devices computed anew.');
  });

  it.each([[[]], [['forget']], [['recompute', '--property', 'x']], [['recompute', '--all']]])(
    'says how it is called: %j',
    async (args) => {
      expect(await run(...args)).toMatchObject({
        code: 2,
        said: expect.stringContaining('readings recompute [--property ID]'),
      });
    },
  );
});
