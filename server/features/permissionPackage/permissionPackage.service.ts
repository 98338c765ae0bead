import { type Feature, features } from '../../../schemas/entities/access.ts';
import type { Country } from '../../../schemas/entities/market.ts';
import {
  featureGroupOf,
  type Grant,
  type PackageChange,
  type PackageDraft,
} from '../../../schemas/entities/permissionPackage.ts';
import type { Database, Transaction } from '../../database/open.ts';
import { AppError } from '../../errors.ts';
import { recordActivity } from '../../identity/activity.repository.ts';
import type { ManifestService } from '../../manifests/service.ts';
import { isOffered } from '../../markets.ts';
import type { Session } from '../../session.ts';
import { tellChanges } from '../activityLog/differences.ts';
import {
  deletePackage,
  findPackage,
  holdPackage,
  insertPackage,
  isNameTaken,
  lockPackages,
  type ManagedPackage,
  updatePackage,
} from './permissionPackage.repository.ts';

/** What support does with the packages of its own market. */
export function createPermissionPackageService({
  database,
  manifests,
}: {
  readonly database: Database;
  readonly manifests: Pick<ManifestService, 'market'>;
}) {
  const offers = (country: Country) => {
    const market = manifests.market(country);
    return (feature: Feature) => isOffered(market, 'feature', feature);
  };

  /** As support sees it: what the market doesn't offer is gone, though the package keeps it. */
  const shown = (country: Country, found: ManagedPackage): ManagedPackage => {
    const offered = found.features.filter(offers(country));
    return { ...found, features: offered, featureCount: offered.length };
  };

  const need = async (tx: Transaction, country: Country, id: number) => {
    const found = await findPackage(tx, country, id);
    if (found) return found;
    throw new AppError('PACKAGE_NOT_FOUND', `There is no permission package ${id}.`);
  };

  /** Throws VALIDATION_FAILED for what the market doesn't offer, CONFLICT for a name that is taken. */
  const check = async (
    tx: Transaction,
    country: Country,
    { name, features: given, id }: PackageDraft & { readonly id?: number },
  ) => {
    const isOfferedThere = offers(country);
    const missing = given.find((feature) => !isOfferedThere(feature));
    if (missing) {
      const message = `${missing} is not offered in ${country}.`;
      throw new AppError('VALIDATION_FAILED', 'The request is not valid.', {
        details: [{ field: 'body.features', rule: 'enum', message }],
      });
    }
    if (await isNameTaken(tx, country, { name, ...(id && { id }) })) {
      const message = `There is a permission package «${name}» already.`;
      throw new AppError('CONFLICT', message, {
        details: [{ field: 'body.name', rule: 'taken', message }],
      });
    }
  };

  return {
    get: async (tx: Transaction, country: Country, id: number) =>
      shown(country, await need(tx, country, id)),

    shown,

    /** What can be licensed in a market, in the portal's order, and whether a package does. */
    async listFeatures(tx: Transaction, country: Country, id: number | undefined) {
      const licensed = id === undefined ? undefined : (await need(tx, country, id)).features;
      return features.filter(offers(country)).map((feature) => {
        return { feature, group: featureGroupOf[feature], grant: grantOf(feature, licensed) };
      });
    },

    create({ accountId, user: { country } }: Session, draft: PackageDraft) {
      return database.transaction(async (tx) => {
        await lockPackages(tx, country);
        await check(tx, country, draft);
        const after = saidOf(draft);
        const id = await insertPackage(tx, country, after);
        const detail = { package: id, ...tellChanges({}, after, toldFields) };
        await recordActivity(tx, { type: 'PACKAGE_CREATED', actorId: accountId, detail });
        return { id };
      });
    },

    save({ accountId, user: { country } }: Session, id: number, change: PackageChange) {
      return database.transaction(async (tx) => {
        await lockPackages(tx, country);
        const found = await need(tx, country, id);
        if (found.version !== change.version) throw hasChanged(id);
        await check(tx, country, { ...change, id });
        const isOfferedThere = offers(country);
        const kept = found.features.filter((feature) => !isOfferedThere(feature));
        const before = saidOf(found);
        const after = saidOf({ ...change, features: [...change.features, ...kept] });
        if (JSON.stringify(before) === JSON.stringify(after)) return { id };
        await updatePackage(tx, id, after);
        const detail = { package: id, ...tellChanges(before, after, toldFields) };
        await recordActivity(tx, { type: 'PACKAGE_CHANGED', actorId: accountId, detail });
        return { id };
      });
    },

    remove({ accountId, user: { country } }: Session, id: number) {
      return database.transaction(async (tx) => {
        await lockPackages(tx, country);
        // Before it is asked who has it, so that nobody is given it in between.
        await holdPackage(tx, country, id);
        const found = await need(tx, country, id);
        if (found.administrators > 0) throw isInUse(found);
        await deletePackage(tx, id);
        const detail = { package: id, ...tellChanges(saidOf(found), {}, toldFields) };
        await recordActivity(tx, { type: 'PACKAGE_DELETED', actorId: accountId, detail });
        return { id };
      });
    },
  };
}

function grantOf(feature: Feature, licensed: readonly Feature[] | undefined): Grant | null {
  if (!licensed) return null;
  return licensed.includes(feature) ? 'GRANTED' : 'NOT_GRANTED';
}

const toldFields = ['name', 'description', 'features'] as const;

/** What is kept of a package and told of its changes: each feature once, in the portal's order. */
function saidOf({ name, description = '', features: given }: PackageDraft) {
  return { name, description, features: features.filter((feature) => given.includes(feature)) };
}

function hasChanged(id: number): AppError {
  return new AppError('CONFLICT', `Package ${id} has been changed since you saw it. Load it anew.`);
}

function isInUse({ name, administrators }: ManagedPackage): AppError {
  const words =
    administrators === 1 ? '1 administrator has' : `${administrators} administrators have`;
  return new AppError(
    'PACKAGE_IN_USE',
    `${words} the permission package «${name}»: give them another one first.`,
  );
}
