import type { Role } from '../../../../schemas/entities/access.ts';
import type { Database } from '../../../../server/database/open.ts';
import { grantAccess } from '../../../support/builders.ts';
import type { WholePortal } from '../../../support/wholePortal.ts';
import { addAccounts, anAccount } from '../../identity/support/accounts.ts';
import { type Thing, things, type World } from './world.ts';

export const principals = [
  ...(['visitor', 'no role', 'user', 'main user', 'domea', 'support', 'super admin'] as const),
  ...(['level 2', 'unlicensed', 'other market', 'blocked', 'expired', 'previewing'] as const),
] as const;
export type Principal = (typeof principals)[number];

/** What a principal sees all of; the rest is not to be told, not even that it exists. */
export const sees: Readonly<Record<Principal, readonly Thing[]>> = {
  visitor: [],
  'no role': [],
  unlicensed: [],
  blocked: [],
  expired: [],
  user: ['own'],
  domea: ['own'],
  'level 2': ['own'],
  'main user': ['own'],
  previewing: ['own'],
  'other market': ['foreign'],
  support: ['own', 'unassigned', 'featureless', 'since'],
  'super admin': ['own', 'unassigned', 'featureless', 'since'],
};

/** Who has the building without the feature, and the one with a first day. */
export const hasParts = (who: Principal): boolean => who === 'main user' || who === 'previewing';
export const isPart = (thing: Thing): boolean => thing === 'since' || thing === 'featureless';

/** What mustn't stand in any answer to somebody. */
export function secretsOf(who: Principal): string[] {
  const market = who === 'other market' ? 'mark-PL-' : 'mark-CZ-';
  if (hasParts(who)) {
    return [market, 'mark-unassigned-', 'mark-foreign-', 'mark-featureless-data', 'mark-since-old'];
  }
  const unseen = things.filter((thing) => !sees[who].includes(thing));
  return [market, ...unseen.map((thing) => `mark-${thing}-`)];
}

/** Whose own buildings are among those in which too much flowed. */
export const seesFloods = (who: Principal): boolean =>
  ['other market', 'support', 'super admin'].includes(who);

const made: Partial<Record<Principal, readonly Role[]>> = {
  'no role': [],
  user: ['portal_user'],
  domea: ['portal_user', 'portal_domea'],
  support: ['portal_user', 'portal_support'],
  previewing: ['portal_user', 'portal_support'],
  'super admin': ['portal_user', 'portal_super_admin'],
  unlicensed: ['portal_user', 'portal_admin'],
  blocked: ['portal_user', 'portal_admin'],
  expired: ['portal_user', 'portal_admin'],
  'other market': ['portal_user', 'portal_admin'],
};

const usernameOf = (who: Principal) => `who-${who.replace(' ', '-')}`;

/** Makes and signs in them all; answers what each sends with a call. */
export async function addPrincipals(
  database: Database,
  portal: WholePortal,
  { names }: World,
): Promise<ReadonlyMap<Principal, string>> {
  const makes = Object.entries(made) as [Principal, Role[]][];
  const ids = await addAccounts(
    database,
    makes.map(([who, roles]) =>
      anAccount(usernameOf(who), { roles, country: who === 'other market' ? 'CZ' : 'PL' }),
    ),
  );
  const idOf = (who: Principal) => ids.get(usernameOf(who)) as number;
  const tokens = new Map<Principal, string>();
  for (const [who] of makes) tokens.set(who, await portal.tokenOf(usernameOf(who)));
  tokens.set('main user', await portal.tokenOf('holder-own'));
  tokens.set('level 2', await portal.tokenOf('sub-of-own'));
  await grantLike(database, Number(names.foreign.property), [idOf('other market')]);
  await grantLike(database, Number(names.own.property), [
    ...(['user', 'domea', 'blocked', 'expired'] as const).map(idOf),
    Number(names.own.identifier),
  ]);
  await database.pool.query('UPDATE account SET disabled_at = now() WHERE id = $1', [
    idOf('blocked'),
  ]);
  const ended = await portal.call('session.end', tokens.get('expired'));
  const begun = await portal.call('preview.start', tokens.get('previewing'), {
    body: { username: 'holder-own' },
  });
  if (ended.status >= 300 || begun.status >= 300) throw new Error('Who is who isn’t clear.');
  return tokens;
}

/** What the holder of a building may there, for others. */
async function grantLike(database: Database, property: number, accounts: readonly number[]) {
  const { rows } = await database.pool.query<{ package: number }>(
    'SELECT package_id AS package FROM property_access WHERE property_id = $1',
    [property],
  );
  const packageId = (rows[0] as { package: number }).package;
  for (const account of accounts) await grantAccess(database, account, packageId, [property]);
}
