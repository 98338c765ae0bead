import type {
  AdministratorChange,
  AdministratorDraft,
  PropertyAssignment,
} from '../../../schemas/entities/administrator.ts';
import type { Country } from '../../../schemas/entities/market.ts';
import type { Transaction } from '../../database/open.ts';
import { AppError } from '../../errors.ts';
import { recordActivity } from '../../identity/activity.repository.ts';
import { said } from '../../said.ts';
import type { Session } from '../../session.ts';
import { findAddressee } from '../account/account.repository.ts';
import { type AccountDeps, fieldFault } from '../account/accountDeps.ts';
import { createAdministration } from '../account/administration.service.ts';
import { createOthersEmail } from '../account/othersEmail.service.ts';
import { listChanges } from './accessChanges.repository.ts';
import { keepChange, undoChange } from './accessChanges.ts';
import {
  type Administrator,
  findAdministrator,
  listSubAccounts,
  lockAccount,
  rolesOfKind,
} from './administrator.repository.ts';
import {
  compareAssignments,
  deleteAssignments,
  findPackageName,
  findStranger,
  type Grant,
  holdPackage,
  listAssignedIds,
} from './assignments.repository.ts';
import { assignProperties } from './assignProperties.ts';
import { checkBillingAdmins, takeBillingAdmins } from './billingAdmins.service.ts';
import { saveAdministrator, tellDraft } from './saveAdministrator.ts';

/**
 * What support does with the administrators of its own market. Whoever isn't one of them throws
 * ADMINISTRATOR_NOT_FOUND, staff and sub-administrators too.
 */
