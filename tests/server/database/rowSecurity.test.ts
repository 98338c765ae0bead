import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Feature } from '../../../schemas/entities/access.ts';
import { warningKinds } from '../../../schemas/kinds/warnings.ts';
import type { Database } from '../../../server/database/open.ts';
import { statement } from '../../../server/database/statement.ts';
import { createTestDatabase } from '../../support/database.ts';

let database: Database;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Tables that hold nobody's rows, and what they hold instead. */
const nobodys = {
  billing_administrator: 'names by SAP number, which support gives to accounts',
  import_rejection: 'lines of an operator’s files',
  import_run: 'files of operators',
  module_switch: 'what support has switched in a market',
  oidc_payload: 'what the sign-in keeps of its protocol',
  outdoor_temperature: 'weather',
  permission_package: 'features that support sells in a market',
  setting: 'the portal’s own',
  signing_key: 'the sign-in’s own',
  static_file: 'files for a whole market',
  unclaimed_file: 'names of files that no row refers to yet',
};

it('guards every table with rows of a building or an account', async () => {
  const { rows } = await database.pool.query<{ name: string; guarded: boolean }>(
    `SELECT relname AS name, relrowsecurity AND relforcerowsecurity AND EXISTS (
       SELECT FROM pg_policy WHERE polrelid = pg_class.oid AND polname = 'portal'
         AND polcmd = '*' AND polroles = ARRAY[relowner]) AS guarded
     FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
     ORDER BY 1`,
  );
  expect(rows.length).toBeGreaterThan(50);
  const open = rows.filter(({ guarded }) => !guarded).map(({ name }) => name);
  expect(open).toEqual(Object.keys(nobodys));
});

it('has a policy for the reading role on all that it may read of a building', async () => {
  const { rows } = await database.pool.query<{ name: string; policies: string[] }>(
    `SELECT relname AS name, ARRAY(SELECT polname::text FROM pg_policy WHERE polrelid = pg_class.oid
         AND 'meterhouse_reader'::regrole = ANY (polroles)) AS policies
     FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
       AND has_table_privilege('meterhouse_reader', oid, 'SELECT') ORDER BY 1`,
  );
  expect(rows.length).toBeGreaterThan(15);
  const open = rows.filter(({ policies }) => policies.length === 0).map(({ name }) => name);
  expect(open).toEqual(['outdoor_temperature', 'permission_package']);
});

it('knows of each type of warning which feature lets an account see it', async () => {
  const wanted = [
    ...Object.values(warningKinds).map(({ type: alert, feature }) => ({ alert, feature })),
    // One that the database has never heard of: no step is needed for a new row.
    { alert: 'DRY_AIR', feature: 'WARNING_DRY_AIR' },
  ];
  const { rows } = await database.pool.query<{ alert: string; feature: string }>(
    'SELECT alert, meterhouse_warned_by(alert) AS feature FROM unnest($1::text[]) AS alert',
    [wanted.map(({ alert }) => alert)],
  );
  expect(rows).toEqual(wanted);
});

const features = (...list: Feature[]) => `{${list.join(',')}}`;
const sold = statement({ id: 'bigint' }, 'SELECT property_id AS id FROM tenant ORDER BY 1');
const dated = statement(
  { of: 'bigint', day: 'text' },
  `SELECT property_id AS of, period_begin::text AS day FROM document
   UNION ALL SELECT property_id, last_occurrence::date::text FROM warning
   UNION ALL SELECT property_id, year::text FROM supply_fact ORDER BY 1, 2`,
);

