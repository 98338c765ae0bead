import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OperationId } from '../../../../schemas/api/operations.ts';
import type { Country } from '../../../../schemas/entities/market.ts';
import type { Database } from '../../../../server/database/open.ts';
import { importFile } from '../../../../server/imports/importFile.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { startWholePortal, type WholePortal } from '../../../support/wholePortal.ts';
import { addAccounts, anAccount } from '../../identity/support/accounts.ts';

/** Who receives the bills: brought in by the operator, given out by support, found by super admins. */

let database: Database;
let portal: WholePortal;
let ids: Map<string, number>;
let support: string;
let superAdmin: string;
const [first, second, third] = ['0000000101', '0000000102', '203'];
const administrators = ['anna', 'bert'];

beforeAll(async () => {
  database = await createTestDatabase();
  portal = await startWholePortal(database);
  const roles = ['portal_user', 'portal_admin'] as const;
  ids = await addAccounts(database, [
    anAccount('helper', { roles: ['portal_user', 'portal_support'] }),
    anAccount('boss', { roles: ['portal_user', 'portal_super_admin'] }),
    ...administrators.map((name) => anAccount(name, { roles })),
    anAccount('czech', { roles, country: 'CZ' }),
  ]);
  await database.pool.query("UPDATE account SET phone = '+48 600 700 800'");
  support = await portal.tokenOf('helper');
  superAdmin = await portal.tokenOf('boss');
  await importList('PL', [`${first};Arbor`, `${second};Betula`, `${third};Cedrus`]);
  await importList('CZ', [`${first};Dub`, '777;Erika']);
});
afterAll(async () => {
  await portal.close();
  await database.close();
});
beforeEach(async () => {
  await database.pool.query('DELETE FROM billing_assignment');
  await database.pool.query('UPDATE account SET special_user = false, sap_number = NULL');
});

const importList = (country: Country, lines: string[]) =>
  importFile(database, {
    stream: Readable.from([Buffer.from(['sap_number;name', ...lines, ''].join('\n'))]),
    fileName: 'billing.csv',
    country,
    timeZone: 'Europe/Warsaw',
    by: 'operator',
    now: new Date(),
  });
const idOf = (name: string) => ids.get(name) ?? 0;
const of = (name: string) => ({ params: { adminId: String(idOf(name)) } });
const call = (id: OperationId, asked: Parameters<WholePortal['call']>[2] = {}, token = support) =>
  portal.call(id, token, asked);
const save = (name: string, billingAdmins: string[], over: object = {}) =>
  call('administrator.save', {
    ...of(name),
    body: {
      name,
      kind: 'MAIN_USER',
      specialUser: false,
      billingAdmins,
      phoneNumber: '+48 600 700 800',
      ...over,
    },
  });
const has = async (name: string) =>
  (await call('administrator.get', of(name))).body.billingAdmins as string[];
