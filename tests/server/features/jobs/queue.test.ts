import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Country } from '../../../../schemas/entities/market.ts';
import type { Database } from '../../../../server/database/open.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { type ReportPortal, startReportPortal } from '../report/support/reportPortal.ts';

let database: Database;
let portal: ReportPortal;
let supporter: number;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  portal = await startReportPortal(database);
  supporter = await addUser('PL', { isSupport: true });
});
afterEach(async () => {
  await portal.stop();
  await database.pool.query(
    'TRUNCATE account, property, property_access, permission_package, report, report_job; DELETE FROM pgboss.job',
  );
});

async function addUser(country: Country, { isSupport = false } = {}): Promise<number> {
  const { id } = await portal.addUser(isSupport ? { roles: ['portal_support'] } : {});
  await database.pool.query('UPDATE account SET country = $2 WHERE id = $1', [id, country]);
  return id;
}

const queue = async () =>
  (await portal.call(supporter, 'jobs.status')).content.find(
    (one: { queue: string }) => one.queue === 'report.make',
  );
const failuresOf = (account: number, query: Record<string, string> = {}) =>
  portal.call(account, 'jobs.failures', { query });

/** Has reports made that fail, one after the other. */
async function fail(...owners: number[]): Promise<number[]> {
  const reports: number[] = [];
  portal.work();
  for (const owner of owners) {
    const id = await portal.create(owner, { reportName: 'broken' });
    await portal.until(owner, id, 'FAILED');
    reports.push(id);
  }
  await vi.waitFor(async () => expect((await queue()).failed).toBe(owners.length));
  return reports;
}

it('says of each queue how it is', async () => {
  expect(await queue()).toEqual({
    queue: 'report.make',
    state: 'IDLE',
    waiting: 0,
    active: 0,
    failed: 0,
    oldest: null,
  });
  const id = await portal.create(await addUser('PL'));
  const set = (sql: string) => database.pool.query(`UPDATE pgboss.job SET ${sql}`);
  await set(`start_after = '2026-11-10T09:59:00Z', created_on = '2026-11-10T09:00:00Z'`);
  expect(await queue()).toMatchObject({
    state: 'BUSY',
    waiting: 1,
    oldest: '2026-11-10T09:00:00.000Z',
  });
  await set(`start_after = '2026-11-10T09:57:59Z'`);
  expect(await queue()).toMatchObject({ state: 'STUCK', waiting: 1 });
  // What is to be tried again later waits for its time, and for nobody.
  await set(`start_after = now() + interval '1 hour'`);
  expect(await queue()).toMatchObject({ state: 'BUSY', waiting: 1 });
  await set(`start_after = '2026-11-10T09:00:00Z', state = 'active'`);
  expect(await queue()).toMatchObject({ state: 'BUSY', waiting: 0, active: 1, oldest: null });
  await set(`state = 'failed'`);
  expect(await queue()).toMatchObject({ state: 'FAILED', failed: 1 });
  expect(id).toBeGreaterThan(0);
});

it('says why jobs failed, the newest first and a page at a time', async () => {
  const owner = await addUser('PL');
  const reports = await fail(owner, owner, owner);
  const first = await failuresOf(supporter, { size: '2' });
  expect(first).toMatchObject({ total: 3, page: 0, size: 2 });
  expect(first.content.map((one: { reportId: number }) => one.reportId)).toEqual(
    reports.toReversed().slice(0, 2),
  );
  expect(first.content[0]).toMatchObject({
    queue: 'report.make',
    reportType: 'DEVICE_READING',
    username: expect.any(String),
    attempts: 1,
    reason: 'The computation is broken.',
  });
  const last = await failuresOf(supporter, { size: '2', page: '1' });
  expect(last.content.map((one: { reportId: number }) => one.reportId)).toEqual([reports[0]]);
  expect(await failuresOf(supporter, { size: '2', page: '9' })).toMatchObject({
    total: 3,
    content: [],
  });
});

it('says whose account a job was about that made no report', async () => {
  const [pole, czech] = [await addUser('PL'), await addUser('CZ')];
  for (const accountId of [pole, czech]) {
    await database.pool.query(
      `INSERT INTO pgboss.job (name, data, state, output)
       VALUES ('account.welcome', $1, 'failed', '{"message": "Keycloak has that name already."}')`,
      [JSON.stringify({ accountId })],
    );
  }
  const { rows } = await database.pool.query('SELECT username FROM account WHERE id = $1', [pole]);
  expect(await failuresOf(supporter)).toMatchObject({
    total: 1,
    content: [
      {
        queue: 'account.welcome',
        reportId: null,
        reportType: null,
        username: rows[0].username,
        reason: 'Keycloak has that name already.',
      },
    ],
  });
});

it('tells no secret of an error, and no more than its first line', async () => {
  await fail(await addUser('PL'));
  const say = (output: object) =>
    database.pool.query('UPDATE pgboss.job SET output = $1', [JSON.stringify(output)]);
  const reason = async () => (await failuresOf(supporter)).content[0].reason;
  await say({ message: 'No answer from smtp://me:s3cret@host for jan@firma.cz\nat Socket' });
  expect(await reason()).toBe('No answer from smtp://…@host for …');
  // As pg-boss says it itself.
  await say({ value: { message: 'job timed out' } });
  expect(await reason()).toBe('job timed out');
  await say({});
  expect(await reason()).toBe('');
});

it('tells support of a country nothing of another’s, and others nothing at all', async () => {
  const [czech, pole] = [await addUser('CZ'), await addUser('PL')];
  const [ofCzech, ofPole] = await fail(czech, pole);
  const czechSupporter = await addUser('CZ', { isSupport: true });
  const idsOf = async (account: number) =>
    (await failuresOf(account)).content.map((one: { reportId: number }) => one.reportId);
  expect(await idsOf(supporter)).toEqual([ofPole]);
  expect(await idsOf(czechSupporter)).toEqual([ofCzech]);
  expect(await failuresOf(supporter)).toMatchObject({ total: 1 });
  expect(await failuresOf(pole)).toMatchObject({ httpStatus: 403 });
  // Whose report is gone belongs to no country, and what is tried again does nothing.
  await portal.call(pole, 'report.remove', { params: { report: ofPole } });
  expect(await idsOf(supporter)).toEqual([]);
  expect(await idsOf(czechSupporter)).toEqual([ofCzech]);
});
