import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { AccessRule } from '../../../schemas/accessRule.ts';
import { type Feature, type Role, roles } from '../../../schemas/entities/access.ts';
import type { Country } from '../../../schemas/entities/market.ts';
import type { Acceptance, AcceptedEntry } from '../../../server/manifestTools/acceptance.ts';
import { realDirectories } from './directories.ts';

/**
 * Who may enter what, as it was accepted: the tables of routes, navigation and menus. Read from the
 * file that `manifest check --accept` writes, so that no test repeats the manifests; what it means for
 * whom is worked out here anew.
 */
export const accepted = JSON.parse(
  readFileSync(path.join(realDirectories.manifestsDirectory, 'accepted.json'), 'utf8'),
) as Acceptance;

/** Nobody signed in, then each role, roles together, and somebody who was given none. */
export const holders: readonly (readonly Role[] | undefined)[] = [
  undefined,
  [],
  ...roles.map((role) => [role]),
  ['portal_user', 'portal_admin'],
  ['portal_user', 'portal_domea'],
  ['portal_admin', 'portal_domea'],
  ['portal_admin', 'portal_support'],
  ['portal_domea', 'portal_support'],
  ['portal_support', 'portal_super_admin'],
  [...roles],
];

type Held = readonly Role[] | undefined;

/** Whether all rules let somebody in who holds these roles; undefined for somebody not signed in. */
export function letsIn(rules: readonly AccessRule[], held: Held): boolean {
  return rules.every(({ public: isPublic, anyRole = [], notRole = [], ...others }) => {
    if (Object.keys(others).length > 0) throw new Error('Routes are limited by roles here.');
    if (held === undefined) return isPublic === true;
    const isRefused = notRole.some((role) => held.includes(role));
    return !isRefused && (anyRole.length === 0 || anyRole.some((role) => held.includes(role)));
  });
}

/** Whether an entry is there: without a licence only where it stays locked, and for whom. */
export function entryState(
  { rules, licence, whenLocked, lockedFor }: AcceptedEntry,
  held: Held,
  { licensed, country }: { licensed: readonly Feature[]; country: Country },
): 'shown' | 'locked' | 'absent' {
  if (rules.some(({ countries }) => countries && !countries.includes(country))) return 'absent';
  const ofRoles = rules.map(({ countries: _asked, ...others }) => others);
  if (!letsIn(ofRoles, held)) return 'absent';
  const isLicensed =
    licence.length === 0 || licence.some((feature) => licensed.includes(feature as Feature));
  if (isLicensed) return 'shown';
  const showsLock = whenLocked === 'upgrade' && (!lockedFor || letsIn([lockedFor], held));
  return showsLock ? 'locked' : 'absent';
}
