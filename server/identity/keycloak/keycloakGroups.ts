import { type Role, roleSchema } from '../../../schemas/entities/access.ts';
import { AppError } from '../../errors.ts';
import { type Ask, Refusal } from './keycloakConnection.ts';

/**
 * A role's group is the top-level one of its name. A group of that name below another one is
 * somebody else's, and gives nothing.
 */
export const groupPath = (role: Role) => `/${role}`;

export interface Membership {
  readonly role: Role;
  readonly groupId: string;
}

/** The groups of a user that stand for roles. */
export async function findMemberships(ask: Ask, userId: string): Promise<Membership[]> {
  const groups = await ask(({ users }) => users.listGroups({ id: userId }));
  return groups.flatMap(({ id, path }) => {
    const role = roleSchema.options.find((each) => groupPath(each) === path);
    return role && id ? [{ role, groupId: id }] : [];
  });
}

/** The id of a role's group, which is made where a realm has none. */
export async function ensureGroup(ask: Ask, role: Role): Promise<string> {
  const found = await findGroup(ask, role);
  if (found !== undefined) return found;
  try {
    return (await ask(({ groups }) => groups.create({ name: role }))).id;
  } catch (error) {
    // Somebody else has just made it.
    const isThere = error instanceof Refusal && error.status === 409;
    const made = isThere ? await findGroup(ask, role) : undefined;
    if (made !== undefined) return made;
    throw new AppError('UNAVAILABLE', `Keycloak's group «${role}» is missing: make it.`, {
      cause: error,
    });
  }
}

async function findGroup(ask: Ask, role: Role): Promise<string | undefined> {
  const query = { search: role, exact: true, briefRepresentation: true };
  const found = await ask(({ groups }) => groups.find(query));
  return found.find(({ path }) => path === groupPath(role))?.id;
}
