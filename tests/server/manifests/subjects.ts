import type { AccessSubject } from '../../../schemas/accessRule.ts';
import { type Feature, features, type Role } from '../../../schemas/entities/access.ts';
import type { Country } from '../../../schemas/entities/market.ts';

export const visitor = (country: Country): AccessSubject => ({
  signedIn: false,
  country,
  roles: [],
  features: [],
});

export const holder = (
  country: Country,
  role: Role,
  held: readonly Feature[] = features,
): AccessSubject => ({ signedIn: true, country, roles: [role], features: held });
