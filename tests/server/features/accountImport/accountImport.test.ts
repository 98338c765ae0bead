import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database, Transaction } from '../../../../server/database/open.ts';
import { createAccountImport } from '../../../../server/features/accountImport/accountImport.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { marketOf } from '../../../support/markets.ts';
import { addAccounts, anAccount } from '../../identity/support/accounts.ts';
import { importText } from '../../imports/support.ts';

/** Packages, accounts and property permissions by lists. */

let database: Database;
let welcomed: number[];
let actorId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  const ids = await addAccounts(database, [
    anAccount('helper', { roles: ['portal_user', 'portal_support'] }),
    anAccount('czech', { country: 'CZ' }),
  ]);
  actorId = ids.get('helper') ?? 0;
  await importText(
    database,
    [
      'works_id;works_no;name;address;city;zip_code',
      ...[1, 2, 3].map((at) => `${at};PL-${at};House ${at};Lipowa ${at};Kraków;31-001`),
      '',
    ].join('\n'),
  );
  await importText(database, 'sap_number;name\n101;Arbor\n102;Betula\n');
});
beforeEach(() => {
  welcomed = [];
});
afterEach(async () => {
  await database.pool.query('DELETE FROM property_access');
  await database.pool.query('DELETE FROM billing_assignment');
  await database.pool.query(`DELETE FROM account WHERE username NOT IN ('helper', 'czech')`);
  await database.pool.query('DELETE FROM permission_package');
});
afterAll(() => database.close());

const takers = () =>
  createAccountImport({
    database,
    manifests: { market: marketOf },
    jobs: {
      async send(_: Transaction, queue, { data }) {
        expect(queue).toBe('account.welcome');
        welcomed.push((data as { accountId: number }).accountId);
        return '';
      },
    },
  });

/** What became of a list, and why lines weren't taken. */
async function take(lines: readonly string[], over: { actorId?: number } = {}) {
  const content = [...lines, ''].join('\n');
  const result = await importText(database, content, { takers: takers(), ...over });
  const { kind, accepted, duplicates, rejected, rejections } = result;
  const why = rejections.map(({ line, code, message }) => `${line} ${code}: ${message}`);
  return { kind, counts: [accepted, duplicates, rejected], why };
}

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await database.pool.query<Row>(text, values)).rows;
/** The newest entries of the log about an account, or about none. */
const entries = (username: string, most = 1) =>
  query<{ type: string; actor: string; country: string; detail: object }>(
    `SELECT type, actor, country, detail FROM activity_log WHERE affected = $1
     ORDER BY id DESC LIMIT $2`,
    [username, most],
  );
const rightsOf = (username: string) =>
  query(
    `SELECT works_no AS property, package.name AS package, access.features, access_since AS since
     FROM property_access AS access JOIN account ON account.id = account_id
     JOIN property ON property.id = property_id
     JOIN permission_package AS package ON package.id = package_id
     WHERE username = $1 ORDER BY works_no`,
    [username],
  );

const packageHeader = 'name;features;description';
const accountHeader =
  'username;email;name;kind;main_user;phone;special_user;sap_number;billing_administrators';
const accessHeader = 'username;works_no;package;features;access_since';
const anna = 'anna;anna@example.com;Anna Nowak;MAIN_USER';
const bert = 'bert;bert@example.com;Bert Lis;SUB_USER;anna';

describe('packages', () => {
  it('are made, brought up to date and found again', async () => {
    const basic = 'Basic;CONSUMPTION_BASIC, REPORT_JOB;For a start';
    expect(await take([packageHeader, basic, 'Whole;all;'])).toEqual({
      kind: 'permission_packages',
      counts: [2, 0, 0],
      why: [],
    });
    const [whole] = await query<{ features: string[] }>(
      `SELECT features FROM permission_package WHERE name = 'Whole'`,
    );
    expect(whole?.features).toContain('ADV_REPORT_WATER_BALANCE');
    // Another description, none, and the same again, in capitals or not.
    const again = [
      packageHeader,
      'BASIC;REPORT_JOB;',
      'BASIC;REPORT_JOB;',
      'Basic;REPORT_JOB;Later',
    ];
    expect((await take(again, { actorId })).counts).toEqual([2, 1, 0]);
    expect(
      await query(`SELECT name, features, description, version FROM permission_package
        WHERE lower(name) = 'basic'`),
    ).toEqual([{ name: 'Basic', features: ['REPORT_JOB'], description: 'Later', version: 3 }]);
    expect(
      (await entries('', 3)).map(({ type, actor, country }) => [type, actor, country]),
    ).toEqual([
      ['PACKAGE_CHANGED', 'helper', 'PL'],
      ['PACKAGE_CHANGED', 'helper', 'PL'],
      ['PACKAGE_CREATED', '', 'PL'],
    ]);
  });

  it('have features that there are', async () => {
    const { counts, why } = await take([packageHeader, 'A;REPORT_JOBS;', 'B;;', ';REPORT_JOB;']);
    expect(counts).toEqual([0, 0, 3]);
    expect(why[0]).toMatch(/^2 BAD_FEATURE: «REPORT_JOBS» is no feature .*CONSUMPTION_BASIC/);
    expect(why[1]).toMatch(/^3 BAD_VALUE: The column features/);
    expect(why[2]).toMatch(/^4 BAD_VALUE: The column name/);
  });
});

