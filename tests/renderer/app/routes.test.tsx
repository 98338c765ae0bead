import type { ReactElement } from 'react';
import { matchRoutes } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import { buildRoutes } from '../../../renderer/app/PortalRoutes.tsx';
import { features, roles } from '../../../schemas/entities/access.ts';
import { type CompiledRoute, manifestIndexSchema } from '../../../schemas/manifest/compiled.ts';
import { readManifests } from '../../../server/manifests/serve/readManifests.ts';
import { createManifestCache } from '../../../server/manifests/serve/serve.ts';
import { realDirectories } from '../../server/manifests/directories.ts';

/** Which of the portal's own routes an address leads to: fixed parts of a path win over parameters. */

const signIn = { authority: 'https://sign-in.example', clientId: 'portal', scope: 'openid' };
const { set, faults } = await readManifests(realDirectories);
if (!set) throw new Error(faults.join('\n'));
const index = manifestIndexSchema.parse(
  JSON.parse(
    createManifestCache(set, { signIn, problems: [] }).index({
      signedIn: true,
      country: 'PL',
      roles,
      features,
    }).body,
  ),
);

function findRoute(address: string, routes = buildRoutes(index)): string | undefined {
  const found = matchRoutes(routes, address)?.at(-1);
  const element = found?.route.element as ReactElement<{ route?: CompiledRoute }> | undefined;
  return element?.props.route?.name;
}

describe('each route is reached by its own path', () => {
  const upsideDown = buildRoutes({ ...index, routes: index.routes.toReversed() });

  test.each(index.routes.map(({ name, path }) => [path, name]))('%s', (path, name) => {
    for (const value of ['17', 'a.b', 'x-y', 'a%2Fb', 'Żółw', 'a@b.pl']) {
      const address = path.replaceAll(/\{\w+\}/g, value);
      expect([address, findRoute(address)]).toEqual([address, name]);
      expect(findRoute(`${address}/`)).toBe(name);
      // Not by the accident of their order.
      expect(findRoute(address, upsideDown)).toBe(name);
    }
  });
});

test.each([
  ['/sub-admin/create-admin', 'sub-admin-create'],
  ['/sub-admin/create-admins', 'sub-admin-edit'],
  ['/sub-admin/17', 'sub-admin-edit'],
  ['/readings/questions', 'readings-questions'],
  ['/user-management/admin/form', 'admin-form'],
  ['/user-management/admin/form/sub-admin', 'admin-sub-admin-index'],
  ['/user-management/admin/17/sub-admin/form', 'admin-sub-admin-form'],
  ['/user-management/registers/form', 'logs-preview'],
  ['/warnings/settings/form', 'warnings-and-alerts-settings-form'],
  ['/warnings/settings/co2', 'warnings-and-alerts-settings-co2'],
  ['/warnings/settings/smoke', undefined],
  ['/reports/edit', undefined],
  ['/reports/edit/17/more', undefined],
  ['/sub-admin/17/more', undefined],
  ['/auth/callback', undefined],
])('%s leads to %s', (address, name) => {
  expect(findRoute(address)).toBe(name);
});