const ask = async (path: string, token: string) => {
  const response = await portal.request(`${portal.url}/api/billing/${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await response.json()) as { content: Record<string, unknown>[] }).content;
};
const refusal = ({ status, body }: Awaited<ReturnType<typeof save>>) => {
  const [{ field, rule, message } = { field: '', rule: '', message: '' }] = body.errors ?? [];
  return { status, field, rule, message };
};
const lastLog = async (id: number) => {
  const { rows } = await database.pool.query<{ type: string; detail: object }>(
    'SELECT type, detail FROM activity_log WHERE affected_id = $1 ORDER BY id DESC LIMIT 1',
    [id],
  );
  return rows[0];
};
const counted = async () => {
  const { rows } = await database.pool.query<{ count: number }>(
    'SELECT count(*)::float8 AS count FROM activity_log',
  );
  return rows[0]?.count;
};

describe('a list of billing administrators', () => {
  it('is brought up to date by its next import, and takes nothing that is no number', async () => {
    const { accepted, rejections } = await importList('PL', [`${third};Cedrus Nova`, 'A1;Dryas']);
    expect(accepted).toBe(1);
    expect(rejections.map(({ line, code }) => [line, code])).toEqual([[3, 'BAD_NUMBER']]);
    expect(await ask('admin/choice?search=cedrus', support)).toMatchObject([
      { sapNumber: third, name: 'Cedrus Nova', label: '203 Cedrus Nova', holders: '' },
    ]);
  });
});

describe('an administrator', () => {
  it('gets billing administrators and a number, which the log tells as before and after', async () => {
    const given = await save('anna', [second, first, first], { sapNumber: '0042' });
    expect(given.body).toMatchObject({ billingAdmins: [first, second], sapNumber: '0042' });
    expect(await lastLog(idOf('anna'))).toEqual({
      type: 'ACCOUNT_CHANGED',
      detail: {
        name: { before: 'The anna', after: 'anna' },
        billingAdmins: { after: `${first} ${second}` },
        sapNumber: { after: '0042' },
      },
    });
    await save('anna', [second]);
    expect((await lastLog(idOf('anna')))?.detail).toEqual({
      billingAdmins: { before: `${first} ${second}`, after: second },
      sapNumber: { before: '0042' },
    });
    const before = await counted();
    await save('anna', [second]);
    expect(await counted()).toBe(before);
    const found = await call('administrator.list');
    expect(found.body.content).toHaveLength(administrators.length);
  });

  it('gets them with a new account, or no account is made', async () => {
    const body = {
      username: 'newcomer',
      email: 'new@example.com',
      name: 'Nowa',
      kind: 'USER',
      phoneNumber: '+48 600 700 800',
      specialUser: false,
      sapNumber: '7',
      billingAdmins: [first],
    };
    await save('bert', [first]);
    const refused = await call('administrator.create', { body });
    expect(refusal(refused)).toMatchObject({
      status: 400,
      field: 'body.billingAdmins',
      rule: 'billingAdminTaken',
    });
    await save('bert', []);
    const made = await call('administrator.create', { body });
    expect(made.body).toMatchObject({ sapNumber: '7', billingAdmins: [first] });
    expect(await lastLog(made.body.id)).toEqual({
      type: 'ACCOUNT_CREATED',
      detail: { sapNumber: { after: '7' }, billingAdmins: { after: first } },
    });
    await database.pool.query(`UPDATE account SET level = 2 WHERE username = 'newcomer'`);
  });

  it('gets none that another has, unless they are a special user', async () => {
    await save('anna', [first]);
    expect(refusal(await save('bert', [second, first]))).toEqual({
      status: 400,
      field: 'body.billingAdmins',
      rule: 'billingAdminTaken',
      message: expect.stringMatching(
        /0000000101 jest już przypisany do innego administratora, anna/,
      ),
    });
    expect(await has('bert')).toEqual([]);
    expect((await save('bert', [second, first], { specialUser: true })).status).toBe(200);
    expect(await has('bert')).toEqual([first, second]);
    // Who had it before keeps it, whatever else is changed.
    expect((await save('anna', [first], { sapNumber: '1' })).status).toBe(200);
  });

  it('stays a special user while they share one', async () => {
    await save('anna', [first]);
    await save('bert', [first, second], { specialUser: true });
    expect(refusal(await save('bert', [first, second]))).toMatchObject({
      status: 400,
      field: 'body.specialUser',
      rule: 'billingAdminShared',
    });
    expect((await call('administrator.get', of('bert'))).body.specialUser).toBe(true);
    expect((await save('bert', [second])).body).toMatchObject({
      specialUser: false,
      billingAdmins: [second],
    });
  });

  it('gets none of another market, as none that does not exist', async () => {
    const before = await counted();
    for (const unknown of ['777', '999']) {
      expect(refusal(await save('anna', [first, unknown]))).toMatchObject({
        status: 400,
        field: 'body.billingAdmins',
        rule: 'choice',
      });
    }
    expect(await has('anna')).toEqual([]);
    expect(await counted()).toBe(before);
  });

  it('is one of two who get the same one at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      await database.pool.query('DELETE FROM billing_assignment');
      const answers = await Promise.all(administrators.map((name) => save(name, [first, second])));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
      const { rows } = await database.pool.query('SELECT account_id FROM billing_assignment');
      expect(rows).toHaveLength(2);
      expect(new Set(rows.map((row) => row.account_id)).size).toBe(1);
    }
  });
});

describe('support’s choices', () => {
  it('begin with those the administrator has, and say who else has one', async () => {
    await save('anna', [third]);
    await save('bert', [third], { specialUser: true });
    const listed = await ask(`admin/choice?adminId=${idOf('anna')}`, support);
    expect(listed.map(({ sapNumber, holders }) => [sapNumber, holders])).toEqual([
      [third, 'bert'],
      [first, ''],
      [second, ''],
    ]);
  });
});

describe('the search by SAP number', () => {
  it('finds each with those who have it, of the own market alone', async () => {
    await save('anna', [first]);
    await save('bert', [first], { specialUser: true });
    const found = await ask('admin?sapNumber=%20010', superAdmin);
    expect(found).toMatchObject([
      { sapNumber: first, name: 'Arbor', userId: idOf('anna'), username: 'anna' },
      { sapNumber: first, username: 'bert', administrator: 'bert', specialUser: true },
      { sapNumber: second, name: 'Betula', userId: null, username: null, specialUser: null },
    ]);
    expect(new Set(found.map(({ id }) => id)).size).toBe(3);
    expect(await ask('admin?sapNumber=777', superAdmin)).toEqual([]);
  });

  it('wants a number, and no wildcards', async () => {
    expect((await call('billingAdmin.search', {}, superAdmin)).status).toBe(400);
    expect(await ask('admin?sapNumber=%25', superAdmin)).toEqual([]);
  });
});