it('shows of a building what its package holds, from the account’s first day on', async () => {
  const packages = await database.pool.query<{ id: number }>(
    `INSERT INTO permission_package (country, name, features) VALUES
       ('PL', 'all', $1), ('PL', 'little', $2) RETURNING id::float8 AS id`,
    [
      features('CONSUMPTION_BASIC', 'WARNING_CO2', 'WARNING_SMOKE_DETECTION'),
      features('WARNING_CO2'),
    ],
  );
  const [all, little] = packages.rows.map(({ id }) => id);
  await database.pool.query(
    `INSERT INTO property (id, country, works_no, name, address, city, zip_code, time_zone)
     SELECT id, 'PL', id::text, 'P', 'A', 'C', 'Z', 'Europe/Warsaw' FROM generate_series(1, 5) AS id`,
  );
  await database.pool.query(
    `INSERT INTO tenant (property_id, installation_number, tenant_no, tenant_name, address)
     SELECT id, id, 1, 1, 1 FROM property`,
  );
  // The whole of it, the little one, since a day, and both as they are cut for a sub-administrator.
  await database.pool.query(
    `INSERT INTO property_access (account_id, property_id, package_id, access_since, features) VALUES
       (7, 1, $1, NULL, NULL), (7, 2, $2, NULL, NULL), (7, 3, $1, '2026-03-02', NULL),
       (7, 4, $1, NULL, $3), (7, 5, $2, NULL, $4)`,
    [all, little, features('WARNING_CO2'), features('CONSUMPTION_BASIC', 'WARNING_CO2')],
  );
  await database.pool.query(
    `INSERT INTO document (property_id, document_type, billing_type, status, period_begin,
       period_end, created_at, owner_name, added_by, file_name, stored_name, content_type, bytes,
       checksum)
     SELECT property, 'IMS_INVOICE', 'HEAT', 'final', day, day, now(), 'O', 'A', 'a.pdf',
       property || '/' || day, 'application/pdf', 1, property || day::text
     FROM unnest(ARRAY[1, 3]) AS property, unnest('{2026-03-01,2026-03-02}'::date[]) AS day`,
  );
  await database.pool.query(
    `INSERT INTO supply_fact (property_id, year, fact, value, source)
     SELECT property, year, 'TAX', 1, 'S'
     FROM unnest('{1,2,3}'::bigint[]) AS property, unnest('{2025,2026}'::smallint[]) AS year`,
  );
  // Of a winter day in Warsaw, which begins an hour before it does in Greenwich.
  await database.pool.query(
    `INSERT INTO warning (property_id, device_id, alert, state, urgency, first_occurrence,
       last_occurrence, raised_at)
     SELECT 3, row_number() OVER (), alert, 'ACTIVE', 5, at, at, at
     FROM unnest('{2026-03-01T22:59:00Z,2026-03-01T23:00:00Z}'::timestamptz[]) AS at,
       unnest('{SMOKE,LEAKAGE}'::text[]) AS alert`,
  );
  const ask = (anyFeature: Feature[]) =>
    database.asAccount({ accountId: 7, anyFeature }, async (tx) => ({
      sold: (await tx.query(sold, [])).map(({ id }) => id),
      dated: (await tx.query(dated, [])).map(({ of, day }) => `${of} ${day}`),
    }));
  expect(await ask(['CONSUMPTION_BASIC'])).toEqual({
    sold: [1, 3],
    dated: [
      ...['1 2025', '1 2026', '1 2026-03-01', '1 2026-03-02'],
      ...['3 2026', '3 2026-03-01', '3 2026-03-02'],
    ],
  });
  expect((await ask(['WARNING_CO2'])).sold).toEqual([1, 2, 3, 4, 5]);
  expect((await ask(['WARNING_CO2', 'CONSUMPTION_BASIC'])).sold).toEqual([1, 2, 3, 4, 5]);
  expect((await ask([])).sold).toEqual([1, 2, 3, 4, 5]);
  expect((await ask(['WARNING_HIGH_HUMIDITY'])).sold).toEqual([]);
});

const ofWarnings = statement(
  { row: 'text' },
  `SELECT concat('notice ', account_id) AS row FROM warning_notice
   UNION ALL SELECT concat('told ', account_id) FROM warning_told
   UNION ALL SELECT concat('event ', detail) FROM warning_event
   UNION ALL SELECT concat('error ', error) FROM device_error
   UNION ALL SELECT concat('warning ', note) FROM warning ORDER BY 1`,
);

it('shows of warnings who is told only to themselves, and what happened from the first day on', async () => {
  const begin = '2026-03-01T23:00:00Z';
  await database.pool.query(
    `INSERT INTO warning_notice SELECT account, 3, 'LEAKAGE', true, true FROM unnest('{7,8}'::bigint[]) AS account`,
  );
  await database.pool.query(
    `INSERT INTO warning_told (property_id, warning_id, account_id, urgency, decided_at)
     SELECT 3, 1, account, 0, now() FROM unnest('{7,8}'::bigint[]) AS account`,
  );
  await database.pool.query('DELETE FROM warning');
  const around = [
    ['before', -3, -1],
    ['until then', -3, 0],
    ['over it', -3, 1],
    ['at once', 0, 0],
  ] as const;
  for (const [note, from, until] of around) {
    await database.pool.query(
      `INSERT INTO warning (property_id, device_id, alert, state, urgency, first_occurrence,
         last_occurrence, raised_at, note)
       SELECT 3, 99, 'SMOKE', 'RECENT', 5, $1::timestamptz + $2 * interval '1 hour',
         $1::timestamptz + $3 * interval '1 hour', $1, $4`,
      [begin, from, until, note],
    );
  }
  for (const [detail, hours] of [
    ['early', -1],
    ['on time', 0],
  ] as const) {
    await database.pool.query(
      `INSERT INTO warning_event (property_id, warning_id, at, event, detail)
       VALUES (3, 1, $1::timestamptz + $2 * interval '1 hour', 'RAISED', $3)`,
      [begin, hours, detail],
    );
    await database.pool.query(
      `INSERT INTO device_error VALUES (3, 99, $1::timestamptz + $2 * interval '1 hour', $3)`,
      [begin, hours, detail],
    );
  }
  const scope = { accountId: 7, anyFeature: [] };
  const rows = await database.asAccount(scope, (tx) => tx.query(ofWarnings, []));
  expect(rows.map(({ row }) => row)).toEqual([
    ...['error on time', 'event on time', 'notice 7', 'told 7'],
    ...['warning at once', 'warning over it'],
  ]);
});

it('shows a table’s owner nothing that no policy gives them', async ({ skip }) => {
  const { rows } = await database.pool.query<{ is: boolean }>(
    'SELECT rolsuper AS is FROM pg_roles WHERE rolname = current_user',
  );
  // The embedded engine has no user but its own, for whom there are no rules.
  if (rows[0]?.is) return skip();
  const count = async () =>
    (await database.pool.query('SELECT count(*) AS count FROM tenant')).rows[0].count;
  expect(await count()).toBe(5);
  await database.pool.query('DROP POLICY portal ON tenant');
  expect(await count()).toBe(0);
});

it('takes no feature for SQL', async () => {
  const anyFeature = ["'; DROP TABLE tenant; --"] as unknown as Feature[];
  await expect(
    (async () => database.asAccount({ accountId: 7, anyFeature }, (tx) => tx.query(sold, [])))(),
  ).rejects.toThrow('Invalid option');
});
