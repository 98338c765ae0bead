import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import type { Database } from '../../../server/database/open.ts';
import { createHandlers } from '../../../server/handlers.ts';
import { createManifestService } from '../../../server/manifests/serve/createManifestService.ts';
import { startOfLocalDay } from '../../../server/metering/buckets.ts';
import { type IncomingReading, ingestReadings } from '../../../server/metering/store/ingest.ts';
import type { Session } from '../../../server/session.ts';
import { createTestDatabase } from '../../support/database.ts';
import { handlerParts, noIdentity } from '../../support/handlerParts.ts';
import { createTestReporting } from '../../support/reporting.ts';

/** The whole app on a real database; only who is signed in is said by the test. */

const zone = 'Europe/Warsaw';
const today = '2026-11-20';
const root = path.resolve(import.meta.dirname, '../../..');
// biome-ignore lint/suspicious/noExplicitAny: answers are asserted member by member.
type Json = any;

let database: Database;
let manifests: Awaited<ReturnType<typeof createManifestService>>;
let app: ReturnType<typeof createApp>;

function sessionOf(accountId: number, roles: Session['user']['groups'] = ['portal_user']): Session {
  const features = ['CONSUMPTION_BASIC' as const];
  return {
    accountId,
    user: {
      username: `${accountId}`,
      userId: `${accountId}`,
      mail: 'a@b.example',
      country: 'PL',
      language: 'PL',
      groups: roles,
      features,
    },
    subject: { signedIn: true, country: 'PL', roles, features },
  };
}

async function get(address: string, account?: number) {
  const answer = await app.request(
    address,
    account === undefined ? {} : { headers: { authorization: String(account) } },
  );
  return { status: answer.status, body: (await answer.json()) as Json };
}

beforeAll(async () => {
  database = await createTestDatabase();
  const signIn = { authority: 'http://localhost/oidc', clientId: 'portal', scope: 'openid' };
  manifests = await createManifestService({
    manifestsDirectory: path.join(root, 'manifests'),
    localesDirectory: path.join(root, 'locales'),
    signIn,
  });
  const mailer = { send: async () => undefined };
  const now = () => new Date(`${today}T12:00:00Z`);
  const work = createTestReporting({ database, manifests, mailer, now });
  app = createApp({
    database,
    manifests,
    identity: {
      ...noIdentity,
      signIn,
      authenticate: async (account) =>
        account === undefined
          ? undefined
          : sessionOf(
              Number(account),
              account === '9' ? ['portal_user', 'portal_support'] : undefined,
            ),
    },
    handlers: createHandlers({
      ...handlerParts(),
      ...work,
      database,
      manifests,
      mailer,
      now,
    }),
    queueDepths: work.jobs.depths,
    logger: pino({ level: 'silent' }),
    publicUrl: 'http://localhost',
    checkResponses: true,
  });
  await database.transaction(async (tx) => {
    await tx.run(`INSERT INTO property (id, country, works_no, name, address, city, zip_code, time_zone, latitude, longitude)
      SELECT id, 'PL', 'PL-' || id, 'House ' || id, 'Lipowa ' || id, CASE id WHEN 3 THEN 'Gdańsk' ELSE 'Kraków' END, '31', '${zone}', 50, 20 FROM generate_series(1, 3) id`);
    await tx.run(
      `INSERT INTO permission_package (country, name, features) VALUES ('PL', 'basic', '{CONSUMPTION_BASIC}'), ('PL', 'reports', '{REPORT_JOB}')`,
    );
    await tx.run(
      `INSERT INTO property_access VALUES (1, 1, 1, NULL), (1, 2, 1, NULL), (2, 1, 1, '2026-10-10'), (3, 1, 2, NULL)`,
    );
    await tx.run(`INSERT INTO tenant (property_id, installation_number, tenant_no, tenant_name, address, id) OVERRIDING SYSTEM VALUE
      SELECT 1, no::text, lpad(no::text, 3, '0'), 'Tenant ' || no, 'Lipowa 1/' || no, no FROM generate_series(1, 5) no`);
    await tx.run(`INSERT INTO device (property_id, id, tenant_id, serial_number, category, reading_interval) OVERRIDING SYSTEM VALUE
      SELECT 1, no, no, no::text, 'COLD_WATER_METER', 'DAILY' FROM generate_series(1, 5) no`);
    const readings = [1, 2, 3, 4].flatMap((deviceId) =>
      Array.from({ length: 800 }, (_, index): IncomingReading => {
        const day = new Date(Date.UTC(2024, 8, 12 + index)).toISOString().slice(0, 10);
        return {
          propertyId: 1,
          deviceId,
          at: startOfLocalDay(zone, day),
          value: index * deviceId * 100_000,
          quality: 0,
        };
      }),
    );
    await ingestReadings(tx, readings);
  });
}, 60_000);
afterAll(async () => {
  manifests.close();
  await database.close();
});

