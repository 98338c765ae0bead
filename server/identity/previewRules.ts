import type { Role } from '../../schemas/entities/access.ts';
import type { Session } from '../session.ts';

/** A preview ends by itself after so many minutes. */
export const previewMinutes = 30;

export const previewingRoles = ['portal_super_admin', 'portal_support'] as const satisfies Role[];

/** Staff may look at their market's customers: never at staff, whose rights they might lack. */
export function mayPreview(actor: Session, other: Session): boolean {
  return isStaff(actor) && !isStaff(other) && actor.user.country === other.user.country;
}

function isStaff({ user }: Session): boolean {
  return previewingRoles.some((role) => user.groups.includes(role));
}
