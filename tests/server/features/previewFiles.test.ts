import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ReportFeature } from '../../../server/features/report/reportFeature.ts';
import { findAccountSession } from '../../../server/identity/session.repository.ts';
import type { Jobs } from '../../../server/jobs/jobs.ts';
import { startArchivePortal, type User } from './document/support/archivePortal.ts';

/** Files of an account that staff look at: theirs to read, with a ticket of the preview's own. */

let portal: Awaited<ReturnType<typeof startArchivePortal>>;
let reporting: ReportFeature;
let support: User;
let customer: User;
let document: number;

beforeAll(async () => {
  portal = await startArchivePortal();
  const parts = portal.portal.parts as unknown as { reporting: ReportFeature; jobs: Jobs };
  reporting = parts.reporting;
  reporting.work(parts.jobs, 1);
  customer = await portal.addUser({ features: ['DOCUMENT_ARCH_ARCHIVE', 'REPORT_DEVICE_READING'] });
  document = await portal.addDocument(customer.property, { content: 'a bill' });
});
afterAll(() => portal.stop());
beforeEach(async () => {
  support = await portal.addUser({ roles: ['portal_user', 'portal_support'] });
  const { rows } = await query<{ username: string }>('SELECT username FROM account WHERE id = $1', [
    customer.id,
  ]);
  const body = { username: rows[0]?.username };
  expect((await portal.call(support, 'preview.start', { body })).status).toBe(200);
});

const query = <Row extends object>(sql: string, parameters: unknown[] = []) =>
  portal.database.pool.query<Row>(sql, parameters);
const ticket = async (user: User, id = document) => {
  const answer = await portal.call(user, 'document.ticket', { params: { document: id } });
  return { status: answer.status, token: answer.body.token as string };
};
const fetchFile = (token: string, user?: User) =>
  portal.request(user, `/api/document/download/${document}?token=${token}`);
const endPreview = () => portal.call(support, 'preview.end');
const notedFiles = async () => {
  const { rows } = await query<{ actor_id: number; affected_id: number; detail: object }>(
    `SELECT actor_id, affected_id, detail FROM activity_log
     WHERE type = 'PREVIEW_CALL' AND detail->>'operation' = 'document.file' AND actor_id = $1`,
    [support.id],
  );
  return rows;
};

describe('a file of the account that is looked at', () => {
  it.each([
    ['as a browser fetches it', () => undefined],
    ['by a call of the session', () => support],
  ])('is handed out once, and noted, %s', async (_how, who) => {
    const { token } = await ticket(support);
    const first = await fetchFile(token, who());
    expect([first.status, await first.text()]).toEqual([200, 'a bill']);
    expect((await fetchFile(token, who())).status).toBe(410);
    const [noted, ...more] = await notedFiles();
    expect(noted).toMatchObject({
      actor_id: support.id,
      affected_id: customer.id,
      detail: { path: `/api/document/download/${document}` },
    });
    // A call of a session is noted also when it is refused.
    expect(more).toHaveLength(who() ? 1 : 0);
    const { rows } = await query(
      "SELECT actor_id, affected_id FROM activity_log WHERE type = 'FILE_DOWNLOADED'",
    );
    expect(rows.at(-1)).toEqual({ actor_id: support.id, affected_id: customer.id });
  });

  it('is no other’s than the previewing session’s', async () => {
    const ofPreview = await ticket(support);
    expect((await fetchFile(ofPreview.token, customer)).status).toBe(410);
    expect((await fetchFile(ofPreview.token, support)).status).toBe(200);
    const ofCustomer = await ticket(customer);
    expect((await fetchFile(ofCustomer.token, support)).status).toBe(410);
    expect((await fetchFile(ofCustomer.token, customer)).status).toBe(200);
    const colleague = await portal.addUser({ roles: ['portal_user', 'portal_support'] });
    const { token } = await ticket(support);
    expect((await fetchFile(token, colleague)).status).toBe(410);
  });

  it('is not what the account may not read, though support might', async () => {
    const stranger = await portal.addUser();
    const theirs = await portal.addDocument(stranger.property, { content: 'not yours' });
    expect((await ticket(support, theirs)).status).toBe(404);
    const managed = await portal.call(support, 'managedDocument.ticket', { params: { document } });
    expect(managed.status).toBe(403);
  });

  it('is not there any more once the account may not read it', async () => {
    const { token } = await ticket(support);
    const { rows } = await query<{ features: string[]; id: number }>(
      `UPDATE permission_package SET features = '{REPORT_DEVICE_READING}'
       WHERE id = (SELECT package_id FROM property_access WHERE account_id = $1)
       RETURNING id`,
      [customer.id],
    );
    expect((await fetchFile(token)).status).toBe(410);
    await query(
      `UPDATE permission_package SET features = '{DOCUMENT_ARCH_ARCHIVE,REPORT_DEVICE_READING}'
       WHERE id = $1`,
      [rows[0]?.id],
    );
  });
});