export function createAdministratorService(deps: AccountDeps) {
  const { database, identity, manifests } = deps;
  const administration = createAdministration(deps);
  const emails = createOthersEmail(deps);

  async function need(tx: Transaction, { user }: Session, id: number): Promise<Administrator> {
    const found = await findAdministrator(tx, user.country, id);
    if (found) return found;
    throw new AppError('ADMINISTRATOR_NOT_FOUND', `There is no administrator ${id}.`);
  }

  const read = (session: Session, id: number) => database.read((tx) => need(tx, session, id));

  /** What an assignment comes to, checked; throws VALIDATION_FAILED. */
  async function toGrant(
    tx: Transaction,
    country: Country,
    accountId: number,
    { properties, packageId, accessSince = null }: PropertyAssignment,
  ): Promise<Grant & { packageName: string }> {
    const packageName = await findPackageName(tx, country, packageId);
    if (packageName === undefined) {
      throw fieldFault('packageId', 'choice', said('field.noPackage', { package: packageId }));
    }
    const ids =
      properties.length > 0 ? [...new Set(properties)] : await listAssignedIds(tx, accountId);
    const stranger = await findStranger(tx, country, ids);
    if (stranger !== undefined) {
      throw fieldFault('properties', 'choice', said('field.noProperty', { property: stranger }));
    }
    return { accountId, properties: ids, packageId, packageName, accessSince };
  }

  return {
    read,

    async create(session: Session, draft: AdministratorDraft): Promise<Administrator> {
      const { country } = session.user;
      const { kind, phoneNumber, username, sapNumber = null, billingAdmins = [], ...rest } = draft;
      const { specialUser } = rest;
      const wish = { country, specialUser, wanted: billingAdmins };
      // Before the directory makes an account that nobody would get.
      await database.read((tx) => checkBillingAdmins(tx, wish));
      const given = { ...rest, username, sapNumber, phone: phoneNumber ?? null, country };
      const { language } = manifests.market(country);
      const roles = rolesOfKind[kind];
      const id = await administration
        .create({ ...given, roles, language }, session.accountId, async (tx, accountId) => {
          await takeBillingAdmins(tx, { ...wish, accountId });
          return tellDraft(draft);
        })
        .catch((error: unknown) => {
          if (!(error instanceof AppError && error.code === 'CONFLICT')) throw error;
          throw fieldFault('username', 'usernameTaken', said('field.usernameTaken', { username }));
        });
      return read(session, id);
    },

    async save(session: Session, id: number, change: AdministratorChange): Promise<Administrator> {
      const found = await read(session, id);
      const changeEmail = emails.planChange(found, change.email, session.accountId);
      const { subject } = await findOwner(found);
      // Roles are taken over from the directory at each sign-in, so that it has to know first.
      await identity.directory.setRoles(subject, rolesOfKind[change.kind]);
      const by = { country: session.user.country, actorId: session.accountId };
      const saved = await database.transaction(async (tx) => {
        const { after } = await saveAdministrator(tx, by, id, change, () => need(tx, session, id));
        return after;
      });
      if (!changeEmail) return saved;
      await changeEmail();
      return read(session, id);
    },

    async takeEmailBack(session: Session, id: number): Promise<Administrator> {
      await read(session, id);
      await emails.takeBack(id, session.accountId);
      return read(session, id);
    },

    async switch(session: Session, id: number, isEnabled: boolean): Promise<Administrator> {
      const { username } = await read(session, id);
      await administration.setEnabled(username, isEnabled, session.accountId);
      return read(session, id);
    },

    async invite(session: Session, id: number): Promise<Administrator> {
      const found = await read(session, id);
      if (found.state !== 'INVITED') {
        throw new AppError(
          'CONFLICT',
          `${found.username} has signed in before or is disabled, and needs no invitation.`,
        );
      }
      await administration.invite(id, session.accountId);
      return found;
    },

    forecast: (session: Session, id: number, given: PropertyAssignment) =>
      database.read(async (tx) => {
        await need(tx, session, id);
        const grant = await toGrant(tx, session.user.country, id, given);
        const { before: _, names, ...counts } = await compareAssignments(tx, grant);
        return { ...counts, names: names.join(', ') };
      }),

    assign: (session: Session, id: number, given: PropertyAssignment) =>
      database.transaction(async (tx) => {
        await need(tx, session, id);
        // Before it is asked which are assigned, and what the package is.
        await lockAccount(tx, id);
        await holdPackage(tx, given.packageId);
        const grant = await toGrant(tx, session.user.country, id, given);
        const change = {
          accountId: id,
          actorId: session.accountId,
          properties: grant.properties,
          followers: await listSubAccounts(tx, id),
        };
        return keepChange(tx, change, () => assignProperties(tx, grant, session.accountId));
      }),

    changes: (session: Session, id: number, query: { page: number; size: number }) =>
      database.read(async (tx) => {
        await need(tx, session, id);
        return listChanges(tx, id, query);
      }),

    undo: (session: Session, accountId: number, id: number) =>
      database.transaction(async (tx) => {
        await need(tx, session, accountId);
        await lockAccount(tx, accountId);
        const followers = await listSubAccounts(tx, accountId);
        return undoChange(tx, { id, accountId, followers, actorId: session.accountId });
      }),

    withdraw: (session: Session, id: number, properties: readonly number[]) =>
      database.transaction(async (tx) => {
        await need(tx, session, id);
        await lockAccount(tx, id);
        const accounts = [id, ...(await listSubAccounts(tx, id))];
        const { numbers, count } = await deleteAssignments(tx, accounts, properties);
        if (count === 0) return { properties: 0 };
        await recordActivity(tx, {
          type: 'ACCESS_WITHDRAWN',
          actorId: session.accountId,
          affectedId: id,
          detail: { properties: count, numbers: { before: numbers } },
        });
        return { properties: count };
      }),
  };

  async function findOwner({ id }: Administrator) {
    const owner = await database.read((tx) => findAddressee(tx, id));
    if (owner) return owner;
    throw new AppError('ADMINISTRATOR_NOT_FOUND', `There is no administrator ${id}.`);
  }
}
