import { measuredKinds, measuredTypes, warningFeatures } from '../../schemas/kinds/warnings.ts';
import type { Database, Transaction } from '../../server/database/open.ts';
import { listWarningDays } from '../../server/features/warnings/days.repository.ts';
import { listSilent } from '../../server/features/warnings/silent.repository.ts';
import { listSettingsOfTypes } from '../../server/features/warnings/switches.repository.ts';
import { listWarned } from '../../server/features/warnings/warned.repository.ts';
import {
  countActive,
  countStatuses,
  countWarnings,
  listWarnings,
} from '../../server/features/warnings/warnings.repository.ts';
import type { DefaultsOf } from '../../server/warnings/defaults.ts';
import { print, summarize, time } from '../store.ts';

const defaultsOf: DefaultsOf = (_country, type) => {
  const { defaults: limits, urgency } = measuredKinds[type];
  return { limits, urgency };
};
const devicesEach = 20;
/** One in a hundred goes on, one in five is over, the rest was resolved. */
const state = `CASE WHEN no = 1 AND device.id % 10 = 0 THEN 'ACTIVE'
  WHEN no % 5 = 0 THEN 'RECENT' ELSE 'RESOLVED' END`;

/** One account that sees all properties, and so many warnings of each of their devices. */
async function fill(database: Database, properties: number, warningsEach: number): Promise<number> {
  const run = (sql: string, parameters: unknown[] = []) => database.pool.query(sql, parameters);
  await run(
    `INSERT INTO property (id, country, works_no, name, address, city, zip_code, time_zone)
     SELECT no, 'PL', 'W-' || no, 'House ' || no, 'Lipowa ' || no, 'Warszawa', '', 'Europe/Warsaw'
     FROM generate_series(1, $1) AS no`,
    [properties],
  );
  const { rows } = await run(
    `WITH account AS (INSERT INTO account (subject, username, email, name, roles, country, language)
       VALUES ('a', 'a', 'a', 'a', '{}', 'PL', 'en') RETURNING id),
     package AS (INSERT INTO permission_package (country, name, features)
       VALUES ('PL', 'all', $1) RETURNING id)
     INSERT INTO property_access (account_id, property_id, package_id)
     SELECT account.id, property.id, package.id FROM account, package, property
     RETURNING account_id AS account`,
    [warningFeatures],
  );
  await run(
    `INSERT INTO tenant (property_id, installation_number, tenant_no, tenant_name, address)
     SELECT property.id, 'I-' || property.id || '-' || no, no::text, 'Tenant ' || no, ''
     FROM property, generate_series(1, $1) AS no`,
    [devicesEach],
  );
  await run(
    `INSERT INTO device (property_id, tenant_id, serial_number, category, reading_interval)
     SELECT property_id, id, 'S-' || id, 'COLD_WATER_METER', 'HOURLY' FROM tenant`,
  );
  await run(
    `INSERT INTO device_state (property_id, device_id, last_at, last_value)
     SELECT property_id, id, now() - interval '10 days' * (id % 100 = 0)::int, 1 FROM device`,
  );
  await run(
    `INSERT INTO warning (property_id, device_id, alert, state, urgency, first_occurrence,
       last_occurrence, cleared_at, raised_at, figure, limit_value)
     SELECT property_id, device.id, 'LEAKAGE', ${state}, (ARRAY[0, 5, 10])[1 + (device.id + no) % 3],
       now() - no * interval '20 days', now() - no * interval '18 days', now(), now(), 5, 4
     FROM device, generate_series(1, $1) AS no`,
    [warningsEach],
  );
  await run('ANALYZE');
  return rows[0].account;
}

function lastDays(now: Date, days: number): { begin: string; end: string } {
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  return { begin: dayOf(now.getTime() - days * 86_400_000), end: dayOf(now.getTime()) };
}

/** What the screens of an account ask for that sees many warnings. */
export async function measureLists(
  database: Database,
  {
    properties,
    warningsEach,
    rounds,
  }: { properties: number; warningsEach: number; rounds: number },
): Promise<void> {
  const accountId = await fill(database, properties, warningsEach);
  const scope = { accountId, anyFeature: warningFeatures };
  const page = { page: 0, size: 10 };
  const now = new Date();
  const list = (query: object) => (tx: Transaction) =>
    listWarnings(tx, scope, now, { ...page, ...query });
  const asked: Readonly<Record<string, (tx: Transaction) => Promise<unknown>>> = {
    'all warnings': list({}),
    'those that aren’t resolved': list({ filter: ['state:ACTIVE|RECENT'] }),
    'the tab of active ones': list({ filter: ['status:ACTIVE'] }),
    'the counts of the tabs': (tx) => countStatuses(tx, scope, now, {}),
    'of one property': list({ property: 1 }),
    'by a tenant’s name': list({ search: 'Tenant 7' }),
    'a page behind the last': (tx) => countWarnings(tx, scope, now, {}),
    'the badge': (tx) => countActive(tx, scope, now),
    'by property': (tx) => listWarned(tx, scope, now, page),
    'a month of the calendar': (tx) =>
      listWarningDays(tx, scope, { property: undefined, ...lastDays(now, 31) }),
    'settings of all types': (tx) => listSettingsOfTypes(tx, scope, measuredTypes, defaultsOf),
    'silent devices': (tx) => listSilent(tx, scope, now, page),
  };
  const medians: Record<string, number> = {};
  for (const [name, work] of Object.entries(asked)) {
    const times: number[] = [];
    for (let at = 0; at < rounds; at++) {
      times.push(await time(() => database.asAccount(scope, work)));
    }
    medians[name] = Math.round(summarize(times).median);
  }
  const warnings = properties * devicesEach * warningsEach;
  print({
    benchmark: 'warnings',
    engine: database.engine,
    step: 'lists',
    properties,
    warnings,
    medianMs: medians,
  });
}
