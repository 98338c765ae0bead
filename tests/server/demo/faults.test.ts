import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import enums from '../../../locales/en/enums.json' with { type: 'json' };
import { deviceErrorKinds, reverseFlows } from '../../../schemas/entities/reportKinds.ts';
import { staticFileTags } from '../../../schemas/entities/staticFile.ts';
import { urgencies, warningStates } from '../../../schemas/entities/warning.ts';
import { reportKinds, reportTypes } from '../../../schemas/kinds/reports.ts';
import { alerts, measuredKinds, warningFeatures } from '../../../schemas/kinds/warnings.ts';
import type { Database } from '../../../server/database/open.ts';
import { doActivity, planActivity } from '../../../server/demo/activity.ts';
import { putUpStaticFiles } from '../../../server/demo/documents/staticFiles.ts';
import { ensureDemo } from '../../../server/demo/ensureDemo.ts';
import { handleWarnings } from '../../../server/demo/handling.ts';
import { loadProperty } from '../../../server/demo/loadReadings.ts';
import type { PlannedProperty } from '../../../server/demo/plan.ts';
import { planDemo } from '../../../server/demo/planDemo.ts';
import { reportEngine } from '../../../server/features/report/reportEngine.ts';
import { createReportFeature } from '../../../server/features/report/reportFeature.ts';
import { createReportFiles } from '../../../server/features/report/reportFiles.ts';
import { createJobs } from '../../../server/jobs/jobs.ts';
import { createManifestService } from '../../../server/manifests/serve/createManifestService.ts';
import { createFiles } from '../../../server/storage/files.ts';
import { createLocalFileStore } from '../../../server/storage/localFileStore.ts';
import { createTestDatabase } from '../../support/database.ts';
import { demoMarkets, markets } from '../../support/markets.ts';
import { makeReport, now } from '../features/report/reportWorld.ts';
import { realDirectories } from '../manifests/directories.ts';

/**
 * That every kind of warning and of device error is there to look at. Of the demo only what has faults
 * is loaded; the detector, its settings and what people do are those of the whole one.
 */

const size = { properties: 7, months: 2, seed: 7, buildings: true, balanced: true, faults: true };
const full = { ...size, until: now.toISOString().slice(0, 10) };
const { plan, buildings } = planDemo(full, demoMarkets);
let database: Database;

/** Its devices that have faults alone. */
function onlyFaulty(property: PlannedProperty): PlannedProperty {
  const tenants = property.tenants.map((tenant) => ({
    ...tenant,
    devices: tenant.devices.filter(({ faults, events }) => faults ?? events.hasLeak),
  }));
  return { ...property, mainMeters: [], tenants };
}

beforeAll(async () => {
  database = await createTestDatabase();
  await (
    await ensureDemo(database, { markets, log: () => undefined, now: () => now, size })
  ).stop();
  for (const property of [...plan, ...buildings.own].map(onlyFaulty)) {
    await loadProperty((step) => database.transaction(step), property, {
      size: full,
      now: now.getTime(),
      part: 'SINCE',
    });
  }
  await handleWarnings(database, { markets: demoMarkets, now: () => now });
}, 120_000);
afterAll(() => database?.close());

async function listSeen(username: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ seen: string }>(
    `SELECT DISTINCT alert || ' ' || CASE urgency WHEN ${urgencies.CRITICAL} THEN 'critical' ELSE 'other' END
       || ' ' || CASE WHEN snoozed_until IS NOT NULL THEN 'SNOOZED' ELSE state END AS seen
     FROM warning JOIN property_access USING (property_id) JOIN account ON account.id = account_id
     WHERE username = $1 AND withdrawn_at IS NULL`,
    [username],
  );
  return rows.map(({ seen }) => seen);
}

async function accountOf(username: string): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(
    'SELECT id FROM account WHERE username = $1',
    [username],
  );
  return Number(rows[0]?.id);
}

describe('warnings of the demo', () => {
  /** Smoke is always critical: nobody can set it otherwise. */
  const isAlways = (alert: string) => !Object.hasOwn(measuredKinds, alert);
  const urgenciesOf = (alert: string) => (isAlways(alert) ? ['critical'] : ['critical', 'other']);

  test('are there of every type, critical and not, in every state', async () => {
    const seen = new Set(await listSeen('admin.pl'));
    const wanted = alerts.flatMap((alert) =>
      urgenciesOf(alert).flatMap((urgency) =>
        [...warningStates, 'SNOOZED'].map((state) => `${alert} ${urgency} ${state}`),
      ),
    );
    expect(wanted.filter((one) => !seen.has(one))).toEqual([]);
  });

  test('are what a sub-administrator sees, too, of every type', async () => {
    const types = (await listSeen('sub.pl')).map((one) => one.split(' ')[0]);
    expect(new Set(types)).toEqual(new Set(alerts));
    const { rows } = await database.pool.query(
      `SELECT bool_and(features @> $1) AS "hasAll" FROM property_access
       JOIN account ON account.id = account_id WHERE username LIKE 'sub.%'`,
      [warningFeatures],
    );
    expect(rows).toEqual([{ hasAll: true }]);
  });

  test('don’t follow from an hour that nobody would believe', async () => {
    const { rows } = await database.pool.query(
      "SELECT count(*) AS drops FROM reading_question WHERE question = 'DROP'",
    );
    expect(rows).toEqual([{ drops: 0 }]);
  });
});

