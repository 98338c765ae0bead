import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../../../server/database/open.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { aReport, type ReportPortal, startReportPortal } from './support/reportPortal.ts';

let database: Database;
let portal: ReportPortal;
let user: { id: number; property: number };

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  portal = await startReportPortal(database);
  user = await portal.addUser();
});
afterEach(async () => {
  await portal.stop();
  await database.pool.query(
    'TRUNCATE account, property, property_access, permission_package, report, report_job; DELETE FROM pgboss.job',
  );
});

const get = (report: number) => portal.call(user.id, 'report.get', { params: { report } });
async function fetchFile(report: number): Promise<string> {
  const { token } = await portal.call(user.id, 'report.ticket', { params: { report } });
  const response = await portal.request(undefined, 'report.file', {
    params: { report },
    query: { token },
  });
  expect(response.status).toBe(200);
  return response.text();
}

describe('a report', () => {
  it('is made, from the queue to its file', async () => {
    const id = await portal.create(user.id, { numberOfDays: 250 });
    expect(await get(id)).toMatchObject({
      status: 'IN_QUEUE',
      progress: 0,
      rows: null,
      bytes: null,
      fileName: null,
      jobId: null,
      createdAt: '2026-11-10T10:00:00Z',
    });
    portal.work();
    await portal.until(user.id, id, 'FINISHED');
    const lines = await fetchFile(id);
    expect(lines.trim().split('\n').map(Number)).toEqual(
      Array.from({ length: 250 }, (_, at) => at + 1),
    );
    expect(await get(id)).toMatchObject({
      progress: 100,
      rows: 250,
      bytes: lines.length,
      failure: null,
      fileName: 'Readings 2026-11-10.csv',
      finishedAt: '2026-11-10T10:00:00Z',
      expiresAt: '2026-12-10T10:00:00Z',
    });
    expect(portal.files()).toEqual([`${id}-1`]);
    expect(portal.mails).toEqual([]);
    expect(portal.faults).toEqual([]);
  });

  it('mails a link and no file when it is wanted, and waits for a mail server that is down', async () => {
    portal.isMailDown = true;
    const id = await portal.create(user.id, { sendEmailAfterGeneration: true });
    portal.work();
    await portal.until(user.id, id, 'GENERATED');
    await vi.waitFor(() => expect(portal.faults).toHaveLength(1));
    expect(await fetchFile(id)).toBe('1\n2\n3\n');
    portal.isMailDown = false;
    await database.pool.query(
      `UPDATE pgboss.job SET start_after = now() WHERE name = 'report.tell'`,
    );
    await portal.until(user.id, id, 'FINISHED');
    expect(portal.mails).toEqual([
      {
        to: 'user-1@meterhouse.example',
        id: `report-${id}-1`,
        subject: 'Your report «Readings» is ready',
        text: expect.stringContaining('http://localhost/reports/list'),
      },
    ]);
  });

  it('says why it could not be made, and is made again', async () => {
    const id = await portal.create(user.id, { reportName: 'broken' });
    portal.work();
    await portal.until(user.id, id, 'FAILED');
    expect(await get(id)).toMatchObject({ failure: 'INTERNAL', fileName: null });
    expect(portal.files()).toEqual([]);
    await vi.waitFor(async () =>
      expect((await portal.call(await support(), 'jobs.status')).content).toContainEqual(
        expect.objectContaining({ queue: 'report.make', failed: 1 }),
      ),
    );
    await database.pool.query(
      `UPDATE report SET definition = definition || '{"reportName": "mended"}'`,
    );
    await portal.call(user.id, 'report.retry', { params: { report: id } });
    await portal.until(user.id, id, 'FINISHED');
    expect(await get(id)).toMatchObject({ failure: null, fileName: 'mended 2026-11-10.csv' });
    expect(portal.files()).toEqual([`${id}-2`]);
  });

  it('is tried again by support', async () => {
    const id = await portal.create(user.id, { reportName: 'broken' });
    portal.work();
    await portal.until(user.id, id, 'FAILED');
    await database.pool.query(
      `UPDATE report SET definition = definition || '{"reportName": "mended"}'`,
    );
    const supporter = await support();
    const params = { queue: 'report.make' };
    expect(await portal.call(supporter, 'jobs.retry', { params })).toMatchObject({ retried: 1 });
    await portal.until(user.id, id, 'FINISHED');
    expect(await portal.call(user.id, 'jobs.status')).toMatchObject({ httpStatus: 403 });
  });

  it('is cancelled, waiting or under way, and then made again', async () => {
    const waiting = await portal.create(user.id);
    await portal.call(user.id, 'report.cancel', { params: { report: waiting } });
    const running = await portal.create(user.id, { reportName: 'slow 100', numberOfDays: 366 });
    // As many rows as take a minute.
    await database.pool.query(
      `UPDATE report SET definition = definition || '{"numberOfDays": 60000}' WHERE id = $1`,
      [running],
    );
    portal.work();
    await portal.until(user.id, running, 'STARTED');
    await vi.waitFor(async () => expect((await get(running)).progress).toBeGreaterThan(0));
    await portal.call(user.id, 'report.cancel', { params: { report: running } });
    expect(await portal.statusOf(user.id, running)).toBe('CANCELED');
    await vi.waitFor(() => expect(portal.files()).toEqual([]));
    expect(await portal.statusOf(user.id, waiting)).toBe('CANCELED');
    expect(await portal.statusOf(user.id, running)).toBe('CANCELED');
    expect(
      await portal.call(user.id, 'report.cancel', { params: { report: running } }),
    ).toMatchObject({ httpStatus: 409 });
    await portal.call(user.id, 'report.retry', { params: { report: waiting } });
    await portal.until(user.id, waiting, 'FINISHED');
    expect(portal.faults).toEqual([]);
  });

  it('is deleted with its file, and not while it is being made', async () => {
    const id = await portal.create(user.id);
    const params = { report: id };
    expect(await portal.call(user.id, 'report.remove', { params })).toMatchObject({
      httpStatus: 409,
    });
    portal.work();
    await portal.until(user.id, id, 'FINISHED');
    expect(portal.files()).toHaveLength(1);
    expect(await portal.call(user.id, 'report.remove', { params })).toMatchObject({ id });
    expect(portal.files()).toEqual([]);
    expect(await get(id)).toMatchObject({ httpStatus: 404 });
  });

  it('is listed, found by its type, and remembered', async () => {
    await portal.create(user.id, { reportName: 'First' });
    portal.now = new Date('2026-11-11T10:00:00Z');
    const second = await portal.create(user.id, { reportName: 'Second', useHeaders: false });
    await portal.create(user.id, { reportName: 'Other', reportType: 'REVERSE_FLOW' });
    const page = async (query: Record<string, string>) =>
      (await portal.call(user.id, 'report.list', { query })).content.map(
        ({ reportName }: { reportName: string }) => reportName,
      );
    expect(await page({})).toEqual(['Other', 'Second', 'First']);
    expect(await page({ filter: 'reportType:DEVICE_READING', sort: 'reportName' })).toEqual([
      ...['First', 'Second'],
    ]);
    expect(await page({ filter: 'createdAt:2026-11-11..' })).toEqual(['Other', 'Second']);
    const params = { type: 'DEVICE_READING' };
    expect(await portal.call(user.id, 'report.latest', { params })).toMatchObject({
      reportName: 'Second',
      useHeaders: false,
    });
    expect(
      await portal.call(user.id, 'report.definition', { params: { report: second } }),
    ).toMatchObject({ ...aReport, reportName: 'Second', useHeaders: false });
    const none = { params: { type: 'AREA_ANALYSIS' } };
    expect(await portal.call(user.id, 'report.latest', none)).toEqual({
      httpStatus: 200,
      reportName: 'Area analysis',
      reportType: 'AREA_ANALYSIS',
    });
  });

  it('that a job had made is repeated as a report of its type', async () => {
    const jobId = await portal.createJob(user.id);
    const { id } = await portal.call(user.id, 'reportJob.run', { params: { jobId } });
    const asked = { params: { type: 'DEVICE_READING' }, query: { report: `${id}` } };
    expect(await portal.call(user.id, 'report.latest', asked)).toMatchObject({
      reportName: 'Monthly',
      reportType: 'DEVICE_READING',
    });
  });

  it('is taken over by a job without its days, where there is one of its type', async () => {
    const report = await portal.create(user.id, {
      reportName: 'Mine',
      reportType: 'DEVICE_CONSUMPTION',
      sampling: 'MONTHLY',
      startDate: '2026-10-01',
      endDate: '2026-10-31',
    });
    const { content } = await portal.call(user.id, 'report.list', {
      query: { filter: 'reportName:Mine' },
    });
    expect(content).toMatchObject([{ id: report, jobType: 'DEVICE_CONSUMPTION_JOB' }]);
    const params = { jobType: 'DEVICE_CONSUMPTION_JOB' };
    const query = { report: `${report}` };
    const begun = await portal.call(user.id, 'reportJob.latest', { params, query });
    expect(begun).toMatchObject({
      reportName: 'Mine',
      sampling: 'MONTHLY',
      reportType: params.jobType,
    });
    expect(Object.keys(begun).filter((name) => name.endsWith('Date'))).toEqual([]);
    expect(await portal.call(user.id, 'reportJob.latest', { params })).toEqual({
      httpStatus: 200,
      reportName: 'Device consumption',
      reportType: params.jobType,
    });
    // Of another type it takes what that has, too.
    const columns = [{ name: 'readAt' as const }, { name: 'propertyName' as const }];
    const readings = await portal.create(user.id, { reportName: 'Readings', columns });
    const mixed = await portal.call(user.id, 'reportJob.latest', {
      params,
      query: { report: `${readings}` },
    });
    expect(mixed).toMatchObject({ reportName: 'Readings', columns: [{ name: 'propertyName' }] });
    const other = await portal.addUser();
    const asked = await portal.call(other.id, 'reportJob.latest', { params, query });
    expect(asked.httpStatus).toBe(404);
  });

  it('is estimated by a sample of it', async () => {
    const body = { ...aReport, numberOfDays: 300 };
    const { rows, bytes } = await portal.call(user.id, 'report.estimate', { body });
    expect(rows).toBe(300);
    // Its numbers have one to three digits and a line end each.
    expect(bytes).toBeGreaterThan(300 * 2);
    expect(bytes).toBeLessThan(300 * 4.1);
  });

  it('is said to have too many rows for its format before it is made', async () => {
    const estimate = async (change: object) =>
      (await portal.call(user.id, 'report.estimate', { body: { ...aReport, ...change } })).failure;
    expect(await estimate({ numberOfDays: 250, format: 'PDF' })).toBeNull();
    expect(await estimate({ numberOfDays: 251, format: 'PDF' })).toBe('TOO_MANY_ROWS');
    expect(await estimate({ numberOfDays: 251 })).toBeNull();
  });

  it('loses its file when its time is over, and files that nobody knows go', async () => {
    const id = await portal.create(user.id);
    portal.work();
    await portal.until(user.id, id, 'FINISHED');
    await database.pool.query(
      'INSERT INTO report (account_id, country, definition, status, created_at) SELECT account_id, country, definition, $1, created_at FROM report',
      ['FAILED'],
    );
    const kept = portal.files();
    expect(kept).toEqual([`${id}-1`]);
    await portal.reporting.reports.sweep();
    expect(portal.files()).toEqual(kept);
    portal.now = new Date('2026-12-10T10:00:01Z');
    await portal.reporting.reports.sweep();
    expect(portal.files()).toEqual([]);
    expect(await get(id)).toMatchObject({ status: 'FINISHED', fileName: null, expiresAt: null });
  });

  it('is forgotten long after it ended, when it has no file and nothing is to happen to it', async () => {
    portal.now = new Date('2026-11-10T10:00:00Z');
    const add = async (status: string, daysAgo: number, fileName: string | null = null) => {
      const { rows } = await database.pool.query(
        `INSERT INTO report (account_id, country, definition, status, created_at, finished_at, file_name, expires_at)
         SELECT $1, 'PL', $2, $3, ended - interval '1 day', ended, $5::text, ended + interval '10 years'
         FROM (SELECT $6::timestamptz - make_interval(days => $4) - interval '1 second' AS ended) AS given
         RETURNING id`,
        [user.id, aReport, status, daysAgo, fileName, portal.now],
      );
      return Number(rows[0].id);
    };
    const old = [await add('FINISHED', 400), await add('FAILED', 400), await add('CANCELED', 900)];
    const kept = [
      await add('FINISHED', 399),
      await add('FINISHED', 900, 'kept.csv'),
      await add('IN_QUEUE', 900),
      await add('AWAITED', 900),
      await add('STARTED', 900),
      await add('GENERATED', 900),
    ];
    // More than one go takes.
    await database.pool.query(
      `INSERT INTO report (account_id, country, definition, status, created_at)
       SELECT $1, 'PL', $2, 'FAILED', '2024-01-01' FROM generate_series(1, 2500)`,
      [user.id, aReport],
    );
    await portal.reporting.reports.sweep();
    const { rows } = await database.pool.query('SELECT id FROM report ORDER BY id');
    expect(rows.map(({ id }) => Number(id))).toEqual(kept);
    expect(kept).not.toContain(old[0]);
  });
});

async function support(): Promise<number> {
  return (await portal.addUser({ roles: ['portal_support'] })).id;
}
