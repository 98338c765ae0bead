import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../../../server/database/open.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { fakeEngine } from '../../../support/reporting.ts';
import { aJob, type ReportPortal, startReportPortal } from './support/reportPortal.ts';

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

const runDue = () => portal.reporting.reportJobs.runDue();
const get = (jobId: number) => portal.call(user.id, 'reportJob.get', { params: { jobId } });
/** The days for which reports were made, in their order; of `run` null. */
async function periods(): Promise<(string | null)[]> {
  const { rows } = await database.pool.query('SELECT period FROM report ORDER BY id');
  return rows.map(({ period }) => period);
}

describe('a job', () => {
  it('has its report made on its day, once, and shows the next', async () => {
    const jobId = await portal.createJob(user.id, { generationDay: 31 });
    expect(await get(jobId)).toMatchObject({
      reportName: 'Monthly',
      reportType: 'DEVICE_READING_JOB',
      generationDay: 31,
      isPaused: false,
      nextRun: '2026-11-30',
      lastStatus: null,
      lastRunAt: null,
    });
    portal.now = new Date('2026-11-30T02:59:00Z');
    await runDue();
    expect(await periods()).toEqual([]);
    portal.now = new Date('2026-11-30T03:00:00Z');
    await runDue();
    await runDue();
    expect(await periods()).toEqual(['2026-11-30']);
    expect(await get(jobId)).toMatchObject({
      nextRun: '2026-12-31',
      lastStatus: 'IN_QUEUE',
      lastRunAt: '2026-11-30T03:00:00Z',
    });
    portal.work();
    const query = { job: `${jobId}` };
    await expect
      .poll(() => portal.call(user.id, 'report.list', { query }))
      .toMatchObject({
        total: 1,
        content: [{ jobId, reportType: 'DEVICE_READING', status: 'FINISHED' }],
      });
  });

  it('of weeks or quarters has one for each of them; of one from before there were units, days', async () => {
    const params = { jobId: await portal.createJob(user.id) };
    const old = await portal.call(user.id, 'reportJob.definition', { params });
    expect(aJob).not.toHaveProperty('timeUnit');
    expect(old).toMatchObject({ timeBackwards: 31, timeUnit: 'DAYS' });
    const save = (body: object) => portal.call(user.id, 'reportJob.save', { params, body });
    await save({ ...aJob, timeBackwards: 1, timeUnit: 'QUARTERS' });
    expect(await get(params.jobId)).toMatchObject({ nextRun: '2027-01-01' });
    await save({ ...aJob, timeBackwards: 1, timeUnit: 'WEEKS' });
    for (const monday of ['2026-11-16', '2026-11-23']) {
      expect(await get(params.jobId)).toMatchObject({ nextRun: monday });
      portal.now = new Date(`${monday}T10:00:00Z`);
      await runDue();
    }
    expect(await periods()).toEqual(['2026-11-16', '2026-11-23']);
  });

  it('makes up once for the days on which the portal was down', async () => {
    const jobId = await portal.createJob(user.id, { generationDay: 15 });
    portal.now = new Date('2027-02-20T10:00:00Z');
    await Promise.all([runDue(), runDue(), runDue()]);
    await runDue();
    expect(await periods()).toEqual(['2027-02-15']);
    expect(await get(jobId)).toMatchObject({ nextRun: '2027-03-15' });
    // It tells of the days before its own, and not of those before it was made up for.
    const opened = vi.spyOn(fakeEngine, 'openReport');
    portal.work();
    await expect.poll(() => get(jobId)).toMatchObject({ lastStatus: 'FINISHED' });
    expect(opened.mock.calls.map(([, { now }]) => now)).toEqual([new Date('2027-02-15T03:00:00Z')]);
    opened.mockClear();
    portal.now = new Date('2027-02-21T10:00:00Z');
    await portal.call(user.id, 'reportJob.run', { params: { jobId } });
    await expect.poll(() => opened.mock.calls.length).toBe(1);
    expect(opened.mock.calls[0]?.[1].now).toEqual(portal.now);
    opened.mockRestore();
  });

  it('is taken by one of several processes that look at once', async () => {
    const ids: number[] = [];
    for (let count = 0; count < 5; count += 1) ids.push(await portal.createJob(user.id));
    portal.now = new Date('2026-12-01T10:00:00Z');
    await Promise.all([runDue(), runDue(), runDue(), runDue()]);
    const { rows } = await database.pool.query('SELECT job_id FROM report ORDER BY job_id');
    expect(rows.map(({ job_id: id }) => id)).toEqual(ids);
  });

  it('never makes a day’s report twice, even when it is put back', async () => {
    await portal.createJob(user.id);
    portal.now = new Date('2026-12-01T10:00:00Z');
    await runDue();
    await database.pool.query(`UPDATE report_job SET next_run = '2026-12-01'`);
    await runDue();
    expect(await periods()).toEqual(['2026-12-01']);
  });

  it('makes nothing while it is paused, nor afterwards what it missed', async () => {
    const jobId = await portal.createJob(user.id, { generationDay: 15 });
    await portal.call(user.id, 'reportJob.pause', { params: { jobId } });
    expect(await get(jobId)).toMatchObject({ isPaused: true, nextRun: null });
    portal.now = new Date('2026-11-20T10:00:00Z');
    await runDue();
    await portal.call(user.id, 'reportJob.resume', { params: { jobId } });
    await runDue();
    expect(await periods()).toEqual([]);
    expect(await get(jobId)).toMatchObject({ isPaused: false, nextRun: '2026-12-15' });
  });

  it('is run now beside its own days', async () => {
    const jobId = await portal.createJob(user.id);
    await portal.call(user.id, 'reportJob.run', { params: { jobId } });
    await portal.call(user.id, 'reportJob.run', { params: { jobId } });
    expect(await periods()).toEqual([null, null]);
    expect(await get(jobId)).toMatchObject({ nextRun: '2026-12-01', lastStatus: 'IN_QUEUE' });
  });

  it('is changed from its next report on, and deleted without what it had made', async () => {
    const jobId = await portal.createJob(user.id, { generationDay: 20 });
    const params = { jobId };
    const body = { ...aJob, reportName: 'Changed', generationDay: 12 };
    await portal.call(user.id, 'reportJob.save', { params, body });
    expect(await get(jobId)).toMatchObject({ reportName: 'Changed', nextRun: '2026-11-12' });
    expect(await portal.call(user.id, 'reportJob.definition', { params })).toMatchObject(body);
    portal.now = new Date('2026-11-12T10:00:00Z');
    await runDue();
    await portal.call(user.id, 'reportJob.remove', { params });
    expect(await get(jobId)).toMatchObject({ httpStatus: 404 });
    expect((await portal.call(user.id, 'report.list')).total).toBe(1);
  });

  it('of a blocked account has nothing made, and goes on with the next day when it is free', async () => {
    const jobId = await portal.createJob(user.id);
    await database.pool.query('UPDATE account SET disabled_at = now()');
    portal.now = new Date('2026-12-01T10:00:00Z');
    await runDue();
    await database.pool.query('UPDATE account SET disabled_at = NULL');
    await runDue();
    expect(await periods()).toEqual([]);
    expect(await get(jobId)).toMatchObject({ nextRun: '2027-01-01' });
  });
});
