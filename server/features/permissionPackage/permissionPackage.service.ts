import { type Feature, features } from '../../../schemas/entities/access.ts';
import type { Country } from '../../../schemas/entities/market.ts';
import {
  featureGroupOf,
  type Grant,
  type PackageChange,
  type PackageDraft,
} from '../../../schemas/entities/permissionPackage.ts';
import type { Database, Transaction } from '../../database/open.ts';
import { AppError, faultOf, refuseValue } from '../../errors.ts';
import { recordActivity } from '../../identity/activity.repository.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import { isOffered } from '../../markets.ts';
import { said } from '../../said.ts';
import type { Session } from '../../session.ts';
import { tellChanges } from '../activityLog/differences.ts';
import {
  deletePackage,
  findNamed,
  findPackage,
  holdPackage,
  insertPackage,
  lockPackages,
  type ManagedPackage,
  updatePackage,
} from './permissionPackage.repository.ts';

/** Who changes packages, and of which market. */
interface By {
  readonly country: Country;
  /** Undefined: the operator. */
  readonly actorId: number | undefined;
}

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
      const words = said('field.notOffered', { what: missing, country });
      throw refuseValue('body.features', words, 'enum');
    }
    const named = await findNamed(tx, country, name);
    if (named !== undefined && named !== id) {
      const words = said('field.packageThere', { name });
      throw new AppError('CONFLICT', words, { details: [faultOf('body.name', words, 'taken')] });
    }
  };

  async function insert(tx: Transaction, by: By, draft: PackageDraft): Promise<number> {
    await check(tx, by.country, draft);
    const after = saidOf(draft);
    const id = await insertPackage(tx, by.country, after);
    const detail = { package: id, ...tellChanges({}, after, toldFields) };
    await recordActivity(tx, { type: 'PACKAGE_CREATED', ...by, detail });
    return id;
  }

  /** False when it was so already. */
  async function update(
    tx: Transaction,
    { country, actorId }: By,
    found: ManagedPackage,
    draft: PackageDraft,
  ): Promise<boolean> {
    const { id } = found;
    await check(tx, country, { ...draft, id });
    const isOfferedThere = offers(country);
    const kept = found.features.filter((feature) => !isOfferedThere(feature));
    const before = saidOf(found);
    const after = saidOf({ ...draft, features: [...draft.features, ...kept] });
    if (JSON.stringify(before) === JSON.stringify(after)) return false;
    await updatePackage(tx, id, after);
    const detail = { package: id, ...tellChanges(before, after, toldFields) };
    await recordActivity(tx, { type: 'PACKAGE_CHANGED', country, actorId, detail });
    return true;
  }

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

    create: ({ accountId: actorId, user: { country } }: Session, draft: PackageDraft) =>
      database.transaction(async (tx) => {
        await lockPackages(tx, country);
        return { id: await insert(tx, { country, actorId }, draft) };
      }),

    save: (
      { accountId: actorId, user: { country } }: Session,
      id: number,
      { version, ...draft }: PackageChange,
    ) =>
      database.transaction(async (tx) => {
        await lockPackages(tx, country);
        const found = await need(tx, country, id);
        if (found.version !== version) throw hasChanged(id);
        await update(tx, { country, actorId }, found, draft);
        return { id };
      }),

    /**
     * Makes the package of that name, or brings it up to date, a description that isn't given left
     * out; false when it was so already. Throws as `create` does.
     */
    async write(tx: Transaction, by: By, draft: PackageDraft): Promise<boolean> {
      await lockPackages(tx, by.country);
      const id = await findNamed(tx, by.country, draft.name);
      if (id === undefined) return (await insert(tx, by, draft)) > 0;
      const found = await need(tx, by.country, id);
      return update(tx, by, found, {
        ...draft,
        description: draft.description ?? found.description,
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