describe('a preview’s ticket ends', () => {
  it('with the preview', async () => {
    const { token } = await ticket(support);
    await endPreview();
    expect((await fetchFile(token)).status).toBe(410);
  });

  it('with the next preview of the same account', async () => {
    const { token } = await ticket(support);
    await endPreview();
    const { rows } = await query<{ username: string }>(
      'SELECT username FROM account WHERE id = $1',
      [customer.id],
    );
    await portal.call(support, 'preview.start', { body: { username: rows[0]?.username } });
    expect((await fetchFile(token, support)).status).toBe(410);
  });

  it.each(['time', 'session', 'account’s sessions', 'role', 'customer'])(
    'with its %s',
    async (what) => {
      const { token } = await ticket(support);
      const of = [support.id];
      const changes: Record<string, () => Promise<unknown>> = {
        time: () => query('UPDATE account_preview SET ends_at = now() WHERE actor_id = $1', of),
        session: () =>
          query(
            `INSERT INTO portal_session (sid, account_id, started_at, ended_at)
           SELECT sid, actor_id, now(), now() FROM account_preview
           WHERE actor_id = $1 AND ended_at IS NULL
           ON CONFLICT (sid, account_id) DO UPDATE SET ended_at = now()`,
            of,
          ),
        'account’s sessions': () =>
          query('UPDATE account SET sessions_ended_at = now() WHERE id = $1', of),
        role: () => query(`UPDATE account SET roles = '{portal_user}' WHERE id = $1`, of),
        customer: () =>
          query(`UPDATE account SET roles = roles || '{portal_support}' WHERE id = $1`, [
            customer.id,
          ]),
      };
      await changes[what]?.();
      expect((await fetchFile(token)).status).toBe(410);
      await query(
        `UPDATE account SET roles = array_remove(roles, 'portal_support') WHERE id = $1`,
        [customer.id],
      );
    },
  );
});

it('a report that is to go once it was fetched stays, for it is its owner’s to fetch', async () => {
  const definition: Parameters<typeof reporting.reports.create>[1] = {
    reportName: 'Readings',
    reportType: 'DEVICE_READING',
    format: 'CSV',
    startDate: '2026-10-01',
    endDate: '2026-10-31',
    deleteAfterDownload: true,
  };
  const session = await findAccountSession(portal.database.statements, customer.id);
  if (!session) throw new Error('The customer can’t sign in.');
  const params = { report: await reporting.reports.create(session, definition) };
  const read = async (user: User) => (await portal.call(user, 'report.get', { params })).body;
  await expect.poll(async () => (await read(customer)).status).toBe('FINISHED');
  const download = async (user: User) => {
    const { token } = (await portal.call(user, 'report.ticket', { params })).body;
    const to = `/api/report/${params.report}/file?token=${token}`;
    return (await portal.request(undefined, to)).text();
  };
  expect(await download(support)).toBe('1\n2\n3\n');
  // Long enough for what would delete it.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect((await read(customer)).fileName).not.toBeNull();
  expect(await download(customer)).toBe('1\n2\n3\n');
  await expect.poll(async () => (await read(customer)).fileName).toBeNull();
});
