import type { permissionPackageOperations } from '../../../schemas/api/permissionPackages.ts';
import type { Database } from '../../database/open.ts';
import type { Handlers } from '../../http/handler.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import { pageBy, wholePage } from '../paging.ts';
import { listAdministrators, listPackages } from './permissionPackage.repository.ts';
import { createPermissionPackageService } from './permissionPackage.service.ts';

/** What support does with permission packages: of their own country, never of another. */
export function createPermissionPackageHandlers(deps: {
  readonly database: Database;
  readonly manifests: Pick<ManifestService, 'market'>;
}): Handlers<keyof typeof permissionPackageOperations> {
  const { database } = deps;
  const service = createPermissionPackageService(deps);

  return {
    'permissionPackage.list': ({ query }, { session: { user } }) =>
      database.read(async (tx) => {
        const page = await pageBy((one) => listPackages(tx, user.country, one), query);
        return { ...page, content: page.content.map((row) => service.shown(user.country, row)) };
      }),
    'permissionPackage.get': ({ params }, { session: { user } }) =>
      database.read((tx) => service.get(tx, user.country, params.package)),
    'permissionPackage.create': ({ body }, { session }) => service.create(session, body),
    'permissionPackage.save': ({ params, body }, { session }) =>
      service.save(session, params.package, body),
    'permissionPackage.remove': ({ params }, { session }) =>
      service.remove(session, params.package),
    'permissionPackage.administrators': ({ params, query }, { session: { user } }) =>
      database.read(async (tx) => {
        await service.get(tx, user.country, params.package);
        return pageBy((page) => listAdministrators(tx, user.country, params.package, page), query);
      }),
    'permissionPackage.features': ({ query }, { session: { user } }) =>
      database.read(async (tx) =>
        wholePage(await service.listFeatures(tx, user.country, query.package)),
      ),
  };
}
