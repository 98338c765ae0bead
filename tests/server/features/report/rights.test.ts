import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '../../../../schemas/api/operations.ts';
import type { Database } from '../../../../server/database/open.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { aJob, aReport, type ReportPortal, startReportPortal } from './support/reportPortal.ts';

let database: Database;
let portal: ReportPortal;
let owner: { id: number; property: number };
let stranger: { id: number; property: number };
let report: number;
let jobId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  portal = await startReportPortal(database);
  owner = await portal.addUser();
  stranger = await portal.addUser();
  report = await portal.create(owner.id);
  jobId = await portal.createJob(owner.id);
  portal.work();
  await portal.until(owner.id, report, 'FINISHED');
});
afterAll(async () => {
  await portal.stop();
  await database.close();
});

const ofReports = [
  ...(['report.get', 'report.definition', 'report.cancel', 'report.retry'] as const),
  ...(['report.remove', 'report.ticket'] as const),
];
const ofJobs = [
  ...(['reportJob.get', 'reportJob.definition', 'reportJob.save', 'reportJob.remove'] as const),
  ...(['reportJob.pause', 'reportJob.resume', 'reportJob.run'] as const),
];

describe('what is somebody else’s', () => {
  it.each([...ofReports, ...ofJobs])(
    '%s answers as if it weren’t there',
    async (id: OperationId) => {
      const body = id === 'reportJob.save' ? { body: aJob } : {};
      const theirs = { params: { report, jobId }, ...body };
      const nobodys = { params: { report: 999_999, jobId: 999_999 }, ...body };
      const answer = await portal.call(stranger.id, id, theirs);
      const none = await portal.call(stranger.id, id, nobodys);
      expect(answer.httpStatus).toBe(404);
      expect(answer.message).toBe(
        none.message.replace('999999', id in reportsOnly ? report : jobId),
      );
      expect(await portal.statusOf(owner.id, report)).toBe('FINISHED');
    },
  );
  const reportsOnly = Object.fromEntries(ofReports.map((id) => [id, true]));

  it('stands in no list', async () => {
    expect((await portal.call(owner.id, 'report.list')).total).toBe(1);
    expect((await portal.call(stranger.id, 'report.list')).total).toBe(0);
    expect(
      (await portal.call(stranger.id, 'report.list', { query: { job: `${jobId}` } })).total,
    ).toBe(0);
    expect((await portal.call(owner.id, 'reportJob.list')).total).toBe(1);
    expect((await portal.call(stranger.id, 'reportJob.list')).total).toBe(0);
  });

  it('can’t be reported on', async () => {
    for (const id of ['report.create', 'report.estimate'] as const) {
      const body = { ...aReport, properties: [stranger.property] };
      expect(await portal.call(owner.id, id, { body })).toMatchObject({
        httpStatus: 404,
        status: 'PROPERTY_NOT_FOUND',
      });
    }
    const body = { ...aJob, properties: [stranger.property] };
    expect(await portal.call(owner.id, 'reportJob.create', { body })).toMatchObject({
      httpStatus: 404,
    });
  });
});

describe('without the right', () => {
  const forbidden = { httpStatus: 403, status: 'FORBIDDEN' };

  it('a sub-administrator without the type’s feature is told so, for reports and for jobs', async () => {
    const sub = await portal.addUser({ level: 2, features: ['REPORT_REVERSE_FLOW', 'REPORT_JOB'] });
    for (const [id, body] of [
      ['report.create', aReport],
      ['report.estimate', aReport],
      ['reportJob.create', aJob],
    ] as const) {
      expect(await portal.call(sub.id, id, { body })).toMatchObject({
        ...forbidden,
        message: expect.stringContaining('Ask the main administrator'),
      });
    }
    expect(await portal.create(sub.id, { reportType: 'REVERSE_FLOW' })).toBeGreaterThan(0);
  });

  it('jobs are a feature of their own', async () => {
    const { id } = await portal.addUser({ features: ['REPORT_DEVICE_READING'] });
    expect(await portal.call(id, 'reportJob.create', { body: aJob })).toMatchObject(forbidden);
    expect(await portal.call(id, 'reportJob.list')).toMatchObject(forbidden);
    expect(await portal.create(id)).toBeGreaterThan(0);
  });

  it('domea has no reports at all', async () => {
    const { id } = await portal.addUser({ roles: ['portal_domea'] });
    expect(await portal.call(id, 'report.create', { body: aReport })).toMatchObject(forbidden);
    expect(await portal.call(id, 'report.list')).toMatchObject(forbidden);
  });

  it('a report isn’t a job, nor a job a report', async () => {
    const faulty = { httpStatus: 400, errors: [{ field: 'body.reportType' }] };
    expect(await portal.call(owner.id, 'report.create', { body: aJob })).toMatchObject(faulty);
    expect(await portal.call(owner.id, 'reportJob.create', { body: aReport })).toMatchObject(
      faulty,
    );
    const { generationDay: _, ...body } = aJob;
    expect(await portal.call(owner.id, 'reportJob.create', { body })).toMatchObject({
      httpStatus: 400,
      errors: [{ field: 'body.generationDay' }],
    });
  });
});