describe('who may see what', () => {
  it('answers alike for a property of somebody else, one without licence, and none', async () => {
    const answers = await Promise.all([
      get('/api/property/3', 1),
      get('/api/property/1', 3),
      get('/api/property/99', 1),
    ]);
    for (const { status, body } of answers) {
      expect([status, body.status, body.code]).toEqual([404, 'PROPERTY_NOT_FOUND', 1201]);
    }
    expect((await get('/api/property/1')).status).toBe(401);
    expect((await get('/api/tenant/1?property=2', 1)).body.status).toBe('TENANT_NOT_FOUND');
  });

  it('lists an account’s own, until access is taken', async () => {
    expect((await get('/api/property', 1)).body).toMatchObject({
      total: 2,
      content: [{ worksId: 1 }, { worksId: 2 }],
    });
    expect((await get('/api/property/locations', 1)).body.content).toHaveLength(2);
    await database.pool.query(
      'DELETE FROM property_access WHERE account_id = 1 AND property_id = 2',
    );
    expect((await get('/api/property', 1)).body.total).toBe(1);
  });

  it('leaves out what began before the access-since day', async () => {
    const address = `/api/consumptiongraph?property=1&periodBegin=2026-09-01&periodEnd=${today}`;
    const [whole, since] = [(await get(address, 1)).body, (await get(address, 2)).body];
    expect(whole.series[0].values).toEqual(
      [30, 31.0, expect.any(Number)].map((days) =>
        typeof days === 'number' ? expect.closeTo(days, 6) : days,
      ),
    );
    expect(since.series[0].values.slice(0, 2)).toEqual([null, null]);
    expect(since.series[0].total).toBe(whole.series[0].values[2]);
    expect((await get('/api/consumption/period?property=1', 2)).body.periodBegin).toBe(
      '2026-10-10',
    );
  });

  it('keeps imports to support', async () => {
    const send = (account: string) =>
      app.request('/api/import/readings', {
        method: 'POST',
        body: 'serial;at;value\n5;2026-01-01;1\n',
        headers: { authorization: account },
      });
    expect((await send('1')).status).toBe(403);
    expect(await (await send('9')).json()).toMatchObject({ accepted: 1, rejected: 0 });
  });
});

describe('consumption', () => {
  it('has 23 and 25 hours’ worth of the clock-change days', async () => {
    const days = async (day: string) =>
      (
        await get(
          `/api/consumptiongraph?property=1&timeframe=DAILY&periodBegin=${day}&periodEnd=${day}`,
          1,
        )
      ).body.series[0];
    for (const day of ['2026-03-29', '2026-10-25']) {
      const { starts, values } = await days(day);
      expect(starts).toHaveLength(1);
      expect(values[0]).toBeCloseTo(1, 6);
    }
  });

  it('stands beside the period before and the same one last year', async () => {
    const address =
      '/api/consumptiongraph?property=1&tenant=2&periodBegin=2026-03-01&periodEnd=2026-05-31';
    const previous = (await get(`${address}&compare=PREVIOUS_PERIOD`, 1)).body.series;
    expect(previous.map(({ role, starts }: Json) => [role, starts[0]])).toEqual([
      ['CURRENT', '2026-02-28T23:00:00.000Z'],
      ['COMPARE', '2025-11-30T23:00:00.000Z'],
    ]);
    const lastYear = (await get(`${address}&compare=LAST_YEAR`, 1)).body.series;
    expect(lastYear[1].starts[0]).toBe('2025-02-28T23:00:00.000Z');
    expect(lastYear[1].total).toBeCloseTo(lastYear[0].total, 6);
  });

  it('sums a period per category, beside the one before', async () => {
    const { content, period } = (
      await get('/api/consumption?property=1&periodBegin=2025-07-01&periodEnd=2025-12-31', 1)
    ).body;
    expect(period).toEqual({ periodBegin: '2025-07-01', periodEnd: '2025-12-31' });
    expect(content).toEqual([
      expect.objectContaining({
        category: 'COLD_WATER_METER',
        unit: 'm³',
        deviceCount: 5,
        current: expect.closeTo(184, 6),
        previous: expect.closeTo(181, 6),
        changePercent: expect.closeTo(1.66, 2),
      }),
    ]);
  });

  it('pages, sorts and searches tenants by their totals, those without last', async () => {
    const address =
      '/api/consumption/tenant?property=1&periodBegin=2026-01-01&periodEnd=2026-01-31&size=2&sort=-COLD_WATER_METER';
    const pages = await Promise.all([0, 1, 2].map((page) => get(`${address}&page=${page}`, 1)));
    expect(pages.map(({ body }) => body.total)).toEqual([5, 5, 5]);
    const all = pages.flatMap(({ body }) => body.content);
    expect(all.map(({ tenantNo }) => tenantNo)).toEqual(['004', '003', '002', '001', '005']);
    expect(all[0].totals.COLD_WATER_METER).toBeCloseTo(12.4, 6);
    expect(all.map(({ status }) => status)).toEqual([
      'MEASURED',
      'MEASURED',
      'MEASURED',
      'MEASURED',
      'MISSING',
    ]);
    expect(
      (await get('/api/consumption/tenant?property=1&search=tenant 3', 1)).body.content,
    ).toHaveLength(1);
    expect(
      (await get('/api/consumption/tenant?property=1&search=%25', 1)).body.content,
    ).toHaveLength(0);
  });

  it('says what is wrong with a request, all of it', async () => {
    const { status, body } = await get(
      '/api/consumptiongraph?property=x&timeframe=YEARLY&colour=red',
      1,
    );
    expect(status).toBe(400);
    expect(body.errors.map(({ field }: Json) => field)).toEqual(
      expect.arrayContaining(['query.property', 'query.timeframe']),
    );
    expect(
      (await get('/api/consumptiongraph?property=1&periodBegin=2026-05-02&periodEnd=2026-05-01', 1))
        .body.errors[0].field,
    ).toBe('query.periodEnd');
  });

  it('is described for programs and people', async () => {
    const { body } = await get('/api/openapi.json');
    expect(body.openapi).toBe('3.1.0');
    expect(body.paths['/api/consumptiongraph'].get.operationId).toBe('consumption.graph');
    expect((await app.request('/api/docs')).status).toBe(200);
    expect(await get('/readyz')).toEqual({
      status: 200,
      body: {
        database: true,
        manifests: true,
        problems: 0,
        outdatedDevices: 0,
        queue: true,
        waitingJobs: 0,
        failedJobs: 0,
      },
    });
  });
});
