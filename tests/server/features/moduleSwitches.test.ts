import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type OperationId, operations } from '../../../schemas/api/operations.ts';
import { features } from '../../../schemas/entities/access.ts';
import { followSwitches } from '../../../server/features/module/followSwitches.ts';
import { loadFiles } from '../../../server/manifests/read/load.ts';
import { createManifestService } from '../../../server/manifests/serve/createManifestService.ts';
import { buildSwitched } from '../../../server/manifestTools/switchModule.ts';
import { realDirectories } from '../manifests/directories.ts';
import { startArchivePortal, type User } from './document/support/archivePortal.ts';

const signIn = { authority: 'http://localhost/oidc', clientId: 'portal', scope: 'openid' };
let portal: Awaited<ReturnType<typeof startArchivePortal>>;
let support: User;
let czech: User;
let reader: User;

beforeAll(async () => {
  portal = await startArchivePortal();
  support = await portal.addUser({ roles: ['portal_support'], features: [] });
  czech = await portal.addUser({ roles: ['portal_support'], country: 'CZ', features: [] });
  reader = await portal.addUser({ roles: ['portal_admin'], features: [...features] });
});
afterAll(() => portal.stop());
beforeEach(async () => {
  // What was switched by the test before goes back to the file, as support would do it.
  for (const { module, source } of await list()) {
    if (source === 'SUPPORT') await turn(module, 'FILE');
  }
});

type Asked = Parameters<typeof portal.call>[2];
const call = (id: OperationId, asked?: Asked, as = support) => portal.call(as, id, asked);
const get = async (module: string, as = support) =>
  (await call('module.get', { params: { module } }, as)).body;
const list = async (as = support) => (await call('module.list', {}, as)).body.content as Row[];
const history = async (module: string, as = support) =>
  (await call('module.history', { params: { module } }, as)).body.content as Entry[];

interface Row {
  readonly module: string;
  readonly state: string;
  readonly file: string;
  readonly source: string;
}
interface Entry {
  readonly entry: number;
  readonly before: string;
  readonly after: string;
  readonly reason: string;
}

async function turn(module: string, choice: string, over: object = {}, as = support) {
  const { version } = await get('reports', as);
  const body = { choice, reason: 'As agreed', version, ...over };
  return call('module.switch', { params: { module }, body }, as);
}

const index = async (as: User) =>
  JSON.parse(JSON.stringify((await call('manifest.index', {}, as)).body)) as {
    routes: { path: string }[];
    tiles: { id: string }[];
  };
const reports = () => call('report.list', {}, reader);

it('says before what then happens, and a module that is off is closed as one that its file has off', async () => {
  const forecast = await get('reports');
  const { content: effects } = (await call('module.effects', { params: { module: 'reports' } }))
    .body as { content: { kind: string; address: string; effect: string; accounts: number }[] };
  expect(forecast).toMatchObject({ state: 'ON', change: 'POSSIBLE', tiles: 1 });
  expect(forecast.accounts).toBeGreaterThan(0);
  const before = await index(reader);
  expect((await reports()).status).toBe(200);

  expect((await turn('reports', 'OFF')).status).toBe(200);
  const after = await index(reader);
  const told = (kind: string) => effects.filter((one) => one.kind === kind);
  const paths = ({ routes }: typeof before) => new Set(routes.map(({ path }) => path));
  const gone = [...paths(before)].filter((path) => !paths(after).has(path));
  expect(gone.length).toBeGreaterThan(0);
  expect(
    told('ROUTE')
      .map(({ address }) => address)
      .toSorted(),
  ).toEqual(gone.toSorted());
  const own = Object.values(operations).filter(({ module }) => module === 'reports');
  expect(forecast.operations).toBe(own.length);
  const closed = told('OPERATION').map(({ address }) => address);
  expect(closed.toSorted()).toEqual(own.map(({ method, path }) => `${method} ${path}`).toSorted());
  expect((await reports()).status).toBe(404);
  const { rows } = await portal.database.pool.query('SELECT username FROM account WHERE id = $1', [
    reader.id,
  ]);
  const asked = { params: rows[0], query: { kind: 'MODULE', search: 'reports' } };
  const { content: why } = (await call('explanation.things', asked)).body;
  expect(why).toContainEqual(
    expect.objectContaining({ state: 'HIDDEN', places: '/user-management/modules/reports' }),
  );

  const built = buildSwitched(
    await loadFiles(realDirectories),
    'pl',
    new Map([['reports', false]]),
  );
  const asFile = built.set?.markets.PL;
  const service = await createManifestService({ ...realDirectories, signIn });
  const { manifests } = service.withSwitches('PL', new Map([['reports', false]]));
  service.close();
  for (const part of ['modules', 'screens', 'routes', 'forms'] as const) {
    expect([...manifests[part].keys()]).toEqual([...(asFile?.[part].keys() ?? [])]);
  }
  expect(await get('reports')).toMatchObject({ state: 'OFF', file: 'ON', source: 'SUPPORT' });
  const other = (await list(czech)).find(({ module }) => module === 'reports');
  expect(other).toMatchObject({ state: 'ON', source: 'FILE' });
});

