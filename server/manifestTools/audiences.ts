import type { AccessSubject } from '../../schemas/accessRule.ts';
import { features, roles } from '../../schemas/entities/access.ts';
import { countries } from '../../schemas/entities/market.ts';

/** A kind of session that testers look at. */
export interface Audience {
  readonly country: AccessSubject['country'];
  /** The role, `visitor`, or a role with the smallest package, as in `portal_admin-basic`. */
  readonly role: string;
  readonly subject: AccessSubject;
}

/** Every country and role with every feature, the smallest package, and nobody signed in. */
export function listAudiences(): Audience[] {
  return countries.flatMap((country) => [
    {
      country,
      role: 'visitor',
      subject: { signedIn: false, country, roles: [], features: [] },
    },
    {
      country,
      role: 'portal_admin-basic',
      subject: {
        signedIn: true,
        country,
        roles: ['portal_user', 'portal_admin'] as const,
        features: ['CONSUMPTION_BASIC'] as const,
      },
    },
    ...roles.map((role) => ({
      country,
      role,
      // As in life, each of the others is a user as well.
      subject: {
        signedIn: true,
        country,
        roles: role === 'portal_user' ? [role] : (['portal_user', role] as const),
        features,
      },
    })),
  ]);
}