describe('a right that is gone by the time of its making', () => {
  it.each([
    ['the property', 'NO_PROPERTY', 'DELETE FROM property_access WHERE account_id = $1'],
    [
      'the feature',
      'NOT_ALLOWED',
      `UPDATE permission_package SET features = '{REPORT_JOB}' WHERE id IN
         (SELECT package_id FROM property_access WHERE account_id = $1)`,
    ],
    ['the account', 'NOT_ALLOWED', 'UPDATE account SET disabled_at = now() WHERE id = $1'],
    ['the role', 'NOT_ALLOWED', `UPDATE account SET roles = '{portal_domea}' WHERE id = $1`],
  ])('without %s there is no report: %s', async (_, failure, sql) => {
    const { id } = await portal.addUser();
    const slow = { reportName: 'slow 300', numberOfDays: 200 };
    // Two places are taken by it and by another's, so that there is time.
    await Promise.all([portal.create(id, slow), portal.create(stranger.id, slow)]);
    const later = await portal.create(id);
    await database.pool.query(sql, [id]);
    await expect
      .poll(
        async () => {
          const { rows } = await database.pool.query('SELECT * FROM report WHERE id = $1', [later]);
          return rows[0];
        },
        { interval: 50 },
      )
      .toMatchObject({ status: 'FAILED', failure, file_name: null });
  });
});

describe('a ticket', () => {
  const ticket = async () =>
    (await portal.call(owner.id, 'report.ticket', { params: { report } })).token as string;
  const fetchWith = (token: string, asked: { report?: number; account?: number } = {}) =>
    portal.request(asked.account, 'report.file', {
      params: { report: asked.report ?? report },
      query: { token },
    });

  it('works once', async () => {
    const token = await ticket();
    const first = await fetchWith(token);
    expect(first.status).toBe(200);
    expect(first.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(first.headers.get('content-disposition')).toBe(
      'attachment; filename="Readings 2026-11-10.csv"',
    );
    expect(await first.text()).toBe('1\n2\n3\n');
    expect((await fetchWith(token)).status).toBe(410);
  });

  it('of two who use it at once, for one', async () => {
    const token = await ticket();
    const answers = await Promise.all([fetchWith(token), fetchWith(token), fetchWith(token)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410, 410]);
  });

  it('for a minute', async () => {
    const token = await ticket();
    const { now } = portal;
    portal.now = new Date(now.getTime() + 60_000);
    expect((await fetchWith(token)).status).toBe(410);
    portal.now = new Date(now.getTime() + 59_999);
    expect((await fetchWith(token)).status).toBe(200);
    portal.now = now;
  });

  it('for its report alone, and not for whoever is signed in as somebody else', async () => {
    const other = await portal.create(owner.id);
    await portal.until(owner.id, other, 'FINISHED');
    const token = await ticket();
    expect((await fetchWith(token, { report: other })).status).toBe(410);
    expect((await fetchWith(token, { account: stranger.id })).status).toBe(410);
    expect((await fetchWith(token, { account: owner.id })).status).toBe(200);
    expect((await fetchWith('nonsense')).status).toBe(410);
  });

  it('is in the database as a hash only', async () => {
    const token = await ticket();
    const { rows } = await database.pool.query('SELECT * FROM download_ticket');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('is worth nothing when its owner has been blocked since', async () => {
    const token = await ticket();
    const setBlocked = (isBlocked: boolean) =>
      database.pool.query(
        'UPDATE account SET disabled_at = CASE WHEN $2 THEN now() END WHERE id = $1',
        [owner.id, isBlocked],
      );
    await setBlocked(true);
    expect((await fetchWith(token)).status).toBe(410);
    await setBlocked(false);
  });

  it('deletes the file when that was asked for, once it was read to its end', async () => {
    const gone = await portal.create(owner.id, { deleteAfterDownload: true });
    await portal.until(owner.id, gone, 'FINISHED');
    const params = { report: gone };
    const { token } = await portal.call(owner.id, 'report.ticket', { params });
    expect(portal.files()).toContain(`${gone}-1`);
    await (await fetchWith(token, { report: gone })).text();
    await expect.poll(() => portal.files()).not.toContain(`${gone}-1`);
    expect(await portal.call(owner.id, 'report.ticket', { params })).toMatchObject({
      httpStatus: 409,
    });
    expect(await portal.call(owner.id, 'report.get', { params })).toMatchObject({
      status: 'FINISHED',
      fileName: null,
      rows: 3,
    });
  });
});
