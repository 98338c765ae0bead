import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPackage, addProperty, grantAccess } from '../../support/builders.ts';
import { type RealApp, startRealApp, type User } from '../http/support/realApp.ts';

/** What support is told of an account: the same as the account gets. */

let app: RealApp;
let support: User;
let basic: User;

beforeAll(async () => {
  app = await startRealApp();
  support = await app.addUser({ roles: ['portal_user', 'portal_support'] });
  basic = await app.addUser({
    roles: ['portal_user', 'portal_admin'],
    features: ['CONSUMPTION_BASIC'],
  });
  const other = await addProperty(app.database, { id: 2000 });
  const jobs = await addPackage(app.database, ['REPORT_JOB']);
  await grantAccess(app.database, basic.id, jobs, [other]);
  // Another's package.
  await app.addUser({ roles: ['portal_user'], features: ['WARNING_CO2'] });
  await app.database.pool.query(`UPDATE permission_package SET name = 'Jobs' WHERE id = $1`, [
    jobs,
  ]);
});
afterAll(() => app.close());

const nameOf = async ({ id }: User) => {
  const { rows } = await app.database.pool.query('SELECT username FROM account WHERE id = $1', [
    id,
  ]);
  return (rows[0] as { username: string }).username;
};

async function ask(path: string, user = support) {
  const response = await app.call(`http://portal.example.pl/api/explanation/${path}`, user);
  // biome-ignore lint/suspicious/noExplicitAny: asserted member by member.
  return { status: response.status, answer: (await response.json()) as any };
}

test('an account is told with its roles, what is licensed for it, and its properties', async () => {
  const { answer } = await ask((await nameOf(basic)).toUpperCase());
  expect(answer).toMatchObject({
    username: await nameOf(basic),
    state: 'INVITED',
    level: 1,
    madeBy: null,
    properties: 2,
    roles: ['portal_user', 'portal_admin'],
    features: ['CONSUMPTION_BASIC', 'REPORT_JOB'],
  });
  expect(answer.packages).toHaveLength(2);
  expect(answer.packages).toContain('Jobs');
});

test('columns are told apart from other parts of pages', async () => {
  const username = await nameOf(basic);
  const search = 'search=sub-admin.index/sub-administrators/name&size=100';
  const thingsOf = async (kind: string) =>
    (await ask(`${username}/thing?kind=${kind}&${search}`)).answer.content.map(
      ({ thing }: { thing: string }) => thing,
    );
  expect(await thingsOf('COLUMN')).toContain('sub-admin.index/sub-administrators/name');
  expect(await thingsOf('PART')).not.toContain('sub-admin.index/sub-administrators/name');
});

test('each page is shown or hidden as the account’s own index has it', async () => {
  const username = await nameOf(basic);
  const { answer } = await ask(`${username}/thing?kind=PAGE&size=100`);
  const index = (await (await app.call('http://portal.example.pl/api/manifest', basic)).json()) as {
    routes: { name: string; guard: string }[];
  };
  const open = index.routes.filter(({ guard }) => guard === 'open').map(({ name }) => name);
  const inState = (wanted: string) =>
    answer.content.flatMap(({ thing, state }: Record<string, string>) =>
      state === wanted ? [thing] : [],
    );
  const [shown, locked] = [inState('SHOWN'), inState('LOCKED')];
  expect(shown.length).toBeGreaterThan(20);
  // They can be opened, and say that the plan doesn't include them.
  expect(locked).toContain('document-archive-index');
  expect([...shown, ...locked].toSorted()).toEqual(open.toSorted());
});

test('what is kept away says why, in the language of who asks, and where that is written', async () => {
  const username = await nameOf(basic);
  const { answer } = await ask(`${username}/thing?kind=TILE&state=LOCKED&size=100`);
  expect(answer.total).toBeGreaterThan(0);
  const [tile] = answer.content;
  expect(tile.reasons).toMatch(/feature|funkcji/);
  expect(tile.places).toMatch(/modules\/[\w-]+\/module\.json:\d+:\d+ \(modu(ł|l|le) [\w-]+\)/);
});

test('search, kind and state narrow, and pages hold what they say', async () => {
  const username = await nameOf(basic);
  const { answer } = await ask(`${username}/thing?search=REGISTERS&page=0&size=5`);
  expect(answer.content.length).toBeGreaterThan(0);
  expect(answer.content.length).toBeLessThanOrEqual(5);
  for (const { thing, path } of answer.content) expect(`${thing} ${path}`).toMatch(/registers/i);
});

test('another market’s account is nobody, and only support asks', async () => {
  const danish = await app.addUser({ country: 'DK', roles: ['portal_user'] });
  expect((await ask(await nameOf(danish))).status).toBe(404);
  expect((await ask('nobody-at-all')).status).toBe(404);
  expect((await ask(`${await nameOf(danish)}/thing`)).status).toBe(404);
  expect((await ask(await nameOf(basic), basic)).status).toBe(403);
});
