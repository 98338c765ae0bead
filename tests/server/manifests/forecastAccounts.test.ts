import { expect, test } from 'vitest';
import type { Country } from '../../../schemas/entities/market.ts';
import { addProperty } from '../../support/builders.ts';
import { createTestDatabase } from '../../support/database.ts';
import { copyReal } from './copyReal.ts';

async function addAccounts() {
  const database = await createTestDatabase();
  const account = (name: string, country: Country, roles: string[]) =>
    database.pool.query<{ id: number }>(
      `INSERT INTO account (subject, username, email, name, roles, country, language, level)
       VALUES ($1, $1, $1 || '@example.org', $1, $2, $3, 'en', 1) RETURNING id`,
      [name, roles, country],
    );
  const { rows: packages } = await database.pool.query<{ id: number }>(
    `INSERT INTO permission_package (country, name, features)
     VALUES ('DK', 'reports', '{REPORT_JOB,CONSUMPTION_BASIC}') RETURNING id`,
  );
  await addProperty(database, { id: 1, country: 'DK' });
  for (let at = 0; at < 5; at += 1) {
    const { rows } = await account(`admin${at}.dk`, 'DK', ['portal_user', 'portal_admin']);
    if (at >= 3) continue;
    await database.pool.query(
      'INSERT INTO property_access (account_id, property_id, package_id) VALUES ($1, $2, $3)',
      [rows[0]?.id, 1, packages[0]?.id],
    );
  }
  await account('domea.dk', 'DK', ['portal_user', 'portal_domea']);
  await account('admin.pl', 'PL', ['portal_user', 'portal_admin']);
  return database;
}

test('a forecast counts them, and explain takes a user as they are', {
  timeout: 60_000,
}, async () => {
  const database = await addAccounts();
  try {
    const { run, switchOff } = await copyReal({ withDatabase: (work) => work(database) });
    await switchOff('DK', 'reports');
    const { output } = await run('explain', '--country', 'DK', '--enable', 'reports');
    expect(output).toContain('Of the 6 accounts in DK:');
    expect(output).toMatch(
      /tile reports: for 3 accounts shown, for 2 accounts locked, for 1 account \(portal_domea\) nothing: .*module reports: it is closed to portal_domea/,
    );
    const polish = await run(
      'explain',
      '--country',
      'DK',
      '--enable',
      'reports',
      '--language',
      'pl',
    );
    expect(polish.output).toContain('Z 6 kont w DK:');
    expect(polish.output).toMatch(
      /kafelek reports: dla 3 kont widoczne, dla 2 kont zablokowane, dla 1 konta \(portal_domea\) nic: .*moduł reports: zamknięte dla: portal_domea/,
    );
    const user = await run('explain', '--user', 'domea.dk', 'tile contact', '/contact-form');
    expect(user.code).toBe(64);
    const route = await run('explain', '--user', 'ADMIN0.dk', '/contact-form');
    expect(route.lines[0]).toBe(
      'To ADMIN0.dk (portal_user and portal_admin) in DK with CONSUMPTION_BASIC, REPORT_JOB:',
    );
    expect(route.output).toContain('screen contact.index ');
    // Support has switched one on and one off over what the file says.
    await database.pool.query(
      `INSERT INTO module_switch (country, module, is_on, reason, actor_id, actor, at)
       SELECT 'DK', module, is_on, 'a reason', id, username, now()
       FROM account, (VALUES ('reports', true), ('sub-admin', false)) AS switched (module, is_on)
       WHERE username = 'domea.dk'`,
    );
    const on = await run('explain', '--user', 'admin0.dk', 'module reports');
    expect(on.lines[1]).toBe('module reports  shown');
    expect(on.output).toContain(
      'but support has the module reports switched on\n      /user-management/modules/reports',
    );
    const off = await run('explain', '--user', 'admin0.dk', '--language', 'pl', 'module sub-admin');
    expect(off.output).toContain(
      'NIE rynek ma wyłączony moduł sub-admin\n      /user-management/modules/sub-admin',
    );
    const file = await run(
      'explain',
      '--country',
      'DK',
      '--role',
      'portal_admin',
      'module sub-admin',
    );
    expect(file.lines[1]).toMatch(/ shown$/);
    const nobody = await run('explain', '--user', 'nobody', '/contact-form');
    expect([nobody.code, nobody.output]).toEqual([64, 'There is no account "nobody".']);
    const both = await run('explain', '--user', 'domea.dk', '--role', 'portal_admin', '/reports');
    expect(both.code).toBe(64);
  } finally {
    await database.close();
  }
});
