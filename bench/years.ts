import type { Database } from '../server/database/open.ts';
import { statement } from '../server/database/statement.ts';
import { readRollups } from '../server/metering/store/rollups.repository.ts';
import { fillStore, readingsInProperty } from './fill.ts';
import { timeYears, yearOf } from './graph.ts';
import type { Options } from './options.ts';
import { measureSizes } from './sizes.ts';
import { print, round, time, withStore } from './store.ts';

/**
 * A property's year by month from rollups, at a small store and at a large one, beside the same
 * figures computed by raw SQL from the readings; and what a row of each takes on the disk.
 */
export async function runYears({ size, readings }: Options): Promise<void> {
  const base = { full: 1_000_000, small: 100_000, tiny: 8000 }[size];
  const sizes = [base, readings ?? 10 * base].map((one) => Math.ceil(one / readingsInProperty));
  await withStore(async (database) => {
    const found: Awaited<ReturnType<typeof measure>>[] = [];
    let filled = 0;
    for (const properties of sizes) {
      const from = filled;
      const seconds = (await time(() => fillStore(database, from, properties))) / 1000;
      filled = properties;
      await compareOnce(database, properties);
      found.push(await measure(database, properties, size === 'tiny' ? 60 : 1000));
      const stored = properties * readingsInProperty;
      print({
        benchmark: 'store',
        engine: database.engine,
        readings: stored,
        properties,
        filledInSeconds: Math.round(seconds),
        ...(await measureSizes(database)),
      });
    }
    const [first, second] = found as [(typeof found)[0], (typeof found)[0]];
    print({
      benchmark: 'year by month',
      engine: database.engine,
      readings: sizes.map((properties) => properties * readingsInProperty),
      medianMs: found.map(({ rollups }) => rollups.median),
      p95Ms: found.map(({ rollups }) => rollups.p95),
      requiredP95Ms: 50,
      growth: round(second.rollups.p95 / first.rollups.p95, 2),
      requiredGrowth: 1.5,
      rawP95Ms: found.map(({ raw }) => raw.p95),
      rawToRollups: found.map(({ raw, rollups }) => round(raw.median / rollups.median, 1)),
    });
  });
}

async function measure(database: Database, properties: number, rounds: number) {
  return {
    rollups: await timeYears(properties, rounds, (propertyId) =>
      database.transaction((tx) => readRollups(tx, yearOf(propertyId))),
    ),
    raw: await timeYears(properties, Math.min(300, rounds), (propertyId) =>
      database.transaction((tx) => tx.query(rawYear, [propertyId])),
    ),
  };
}

/** The yardstick answers the same question, to the last micro-unit. */
async function compareOnce(database: Database, propertyId: number): Promise<void> {
  await database.transaction(async (tx) => {
    const [series] = await readRollups(tx, yearOf(propertyId));
    const raw = await tx.query(rawYear, [propertyId]);
    const rollups = series?.buckets.map(({ volume }) => volume).join();
    if (rollups !== raw.map(({ volume }) => Number(volume)).join()) {
      throw new Error('Raw SQL and the rollups disagree about a year by month.');
    }
  });
}

/**
 * Registers at the months' edges, interpolated between the readings on both sides, and their
 * differences added up over the property's devices. It knows none of the exceptions that the engine
 * does (exchanges, roll-overs, gaps), which the readings here don't have.
 */
const rawYear = statement(
  { volume: 'numeric' },
  `WITH step AS (
    SELECT device_id, at, value, date_trunc('month', at AT TIME ZONE 'Europe/Warsaw') AS month,
      lag(at) OVER device AS at_before, lag(value) OVER device AS value_before
    FROM stored_reading
    WHERE property_id = $1 AND at >= timestamptz '2025-01-01 00:00+01' - interval '3 days'
      AND at < timestamptz '2026-01-01 00:00+01' + interval '3 days'
    WINDOW device AS (PARTITION BY device_id ORDER BY at)
  ), register AS (
    SELECT device_id, month, CASE WHEN at_before IS NULL THEN value
      ELSE value_before + floor((value - value_before)
        * extract(epoch FROM month AT TIME ZONE 'Europe/Warsaw' - at_before)::double precision
        / extract(epoch FROM at - at_before)::double precision + 0.5)::bigint END AS value
    FROM step WHERE at_before IS NULL OR at_before < month AT TIME ZONE 'Europe/Warsaw'
  ), used AS (
    SELECT month, lead(value) OVER (PARTITION BY device_id ORDER BY month) - value AS volume
    FROM register
  )
  SELECT sum(volume) AS volume FROM used WHERE month < '2026-01-01' GROUP BY month ORDER BY month`,
);
