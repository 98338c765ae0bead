import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccessSubject } from '../../../schemas/accessRule.ts';
import { splitFilter } from '../../../schemas/api/operation.ts';
import {
  type OperationId,
  type OperationResponse,
  operations,
} from '../../../schemas/api/operations.ts';
import { type Feature, features, type Role } from '../../../schemas/entities/access.ts';
import { type AttentionKind, attentionKinds } from '../../../schemas/entities/attention.ts';
import type { Country } from '../../../schemas/entities/market.ts';
import type { Database, Transaction } from '../../../server/database/open.ts';
import { listMessages } from '../../../server/features/contact/messages.repository.ts';
import { createDashboardHandlers } from '../../../server/features/dashboard/dashboard.routes.ts';
import { listOwnPackages } from '../../../server/features/document/packages.repository.ts';
import { listFailures } from '../../../server/features/jobs/failures.repository.ts';
import { listQuestions } from '../../../server/features/readings/questions.repository.ts';
import { listReports } from '../../../server/features/report/report.repository.ts';
import { listSubAdministrators } from '../../../server/features/subAdministrator/subAdministrator.repository.ts';
import { listSilent } from '../../../server/features/warnings/silent.repository.ts';
import { listWarnings } from '../../../server/features/warnings/warnings.repository.ts';
import { readManifests } from '../../../server/manifests/serve/readManifests.ts';
import { refuseOperation } from '../../../server/manifests/session/access.ts';
import { compileScreen } from '../../../server/manifests/session/compile.ts';
import type { MarketManifests } from '../../../server/manifests/session/manifestSet.ts';
import type { Session } from '../../../server/session.ts';
import {
  addAccount,
  addDevice,
  addPackage,
  addProperty,
  addReadings,
  grantAccess,
} from '../../support/builders.ts';
import { createTestDatabase } from '../../support/database.ts';
import { realDirectories } from '../manifests/directories.ts';
import { holder } from '../manifests/subjects.ts';

/** What the dashboard says that waits for whom, by the rights and licences of the real manifests. */

const now = new Date('2026-11-20T12:00:00Z');
const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);
const instantAgo = (days: number) => ago(days).toISOString().replace('.000', '');
let database: Database;
let manifests: MarketManifests;
let today: ReturnType<typeof createDashboardHandlers>['dashboard.today'];
/** Operations that a test closes to everybody. */
const closed = new Set<string>();
let owner: number;
let stranger: number;

async function addWarning(
  [property, device]: readonly [number, number],
  urgency: number,
  began: number,
  more: { alert?: string; acknowledged?: true; snoozed?: true } = {},
) {
  const { alert = 'LEAKAGE', acknowledged, snoozed } = more;
  await database.pool.query(
    `INSERT INTO warning (property_id, device_id, alert, state, urgency, first_occurrence,
       last_occurrence, raised_at, acknowledged_at, snoozed_until)
     VALUES ($1, $2, $3, 'ACTIVE', $4, $5, $6, $5, $7, $8)`,
    [
      ...[property, device, alert, urgency, ago(began), now],
      ...[acknowledged ? now : null, snoozed ? '2026-12-01' : null],
    ],
  );
}

/** A message of the contact form and a failed job about its sender, of some days ago. */
async function addForSupport(country: Country, state: string, days: number) {
  const sender = await addAccount(database, `${country}-${state}-${days}`, country);
  const at = ago(days);
  await database.pool.query(
    `INSERT INTO contact_message (account_id, country, created_at, topic, message, email, state)
     VALUES ($1, $2, $3, 'TECH_SUPPORT', 'Hello', 'a@b.example', $4)`,
    [sender, country, at, state],
  );
  await database.pool.query(
    `INSERT INTO pgboss.job (name, data, state, output, created_on, completed_on)
     VALUES ('account.welcome', $1, $2, '{}', $3, $3)`,
    [JSON.stringify({ accountId: sender }), state === 'NEW' ? 'failed' : 'completed', at],
  );
}