describe('accounts', () => {
  it('are made as the portal’s forms make them, and their owners are told', async () => {
    const full = `${anna};;+48 600 700 800;yes;0042;101 102`;
    const { kind, counts, why } = await take([accountHeader, full, bert], { actorId });
    expect({ kind, counts, why }).toEqual({ kind: 'accounts', counts: [2, 0, 0], why: [] });
    const rows = await query<{ id: number; subject: string }>(
      `SELECT id::float8 AS id, username, email, name, phone, roles, country, language, level,
         special_user AS special, sap_number AS sap, subject,
         (SELECT username FROM account AS owner WHERE owner.id = account.created_by) AS owner,
         (SELECT count(*)::integer FROM billing_assignment WHERE account_id = account.id) AS billing
       FROM account WHERE username IN ('anna', 'bert') ORDER BY username`,
    );
    expect(rows).toEqual([
      {
        id: expect.any(Number),
        username: 'anna',
        email: 'anna@example.com',
        name: 'Anna Nowak',
        phone: '+48 600 700 800',
        country: 'PL',
        language: 'pl',
        roles: ['portal_user', 'portal_admin'],
        level: 1,
        special: true,
        sap: '0042',
        // Nobody claims it by its user name before it is made at the provider.
        subject: expect.stringMatching(/^[0-9a-f-]{36}$/),
        owner: null,
        billing: 2,
      },
      expect.objectContaining({
        username: 'bert',
        roles: ['portal_user'],
        level: 2,
        owner: 'anna',
        billing: 0,
      }),
    ]);
    expect(welcomed).toEqual(rows.map(({ id }) => id));
    expect(await entries('anna')).toEqual([
      {
        type: 'ACCOUNT_CREATED',
        actor: 'helper',
        country: 'PL',
        detail: { sapNumber: { after: '0042' }, billingAdmins: { after: '101 102' } },
      },
    ]);
  });

  it('are brought up to date; what a file leaves empty stays', async () => {
    await take([accountHeader, `${anna};;+48 600 700 800;;0042;101`, bert]);
    const [before] = await query<{ count: number }>('SELECT count(*)::float8 FROM activity_log');
    expect((await take([accountHeader, anna, bert])).counts).toEqual([0, 2, 0]);
    expect(await query('SELECT count(*)::float8 FROM activity_log')).toEqual([before]);
    const changed = [
      accountHeader,
      'ANNA;Anna@example.com;Anna Lis;MAIN_USER;;;;43;102',
      'bert;bert@example.com;Bert;SUB_USER;Anna',
    ];
    expect((await take(changed, { actorId })).counts).toEqual([2, 0, 0]);
    expect(await entries('anna')).toMatchObject([
      {
        type: 'ACCOUNT_CHANGED',
        actor: 'helper',
        detail: {
          name: { before: 'Anna Nowak', after: 'Anna Lis' },
          sapNumber: { before: '0042', after: '43' },
          billingAdmins: { before: '101', after: '102' },
        },
      },
    ]);
    expect(await entries('bert')).toMatchObject([
      { detail: { name: { before: 'Bert Lis', after: 'Bert' } } },
    ]);
    expect(await query(`SELECT phone FROM account WHERE username = 'anna'`)).toEqual([
      { phone: '+48 600 700 800' },
    ]);
    // Nobody is welcomed a second time.
    expect(welcomed).toHaveLength(2);
  });

  it.each([
    ['helper;helper@example.com;H;USER', 'USERNAME_TAKEN: The user name helper is taken.'],
    // Nothing is told of another market's account.
    [
      'czech;czech@example.com;The czech;MAIN_USER',
      'USERNAME_TAKEN: The user name czech is taken.',
    ],
    ['anna;anna@example.com;Anna Nowak;USER', 'KIND_KEPT: anna is of another kind.'],
    ['anna;anna@example.com;Anna Nowak;SUB_USER;carl', 'KIND_KEPT: anna is of another kind.'],
    ['bert;bert@example.com;Bert Lis;SUB_USER;carl', 'KIND_KEPT: bert is of another kind.'],
    ['bert;bert@example.com;Bert Lis;USER', 'KIND_KEPT: bert is of another kind.'],
    ['anna;other@example.com;Anna Nowak;MAIN_USER', 'EMAIL_KEPT: anna has another e-mail address.'],
    ['dora;dora@example.com;Dora;ADMIN', 'BAD_VALUE: kind «ADMIN» is none of MAIN_USER, USER,'],
    ['dora;nowhere;Dora;USER', 'BAD_VALUE: The column email: '],
    ['d;d@example.com;Dora;USER', 'BAD_VALUE: The column username: expected 3 to 100'],
    ['dora;dora@example.com;Dora;USER;;600', 'BAD_VALUE: The column phone: expected a number with'],
    ['dora;dora@example.com;;USER', 'MISSING_VALUE: The column name is empty.'],
    ['dora;dora@example.com;Dora;USER;anna', 'BAD_VALUE: Only a SUB_USER has a main_user.'],
    ['dora;dora@example.com;Dora;SUB_USER', 'MISSING_VALUE: The column main_user is empty.'],
    ['dora;dora@example.com;Dora;SUB_USER;bert', 'UNKNOWN_MAIN_USER: There is no main user «bert»'],
    ['dora;dora@example.com;Dora;SUB_USER;czech', 'UNKNOWN_MAIN_USER: '],
    ['dora;dora@example.com;Dora;SUB_USER;anna;;yes', 'BAD_VALUE: A SUB_USER has no special_user.'],
    [
      'dora;dora@example.com;Dora;USER;;;;;101',
      'REFUSED: 101 is already assigned to another admin',
    ],
    ['dora;dora@example.com;Dora;USER;;;;;999', 'REFUSED: There is no billing administrator 999.'],
  ])('refuses %s', async (line, reason) => {
    const carl = 'carl;carl@example.com;Carl;MAIN_USER';
    await take([accountHeader, `${anna};;;;;101`, carl, bert]);
    welcomed = [];
    const before = await query('SELECT * FROM account ORDER BY id');
    const { counts, why } = await take([accountHeader, line]);
    expect(counts).toEqual([0, 0, 1]);
    expect(why[0]).toContain(`2 ${reason}`);
    expect(await query('SELECT * FROM account ORDER BY id')).toEqual(before);
    expect(welcomed).toEqual([]);
  });

  it('have what the last of two lines says', async () => {
    await take([accountHeader, anna]);
    const twice = [accountHeader, anna.replace('Nowak', 'Lis'), anna];
    expect((await take(twice)).counts).toEqual([2, 0, 0]);
    expect(await query(`SELECT name FROM account WHERE username = 'anna'`)).toEqual([
      { name: 'Anna Nowak' },
    ]);
  });

  it('that are deleted stay so', async () => {
    await take([accountHeader, anna, bert]);
    await query(
      `UPDATE account SET deleted_at = now(), disabled_at = now() WHERE username = 'bert'`,
    );
    const { why } = await take([accountHeader, bert]);
    expect(why).toEqual(['2 ACCOUNT_DELETED: bert is deleted: restore the account first.']);
  });
});