it('says it in the language of the account, operations by what they are called everywhere', async () => {
  const names = async () => {
    const { content } = (await call('module.effects', { params: { module: 'reports' } })).body;
    const effects = content as { kind: string; address: string; name: string }[];
    return ['ROUTE /reports/list', 'OPERATION GET /api/report'].map(
      (what) => effects.find(({ kind, address }) => `${kind} ${address}` === what)?.name,
    );
  };
  expect(await names()).toEqual(['Lista raportów', 'report.list']);
  const speak = (language: string) =>
    portal.database.pool.query('UPDATE account SET language = $1 WHERE id = $2', [
      language,
      support.id,
    ]);
  await speak('en');
  const { summary } = operations['report.list'];
  expect(await names()).toEqual(['Report list', summary]);
  await speak('pl');
});

it('keeps who did what and why, rolls back, and a reason is needed for each', async () => {
  expect((await turn('reports', 'OFF', { reason: '  ' })).body.status).toBe('VALIDATION_FAILED');
  await turn('reports', 'OFF', { reason: 'A fault' });
  const [entry] = await history('reports');
  expect(entry).toMatchObject({ before: 'FILE', after: 'OFF', reason: 'A fault' });
  const params = { module: 'reports', entry: entry?.entry as number };
  const { version } = await get('reports');
  const body = { reason: 'Mended', version };
  const theirs = { ...body, version: (await get('reports', czech)).version };
  expect((await call('module.rollBack', { params, body: theirs }, czech)).status).toBe(404);
  expect(await history('reports', czech)).toEqual([]);
  expect((await call('module.rollBack', { params, body })).status).toBe(200);
  const [back, first] = await history('reports');
  expect([back, first]).toMatchObject([{ before: 'OFF', after: 'FILE', reason: 'Mended' }, entry]);
  expect((await reports()).status).toBe(200);
  expect(await get('reports')).toMatchObject({ state: 'ON', source: 'FILE' });
  const { rows } = await portal.database.pool.query(
    `SELECT detail FROM activity_log WHERE type = 'MODULE_SWITCHED' ORDER BY id DESC LIMIT 1`,
  );
  expect(rows).toMatchObject([
    { detail: { module: 'reports', choice: { before: 'OFF', after: 'FILE' }, reason: 'Mended' } },
  ]);
  await expect(portal.database.pool.query('DELETE FROM module_switch')).rejects.toThrow('refused');
});

it.each([
  ['a module that others need', 'dashboard', 'OTHERS_NEED_IT'],
  ['what support would take it back with', 'user-management', 'SUPPORT_NEEDS_IT'],
  ['what everybody signs in with', 'auth', 'SUPPORT_NEEDS_IT'],
])('refuses to turn off %s, in words, and changes nothing', async (_, module, change) => {
  expect(await get(module)).toMatchObject({ change });
  const { status, body } = await turn(module, 'OFF');
  expect([status, body.status]).toEqual([409, 'MODULE_NEEDED']);
  expect(body.message).toContain(`«${module}»`);
  expect(await history(module)).toEqual([]);
  expect(await get(module)).toMatchObject({ state: 'ON', source: 'FILE' });
});

it('refuses what was decided on another state, and whoever is not support', async () => {
  const { version } = await get('reports');
  expect((await turn('contact-of-nobody', 'OFF')).status).toBe(404);
  await turn('reports', 'OFF', { version });
  const late = await turn('warnings', 'OFF', { version });
  expect([late.status, late.body.status]).toEqual([409, 'CONFLICT']);
  expect((await call('module.list', {}, reader)).status).toBe(403);
});

it('serves it in another process too, from its start or as soon as it is switched', async () => {
  const manifests = await createManifestService({ ...realDirectories, signIn });
  await turn('warnings', 'OFF');
  const following = await followSwitches(portal.database, manifests);
  const isOn = (module: string) => manifests.market('PL').modules[module];
  expect([isOn('warnings'), isOn('reports')]).toEqual([false, true]);
  const told = vi.fn();
  manifests.subscribe(told);
  await turn('reports', 'OFF');
  await vi.waitFor(() => expect(isOn('reports')).toBe(false));
  expect(told).toHaveBeenCalled();
  await following.stop();
  manifests.close();
});

it('leaves out what files that changed meanwhile have made impossible, and says so', async () => {
  const manifests = await createManifestService({ ...realDirectories, signIn });
  const own = new Map([
    ['dashboard', false],
    ['reports', false],
  ]);
  manifests.useSwitches({ version: 1, markets: new Map([['PL', own]]) });
  expect(manifests.market('PL').modules).toMatchObject({ dashboard: true, reports: false });
  expect(manifests.problems().join()).toContain('requires "dashboard"');
  manifests.useSwitches({ version: 0, markets: new Map() });
  expect(manifests.market('PL').modules['reports']).toBe(false);
  manifests.close();
});