beforeAll(async () => {
  database = await createTestDatabase();
  const { set } = await readManifests(realDirectories);
  if (!set) throw new Error('The manifests are faulty.');
  manifests = set.markets.PL;
  const handlers = createDashboardHandlers({
    database,
    now: () => now,
    manifests: {
      findOperationRefusal: (call, subject) =>
        closed.has(call) ? 'module' : refuseOperation(set.markets.PL, call, subject),
      licensingFeatures: (call) => set.licences.get(operations[call].module) ?? [],
    },
  });
  today = handlers['dashboard.today'];
  for (const id of [1, 2, 3]) await addProperty(database, { id });
  const read = async (propertyId: number, last: number) => {
    const deviceId = await addDevice(database, { propertyId });
    const days = [20, 19, 18].map((day) => day + last);
    const at = [...days, last].map((day) => ({ at: ago(day).getTime(), value: 100 - day }));
    await addReadings(database, { propertyId, deviceId }, at);
    return [propertyId, deviceId] as const;
  };
  const [one, other, third] = [await read(1, 1), await read(1, 10), await read(1, 12)];
  // Of a house that the owner may see for three days, and of somebody else's.
  const late = await read(2, 5);
  const foreign = await read(3, 0);
  await addWarning(one, 10, 30);
  await addWarning(one, 10, 30, { alert: 'HUMIDITY', snoozed: true });
  await addWarning(other, 5, 2);
  await addWarning(other, 5, 3, { alert: 'WATER_SPILL', acknowledged: true });
  await addWarning(third, 5, 8);
  await addWarning(foreign, 10, 1);
  await addWarning(late, 0, 1);
  owner = await addAccount(database, 'owner');
  stranger = await addAccount(database, 'stranger');
  const whole = await addPackage(database, features);
  await grantAccess(database, owner, whole, [1]);
  await grantAccess(database, owner, whole, [2], '2026-11-17');
  await grantAccess(database, stranger, await addPackage(database, ['DOCUMENT_ARCH_ARCHIVE']), [1]);
  await database.pool.query(
    `INSERT INTO report (account_id, country, definition, status, created_at)
     VALUES ($1, 'PL', $4, 'FAILED', $3), ($1, 'PL', $4, 'FINISHED', $3),
       ($2, 'PL', $4, 'FAILED', $3)`,
    [owner, stranger, ago(4), { reportName: 'Readings', reportType: 'DEVICE_READING' }],
  );
  await database.pool.query(
    `INSERT INTO document_package (account_id, country, name, filter, status, created_at, expires_at)
     VALUES ($1, 'PL', 'a', '{}', 'ERROR', $2, $3), ($1, 'PL', 'b', '{}', 'ERROR', $2, $2),
       ($1, 'PL', 'c', '{}', 'READY', $2, $3)`,
    [owner, ago(6), ago(-6)],
  );
  await database.pool.query(
    `INSERT INTO account (subject, username, email, name, roles, country, language, level, created_by,
       last_sign_in_at, disabled_at)
     SELECT name, name, name, name, '{portal_user}', 'PL', 'en', 2, $1, signed, disabled
     FROM (VALUES ('new', NULL::timestamptz, NULL::timestamptz), ('old', $2, NULL), ('off', NULL, $2))
       AS sub (name, signed, disabled)`,
    [owner, now],
  );
  await database.pool.query(
    `SELECT pgboss.create_queue('account.welcome', '{"policy": "exclusive"}')`,
  );
  await addForSupport('PL', 'NEW', 3);
  await addForSupport('PL', 'NEW', 2);
  await addForSupport('PL', 'IN_WORK', 1);
  await addForSupport('CZ', 'NEW', 0);
}, 120_000);
afterAll(() => database?.close());

const kindsOfSupport: readonly AttentionKind[] = [
  'NEW_MESSAGES',
  'FAILED_JOBS',
  'READING_QUESTIONS',
];
/** Of which the button leads to the whole list. */
const wholeLists: readonly AttentionKind[] = ['FAILED_JOBS', 'READING_QUESTIONS'];

type Answer = OperationResponse<'dashboard.today'>;

