import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Operation } from '../../../../schemas/api/operation.ts';
import { type OperationId, operations } from '../../../../schemas/api/operations.ts';
import { describeDetail } from '../../../../server/features/activityLog/describeDetail.ts';
import {
  type Logged,
  reasonForNoBefore,
} from '../../../../server/features/activityLog/snapshots.ts';
import type { FileOperation } from '../../../../server/features/download/recordDownload.ts';
import { closeMatrix, createMatrix, type Matrix } from '../../http/isolation/interrogate.ts';
import { fetchedFiles } from './support/fetchedFiles.ts';
import { loggedCalls, secret } from './support/loggedCalls.ts';
import { jobsOf } from './support/things.ts';

/**
 * Every operation that says what the log calls it, called with a log that takes nothing and then with
 * one that does: neither a change nor an entry stands alone.
 */

let matrix: Matrix;
beforeAll(async () => {
  matrix = await createMatrix();
  await jobsOf(matrix).start();
  await matrix.database.pool.query(
    `CREATE FUNCTION refuse_entry() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'The log is away.'; END $$;
     CREATE TRIGGER away BEFORE INSERT ON activity_log FOR EACH ROW EXECUTE FUNCTION refuse_entry();
     ALTER TABLE activity_log DISABLE TRIGGER away`,
  );
});
afterAll(async () => {
  await jobsOf(matrix).stop();
  await closeMatrix(matrix);
});

const ids = Object.keys(loggedCalls) as Logged[];
type Prepared = Awaited<ReturnType<(typeof loggedCalls)[Logged]>>;

type Sent = Pick<Prepared, 'as' | 'params' | 'query' | 'body'> & { readonly method?: string };

async function send(id: OperationId, call: Sent): Promise<{ status: number; text: string }> {
  const { as = 'main user', params = {}, query = {}, body } = call;
  const { path, method: usual }: Operation = operations[id];
  const { method = usual } = call;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''));
  const isText = typeof body === 'string';
  const response = await matrix.portal.request(
    `http://portal.example.pl${filled}?${new URLSearchParams(query)}`,
    {
      method,
      headers: {
        authorization: `Bearer ${matrix.tokens.get(as)}`,
        'content-type': isText ? 'text/csv' : 'application/json',
      },
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    },
  );
  return { status: response.status, text: await response.text() };
}

/** All that the database holds but for the log and for when somebody was here last. */
async function readEverything(): Promise<object> {
  const { pool } = matrix.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class
     WHERE relkind IN ('r', 'p') AND NOT relispartition
       AND (relnamespace = 'public'::regnamespace AND relname NOT IN ('activity_log', 'portal_session')
         OR oid = 'pgboss.job'::regclass) ORDER BY 1`,
  );
  expect(tables.length).toBeGreaterThan(40);
  const each = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, md5(string_agg(row, ' ' ORDER BY row)) AS content
       FROM (SELECT to_jsonb(one)::text AS row FROM ${name} AS one) AS all_of_it`,
  );
  const { rows } = await pool.query<{ name: string; content: string }>(each.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ name, content }) => [name, content]));
}

async function entriesSince(last: number) {
  const { rows } = await matrix.database.pool.query(
    'SELECT id, type, actor, detail FROM activity_log WHERE id > $1 ORDER BY id',
    [last],
  );
  return rows;
}
const lastEntry = async () => (await entriesSince(0)).at(-1)?.id ?? 0;

it.each(ids)('%s and its entry stand together', async (id) => {
  const { pool } = matrix.database;
  const call = await loggedCalls[id](matrix);
  const last = await lastEntry();

  const before = await readEverything();
  await pool.query('ALTER TABLE activity_log ENABLE TRIGGER away');
  const refused = await send(id, call).finally(() =>
    pool.query('ALTER TABLE activity_log DISABLE TRIGGER away'),
  );
  expect(refused, refused.text).toMatchObject({ status: 500 });
  expect(await readEverything()).toEqual(before);
  expect(await entriesSince(last)).toEqual([]);

  const answer = await send(id, call);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  expect(await readEverything()).not.toEqual(before);
  const { logs: type }: Operation = operations[id];
  const entries = (await entriesSince(last)).filter((entry) => entry.type === type);
  expect(entries).toHaveLength(1);
  const [{ actor, detail }] = entries;
  expect(actor).toBe(call.as === undefined ? 'holder-own' : `who-${call.as}`);
  expect(describeDetail(detail).replaceAll(/(?<![-\d])\d{6}(?![-\d])/g, '#')).toEqual(call.says);
  expect(JSON.stringify(detail)).not.toContain(secret);
  const tellsBefore = JSON.stringify(detail).includes('"before"');
  const isSaid = tellsBefore || JSON.stringify(detail).includes('"after"');
  expect(isSaid).toBe(reasonForNoBefore(id) === undefined);

  if (call.again === undefined) return;
  const known = await lastEntry();
  expect(await send(id, call)).toMatchObject({ status: 200 });
  expect(await entriesSince(known)).toEqual([]);
});

const files = Object.keys(fetchedFiles) as FileOperation[];

it.each(files)('%s leaves an entry of each time that it is sent, and none else', async (id) => {
  const { pool } = matrix.database;
  const { as, ticket, params = {}, query = {}, says } = await fetchedFiles[id](matrix);
  const askFor = async (more: object = {}) => {
    if (!ticket) return send(id, { as, params, query, ...more });
    const given = await send(ticket, { as, params });
    expect(given, given.text).toMatchObject({ status: 200 });
    const { token } = JSON.parse(given.text) as { token: string };
    // Whoever has a ticket is signed in nowhere.
    return send(id, { as: 'visitor', params, query: { ...query, token }, ...more });
  };
  const last = await lastEntry();

  await pool.query('ALTER TABLE activity_log ENABLE TRIGGER away');
  const refused = await askFor().finally(() =>
    pool.query('ALTER TABLE activity_log DISABLE TRIGGER away'),
  );
  expect(refused, refused.text).toMatchObject({ status: 500 });
  expect((await askFor({ method: 'HEAD' })).status).toBe(404);
  const [object] = Object.keys(params);
  if (object !== undefined) {
    const absent = await askFor({ params: { ...params, [object]: 1e9 } });
    expect([404, 410]).toContain(absent.status);
  }
  expect(await entriesSince(last)).toEqual([]);

  const answer = await askFor();
  expect(answer, answer.text).toMatchObject({ status: 200 });
  const [entry, ...others] = await entriesSince(last);
  expect(others).toEqual([]);
  const actor = as === 'main user' ? 'holder-own' : `who-${as}`;
  expect(entry).toMatchObject({ type: 'FILE_DOWNLOADED', actor });
  expect(describeDetail(entry?.detail)).toBe(says);
});
