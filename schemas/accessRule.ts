import { z } from 'zod';
import { type Feature, featureSchema, type Role, roleSchema } from './entities/access.ts';
import { type Country, countrySchema } from './entities/market.ts';

/**
 * Who may see or do something. Every clause given must hold; a missing or empty list asks for
 * nothing. Without `public` the visitor must be signed in, so that forgetting a rule shuts a door.
 */
export const accessRuleSchema = z
  .strictObject({
    public: z.boolean().optional().describe('Visible without signing in'),
    anyFeature: z.array(featureSchema).optional().describe('At least one of these is licensed'),
    anyRole: z.array(roleSchema).optional().describe('The user holds at least one of these'),
    notRole: z.array(roleSchema).optional().describe('The user holds none of these'),
    countries: z.array(countrySchema).optional().describe('The instance is one of these'),
  })
  .meta({ id: 'AccessRule' });
export type AccessRule = z.infer<typeof accessRuleSchema>;

/** What a rule is asked about: the session, reduced to what rules can see. */
export interface AccessSubject {
  readonly signedIn: boolean;
  readonly country: Country;
  readonly roles: readonly Role[];
  readonly features: readonly Feature[];
}

/** The first clause of a rule that turned a subject away. */
export type AccessRefusal = 'signIn' | 'countries' | 'notRole' | 'anyRole' | 'anyFeature';

/** The clause that refuses `subject`, or undefined when the rule lets it pass. */
export function findRefusal(rule: AccessRule, subject: AccessSubject): AccessRefusal | undefined {
  if (!rule.public && !subject.signedIn) return 'signIn';
  if (!holdsAny(rule.countries, [subject.country])) return 'countries';
  if (rule.notRole?.some((role) => subject.roles.includes(role))) return 'notRole';
  if (!holdsAny(rule.anyRole, subject.roles)) return 'anyRole';
  if (!holdsAny(rule.anyFeature, subject.features)) return 'anyFeature';
  return undefined;
}

export function isAllowed(rule: AccessRule, subject: AccessSubject): boolean {
  return findRefusal(rule, subject) === undefined;
}

function holdsAny<T>(wanted: readonly T[] | undefined, held: readonly T[]): boolean {
  return !wanted?.length || wanted.some((one) => held.includes(one));
}