interface LinkTo {
  readonly route: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** The table that a kind's button leads to: its call, and what the address filters it by. */
function linkOf(kind: AttentionKind, role: Role) {
  const subject = holder('PL', role);
  const nodesOf = (id: string) => {
    const screen = compileScreen(manifests, id, subject);
    if (screen?.root.type !== 'page') throw new Error(`There is no ${id}.`);
    return screen.root.children;
  };
  const [today] = nodesOf('dashboard.index');
  const tasks = today?.type === 'section' ? today.children[0] : undefined;
  const buttons = (tasks?.type === 'tasks' && tasks.buttons) || [];
  const action = buttons.find((one) =>
    JSON.stringify(one.visibleWhen).includes(`"${kind}"`),
  )?.action;
  const { route, params = {} } = (action as { to: LinkTo }).to;
  const { screen } = manifests.routes.get(route)?.route ?? {};
  // The queues of jobs stand above the failed ones.
  const table = nodesOf(`${screen}`).find((node) => node.type === 'table' && node.id !== 'queues');
  const filtered = `${table?.id}.filter.`;
  const strange = Object.keys(params).filter((name) => !name.startsWith(`${table?.id}.`));
  expect(strange).toEqual([]);
  return {
    call: (table as { source: { call: OperationId } }).source.call,
    filter: Object.entries(params)
      .filter(([name]) => name.startsWith(filtered))
      .map(([name, value]) => `${name.slice(filtered.length)}:${value}`),
  };
}

/** How many rows a list has for the owner, or for support. */
async function listRows(call: OperationId, filter: readonly string[]): Promise<number> {
  const query = { page: 0, size: 200, ...(filter.length > 0 && { filter: [...filter] }) };
  const scope = { accountId: owner, anyFeature: [...features] };
  const lists: Partial<Record<OperationId, (tx: Transaction) => Promise<{ length: number }>>> = {
    'warning.list': (tx) => listWarnings(tx, scope, now, query),
    'warning.silent': (tx) => listSilent(tx, scope, now, { ...query, search: '' }),
    'report.list': async (tx) => (await listReports(tx, owner, query)).content,
    'supportMessage.list': async (tx) => (await listMessages(tx, 'PL', query)).content,
    'jobs.failures': (tx) => listFailures(tx, 'PL', query),
    'readingQuestion.list': (tx) => listQuestions(tx, 'PL', now, query),
    'subAdministrator.list': async (tx) => (await listSubAdministrators(tx, owner, query)).content,
    // Filtered in the browser, by what a column shows.
    'documentPackage.list': async (tx) => {
      const listed = await listOwnPackages(tx, owner, now);
      const conditions = filter.map(splitFilter);
      return listed.filter((row) =>
        conditions.every(({ field, value }) =>
          value.split('|').includes(`${row[field as 'status']}`),
        ),
      );
    },
  };
  const list = lists[call];
  if (!list) throw new Error(`Nobody lists ${call} here.`);
  const isOwn = call.startsWith('warning.');
  const read = isOwn ? database.asAccount(scope, list) : database.read(list);
  return (await read).length;
}

function ask(accountId: number, role: Role, held: readonly Feature[]): Promise<Answer> {
  const subject: AccessSubject = { signedIn: true, country: 'PL', roles: [role], features: held };
  const session = { accountId, subject, user: { country: 'PL' } } as unknown as Session;
  const context = { session, scope: { accountId, anyFeature: [] } };
  return today({} as never, context as never) as Promise<Answer>;
}

describe('what waits today', () => {
  it('is each kind that there is something of, the most pressing first', async () => {
    const { content, lastReadingAt } = await ask(owner, 'portal_admin', features);
    expect(
      content.map(({ kind, urgency, count, newestAt }) => [kind, urgency, count, newestAt]),
    ).toEqual([
      ['CRITICAL_WARNINGS', 10, 1, instantAgo(30)],
      ['SILENT_DEVICES', 5, 2, instantAgo(10)],
      ['NEW_WARNINGS', 5, 2, instantAgo(1)],
      ['FAILED_REPORTS', 5, 1, instantAgo(4)],
      ['FAILED_PACKAGES', 5, 1, instantAgo(6)],
      ['OPEN_INVITATIONS', 0, 1, null],
    ]);
    expect(lastReadingAt).toBe(instantAgo(1));
  });

  it('is of the own market for support: messages nobody has looked after, failed jobs', async () => {
    const { content } = await ask(owner, 'portal_support', []);
    expect(content.slice(0, 2)).toEqual([
      { kind: 'NEW_MESSAGES', urgency: 5, count: 2, newestAt: instantAgo(2) },
      { kind: 'FAILED_JOBS', urgency: 5, count: 2, newestAt: instantAgo(2) },
    ]);
  });

  it('is only what the rights and the licence have a list of', async () => {
    const kinds = async (account: number, role: Role, held: readonly Feature[]) => {
      const { content, lastReadingAt } = await ask(account, role, held);
      return [...content.map(({ kind }) => kind), lastReadingAt !== null];
    };
    expect(await kinds(owner, 'portal_user', ['ADV_REPORT_WATER_BALANCE'])).toEqual([false]);
    expect(await kinds(owner, 'portal_domea', features)).toEqual([true]);
    expect(await kinds(owner, 'portal_user', ['DOCUMENT_ARCH_ARCHIVE'])).toEqual([
      'FAILED_PACKAGES',
      false,
    ]);
    expect(await kinds(owner, 'portal_support', [])).toEqual([...kindsOfSupport, false]);
    // Their package has no feature of warnings, whatever the session says.
    expect(await kinds(stranger, 'portal_user', features)).toEqual(['FAILED_REPORTS', false]);
  });

  it.each(attentionKinds)('is as many rows as its button leads to: %s', async (kind) => {
    // What stands beside it in its list, and isn't counted, is in the houses of above.
    const role = kindsOfSupport.includes(kind) ? 'portal_support' : 'portal_admin';
    const { content } = await ask(owner, role, features);
    const { call, filter } = linkOf(kind, role);
    const rows = await listRows(call, filter);
    const all = await listRows(call, []);
    expect(rows).toBe(content.find((one) => one.kind === kind)?.count);
    // One that leads to the whole list would agree by chance.
    if (!wholeLists.includes(kind)) expect(rows).toBeLessThan(all);
  });

  it.each([
    ['warning.list', ['SILENT_DEVICES']],
    ['warning.silent', ['CRITICAL_WARNINGS', 'NEW_WARNINGS']],
  ])('without %s has what the other list is of', async (call, left) => {
    closed.add(call);
    const { content } = await ask(owner, 'portal_user', features);
    closed.clear();
    const kinds = content.map(({ kind }) => kind);
    expect(kinds.filter((kind) => /WARNINGS|SILENT/.test(kind))).toEqual(left);
  });
});