describe('property permissions', () => {
  const known = async () => {
    await take([packageHeader, 'Basic;CONSUMPTION_BASIC REPORT_JOB;', 'Water;WARNING_CO2;']);
    await take([accountHeader, anna, bert]);
  };

  it('are assigned to administrators, and shared with their sub-users', async () => {
    await known();
    const lines = [
      accessHeader,
      // A sub-user's may stand before the main user's own.
      'bert;PL-1;;REPORT_JOB, CONSUMPTION_BASIC;2025-01-01',
      'anna;PL-1;basic;;2026-01-01',
      'anna;PL-2;Basic;;',
      'Bert;PL-2;;ALL;',
    ];
    const { kind, counts, why } = await take(lines, { actorId });
    expect({ kind, counts, why }).toEqual({ kind: 'property_access', counts: [4, 0, 0], why: [] });
    const all = expect.arrayContaining(['ADV_REPORT_WATER_BALANCE', 'CONSUMPTION_BASIC']);
    expect(await rightsOf('anna')).toEqual([
      { property: 'PL-1', package: 'Basic', features: null, since: '2026-01-01' },
      { property: 'PL-2', package: 'Basic', features: null, since: null },
    ]);
    expect(await rightsOf('bert')).toEqual([
      {
        property: 'PL-1',
        package: 'Basic',
        features: ['CONSUMPTION_BASIC', 'REPORT_JOB'],
        // Never more days than the main user.
        since: '2026-01-01',
      },
      { property: 'PL-2', package: 'Basic', features: all, since: null },
    ]);
    expect(await entries('anna', 2)).toEqual([
      {
        type: 'ACCESS_ASSIGNED',
        actor: 'helper',
        country: 'PL',
        detail: { properties: 1, added: 1, package: { after: 'Basic' }, since: '' },
      },
      expect.objectContaining({
        detail: { properties: 1, added: 1, package: { after: 'Basic' }, since: '2026-01-01' },
      }),
    ]);
    expect((await take(lines)).counts).toEqual([0, 4, 0]);
  });

  it('keep a first day that a file leaves out, and go to sub-users with another package', async () => {
    await known();
    await take([accessHeader, 'anna;PL-1;Basic;;2026-01-01', 'bert;PL-1;;CONSUMPTION_BASIC;']);
    expect((await take([accessHeader, 'anna;PL-1;Water;;'], { actorId })).counts).toEqual([
      1, 0, 0,
    ]);
    expect(await rightsOf('anna')).toEqual([
      { property: 'PL-1', package: 'Water', features: null, since: '2026-01-01' },
    ]);
    expect(await rightsOf('bert')).toMatchObject([{ package: 'Water', since: '2026-01-01' }]);
    expect(await entries('anna')).toMatchObject([
      {
        detail: {
          package: { before: 'PL-1: Basic 2026-01-01', after: 'Water' },
          since: '2026-01-01',
        },
      },
    ]);
  });

  it('take nothing away, and the last of two lines counts', async () => {
    await known();
    await take([accessHeader, 'anna;PL-1;Basic;;']);
    const { counts } = await take([accessHeader, 'anna;PL-2;Basic;;', 'anna;PL-2;Water;;']);
    expect(counts).toEqual([1, 1, 0]);
    expect(await rightsOf('anna')).toMatchObject([{ package: 'Basic' }, { package: 'Water' }]);
  });

  it.each([
    ['nobody;PL-1;Basic;;', 'UNKNOWN_ACCOUNT: There is no administrator or sub-user «nobody»'],
    ['helper;PL-1;Basic;;', 'UNKNOWN_ACCOUNT: '],
    ['czech;PL-1;Basic;;', 'UNKNOWN_ACCOUNT: '],
    ['anna;PL-9;Basic;;', 'UNKNOWN_PROPERTY: There is no property with works_no «PL-9» in PL.'],
    ['anna;PL-2;Best;;', 'UNKNOWN_PACKAGE: There is no permission package «Best» in PL.'],
    ['anna;PL-2;;;', 'MISSING_VALUE: The column package is empty.'],
    ['anna;PL-2;Basic;REPORT_JOB;', 'BAD_FEATURE: Features are for sub-users'],
    ['anna;PL-2;Basic;;yesterday', 'BAD_DATE: access_since «yesterday»'],
    ['bert;PL-2;;ALL;', 'NOT_ASSIGNED: The main user hasn’t PL-2.'],
    ['bert;PL-1;;WARNING_CO2;', 'BAD_FEATURE: The main user has none of these features for PL-1.'],
    ['bert;PL-1;Basic;ALL;', 'BAD_FEATURE: A sub-user has the main user’s package'],
    ['bert;PL-1;;;', 'MISSING_VALUE: The column features is empty.'],
  ])('refuses %s', async (line, reason) => {
    await known();
    await take([accessHeader, 'anna;PL-1;Basic;;']);
    const before = await query('SELECT * FROM property_access');
    const { counts, why } = await take([accessHeader, line]);
    expect(counts).toEqual([0, 0, 1]);
    expect(why[0]).toContain(`2 ${reason}`);
    expect(await query('SELECT * FROM property_access')).toEqual(before);
  });
});

it('Files about accounts are refused where nobody takes them', async () => {
  const refused = importText(database, `${accountHeader}\n${anna}\n`);
  await expect(refused).rejects.toMatchObject({ code: 'IMPORT_REFUSED' });
  expect(await query('SELECT 1 FROM import_run WHERE status = $1', ['RUNNING'])).toEqual([]);
});
