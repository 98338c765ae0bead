import { features } from '../../../schemas/entities/access.ts';
import type { Country } from '../../../schemas/entities/market.ts';
import type { Database } from '../../database/open.ts';
import type { ImportOptions } from '../../imports/importFile.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import { isOffered } from '../../markets.ts';
import { welcomeQueue } from '../account/welcoming.ts';
import { createPermissionPackageService } from '../permissionPackage/permissionPackage.service.ts';
import { createTakeAccess } from './access.ts';
import { createTakeAccounts } from './accounts.ts';
import { createTakePackages } from './packages.ts';

/**
 * Takes lines about packages, accounts and their properties: what support does in the portal, for
 * thousands at once. Owners of new accounts are told by whatever process works at jobs.
 */
export function createAccountImport(deps: {
  readonly database: Database;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly manifests: Pick<ManifestService, 'market'>;
}): NonNullable<ImportOptions['takers']> {
  const { jobs, manifests } = deps;
  const offered = (country: Country) => {
    const market = manifests.market(country);
    return features.filter((feature) => isOffered(market, 'feature', feature));
  };
  return {
    permission_packages: createTakePackages({
      offered,
      packages: createPermissionPackageService(deps),
    }),
    accounts: createTakeAccounts({
      languageOf: (country) => manifests.market(country).language,
      async sendWelcome(tx, accountId) {
        await jobs.send(tx, welcomeQueue, { key: `${accountId}`, data: { accountId } });
      },
    }),
    property_access: createTakeAccess({ offered }),
  };
}
