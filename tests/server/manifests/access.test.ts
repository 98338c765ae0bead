import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  type AccessRule,
  type AccessSubject,
  findRefusal,
  isAllowed,
} from '../../../schemas/accessRule.ts';
import { type OperationId, operations } from '../../../schemas/api/operations.ts';
import { features, roles } from '../../../schemas/entities/access.ts';
import { countries } from '../../../schemas/entities/market.ts';
import { type ModuleFile, moduleFileSchema } from '../../../schemas/manifest/files.ts';
import { readManifests } from '../../../server/manifests/serve/readManifests.ts';
import { findRefusalWithin, refuseOperation } from '../../../server/manifests/session/access.ts';
import { realDirectories } from './directories.ts';
import { holder, visitor } from './subjects.ts';

/** The order of the guards (specification §4) where a module and one of its parts both have a rule. */

const moduleWith = (access: AccessRule): ModuleFile =>
  moduleFileSchema.parse({ manifestVersion: 2, title: 'core:title', access });

const rule: fc.Arbitrary<AccessRule> = fc.record(
  {
    public: fc.boolean(),
    anyFeature: fc.subarray([...features]),
    anyRole: fc.subarray([...roles]),
    notRole: fc.subarray([...roles]),
    countries: fc.subarray([...countries]),
  },
  { requiredKeys: [] },
);
const user: fc.Arbitrary<AccessSubject> = fc.record({
  signedIn: fc.constant(true),
  country: fc.constantFrom(...countries),
  roles: fc.subarray([...roles]),
  features: fc.subarray([...features]),
});
const runs = { numRuns: 1000 };

describe('a module’s rule and a narrower one', () => {
  it('let pass whom both let pass', () => {
    fc.assert(
      fc.property(rule, rule, user, (outer, inner, who) => {
        const passes = findRefusalWithin(moduleWith(outer), inner, who) === undefined;
        expect(passes).toBe(isAllowed(outer, who) && isAllowed(inner, who));
      }),
      runs,
    );
  });

  it('tell a visitor to sign in, whichever asks for it and whatever else they say', () => {
    fc.assert(
      fc.property(rule, rule, fc.constantFrom(...countries), (outer, inner, country) => {
        const isOpen = outer.public === true && inner.public === true;
        const told = findRefusalWithin(moduleWith(outer), inner, visitor(country));
        expect(told === 'signIn').toBe(!isOpen);
      }),
      runs,
    );
  });

  it('are asked for the permission before the prohibition', () => {
    const outer = { notRole: ['portal_user'] } satisfies AccessRule;
    const inner = { anyRole: ['portal_support'] } satisfies AccessRule;
    const who = holder('PL', 'portal_user');
    expect(findRefusalWithin(moduleWith(outer), inner, who)).toBe('anyRole');
    expect(findRefusalWithin(moduleWith(inner), outer, who)).toBe('anyRole');
    expect(findRefusalWithin(moduleWith(outer), undefined, who)).toBe(findRefusal(outer, who));
  });
});

test('a visitor is told to sign in before being told that a market lacks the module', async () => {
  const { set } = await readManifests(realDirectories);
  if (!set) throw new Error('The manifests have faults.');
  const refusals = new Set<unknown>();
  for (const country of countries) {
    for (const id of Object.keys(operations) as OperationId[]) {
      refusals.add(refuseOperation(set.markets[country], id, visitor(country)));
    }
  }
  expect(refusals).toEqual(new Set([undefined, 'signIn']));
});