describe('reports of what is wrong with devices', () => {
  const errorReports = reportTypes.filter(
    (type) => reportKinds[type].feature === 'REPORT_AMM_ERRORS',
  );

  test.each(['admin.pl', 'admin.cz', 'admin.dk'])('have rows of each kind for %s', async (name) => {
    const account = await accountOf(name);
    const kinds = new Set<unknown>();
    for (const reportType of errorReports) {
      const { rows } = await makeReport(database, account, { reportType });
      expect(rows.length, reportType).toBeGreaterThan(0);
      for (const { errorKind } of rows) kinds.add(errorKind);
    }
    const labels = deviceErrorKinds.map((kind) => enums.deviceErrorKind[kind]);
    expect(labels.filter((label) => !kinds.has(label))).toEqual([]);
  });

  test('have meters that run backwards now and then, and one that is the wrong way round', async () => {
    const { rows } = await makeReport(database, await accountOf('admin.pl'), {
      reportType: 'REVERSE_FLOW',
      startDate: '2026-10-21',
      endDate: '2026-11-19',
    });
    const labels = reverseFlows.map((verdict) => enums.reverseFlow[verdict]);
    expect(new Set(rows.map(({ verdict }) => verdict))).toEqual(new Set(labels));
  });
});

test('a town has its own time zone where it says so', () => {
  const zones = plan
    .concat(buildings.own, buildings.others)
    .flatMap(({ market }) => [`${market.country} ${market.timeZone}`]);
  expect(new Set(zones)).toEqual(
    new Set(['PL Europe/Warsaw', 'CZ Europe/Prague', 'DK Europe/Copenhagen', 'DK Atlantic/Faroe']),
  );
});

describe('what people have put up and asked for before', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'meterhouse-activity-'));
  const fault = (said: unknown) => {
    throw new Error(JSON.stringify(said));
  };
  const logger = { error: fault, warn: () => undefined, info: () => undefined };
  let manifests: Awaited<ReturnType<typeof createManifestService>>;
  let jobs: ReturnType<typeof createJobs>;
  beforeAll(async () => {
    const signIn = { authority: 'https://sign-in.example', clientId: 'portal', scope: 'openid' };
    manifests = await createManifestService({ ...realDirectories, signIn });
    jobs = createJobs(database, logger);
    await jobs.start();
  }, 60_000);
  afterAll(async () => {
    await jobs?.stop();
    manifests?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('files for everybody of each market have every tag, once', async () => {
    const files = createFiles({ database, store: createLocalFileStore(folder), now: () => now });
    for (const market of [...demoMarkets, ...demoMarkets]) {
      await putUpStaticFiles(database, market, { files, words: manifests.words, now: () => now });
    }
    const { rows } = await database.pool.query<{ labels: number; tags: string[] }>(
      `SELECT count(DISTINCT label) AS labels, array_agg(tag) AS tags
       FROM static_file, unnest(tags) AS tag GROUP BY country`,
    );
    expect(rows).toHaveLength(demoMarkets.length);
    for (const { labels, tags } of rows) {
      expect(labels).toBe(3);
      expect(tags).toHaveLength(5);
      expect(new Set(tags)).toEqual(new Set(staticFileTags));
    }
  });

  test('reports of each type and of jobs go back two months, and packages are asked for', async () => {
    const planned = planActivity({
      markets: demoMarkets,
      own: buildings.own,
      until: full.until,
      documents: { words: manifests.words, offers: () => true },
    });
    const packages = planned.filter(({ deed }) => deed.kind === 'package');
    const asked = packages.map(({ daysBefore }) => daysBefore);
    expect([asked[0], asked.at(-1)]).toEqual([58, 4]);
    let place = 0;
    await doActivity(
      database,
      {
        reportingAt: (then) =>
          createReportFeature({
            database,
            jobs,
            engine: reportEngine,
            manifests,
            logger,
            now: then,
            publicUrl: 'http://localhost',
            keepDays: 30,
            historyDays: 400,
            files: createReportFiles(path.join(folder, 'r')),
            mailer: { send: fault },
          }),
        // Documents have tests of their own; here none has a file that could be packed.
        packagesAt: fault,
      },
      {
        planned: planned.filter((one) => !packages.includes(one)),
        until: full.until,
        from: 0,
        isStopped: () => false,
        done: async (next) => {
          place = next;
        },
      },
    );
    expect(place).toBe(planned.length - packages.length);
    const { rows } = await database.pool.query<{ type: string; jobs: number; days: number }>(
      `SELECT definition ->> 'reportType' AS type, count(job_id) AS jobs,
         extract(day FROM $2::timestamptz - min(created_at))::integer AS days
       FROM report WHERE account_id = $1 GROUP BY 1`,
      [await accountOf('admin.pl'), now],
    );
    const types = new Set(rows.map(({ type }) => type));
    expect(reportTypes.filter((type) => !types.has(type))).toEqual([]);
    expect(Math.max(...rows.map(({ days }) => days))).toBeGreaterThan(55);
    // Two months and eight weeks or nine.
    expect(rows.find(({ type }) => type === 'DEVICE_CONSUMPTION_JOB')?.jobs).toBe(2);
    expect(rows.find(({ type }) => type === 'REVERSE_FLOW_JOB')?.jobs).toBeGreaterThan(7);
  });
});
