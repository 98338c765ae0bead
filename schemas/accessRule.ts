import { z } from 'zod';
import { type Feature, featureSchema, type Role, roleSchema } from './entities/access.ts';
import { featureSetSchema, featuresOf } from './entities/featureSets.ts';
import { type Country, countrySchema } from './entities/market.ts';
import { shortOr } from './manifest/language.ts';

const featuresSchema = shortOr(z.array(featureSchema), featureSetSchema, featuresOf);

/**
 * Who may see or do something. Every clause given must hold; a missing or empty list asks for
 * nothing. Without `public` the visitor must be signed in, so that forgetting a rule shuts a door.
 */
export const accessRuleSchema = z
  .strictObject({
    public: z.boolean().optional().describe('Visible without signing in'),
    anyFeature: featuresSchema.optional().describe('At least one of these is licensed'),
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

/**
 * The clauses of a rule in the order in which they are asked (specification §4): login, permission,
 * prohibition. The country stands before them, for elsewhere the thing doesn't exist; the licence
 * last, so that only who may have it is told to upgrade.
 */
export const accessRefusals = ['signIn', 'countries', 'anyRole', 'notRole', 'anyFeature'] as const;
export type AccessRefusal = (typeof accessRefusals)[number];

/** The first clause that refuses `subject`, or undefined when the rule lets it pass. */
export function findRefusal(rule: AccessRule, subject: AccessSubject): AccessRefusal | undefined {
  return accessRefusals.find((clause) => refuses[clause](rule, subject));
}

/** Every clause of a rule that refuses `subject`, in the order in which they are asked. */
export function listRefusals(rule: AccessRule, subject: AccessSubject): AccessRefusal[] {
  return accessRefusals.filter((clause) => refuses[clause](rule, subject));
}

const refuses: Readonly<
  Record<AccessRefusal, (rule: AccessRule, subject: AccessSubject) => boolean>
> = {
  signIn: (rule, { signedIn }) => !rule.public && !signedIn,
  countries: (rule, { country }) => !holdsAny(rule.countries, [country]),
  anyRole: (rule, { roles }) => !holdsAny(rule.anyRole, roles),
  notRole: (rule, { roles }) => rule.notRole?.some((role) => roles.includes(role)) ?? false,
  anyFeature: (rule, { features }) => !holdsAny(rule.anyFeature, features),
};

export function isAllowed(rule: AccessRule, subject: AccessSubject): boolean {
  return findRefusal(rule, subject) === undefined;
}

function holdsAny<T>(wanted: readonly T[] | undefined, held: readonly T[]): boolean {
  return !wanted?.length || wanted.some((one) => held.includes(one));
}
