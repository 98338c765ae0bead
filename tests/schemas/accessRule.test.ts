import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  type AccessRefusal,
  type AccessRule,
  type AccessSubject,
  accessRuleSchema,
  findRefusal,
  isAllowed,
} from '../../schemas/accessRule.ts';
import { features, roles } from '../../schemas/entities/access.ts';
import { countries } from '../../schemas/entities/market.ts';

/** Specification §6, its three checks, and §4, the order of the guards, for any rule and session. */

const subject: fc.Arbitrary<AccessSubject> = fc
  .record({
    signedIn: fc.boolean(),
    country: fc.constantFrom(...countries),
    roles: fc.subarray([...roles]),
    features: fc.subarray([...features]),
  })
  // Who isn't signed in holds nothing.
  .map((one) => (one.signedIn ? one : { ...one, roles: [], features: [] }));
const signedIn = subject.map((one): AccessSubject => ({ ...one, signedIn: true }));

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

const share = (wanted: readonly string[], held: readonly string[]) =>
  wanted.filter((one) => held.includes(one)).length > 0;
const runs = { numRuns: 2000 };

describe('the checks of the specification', () => {
  it('a permission check passes if any listed group is held, or if none is required', () => {
    fc.assert(
      fc.property(fc.subarray([...roles]), signedIn, (anyRole, one) => {
        const passes = anyRole.length === 0 || share(anyRole, one.roles);
        expect(isAllowed({ anyRole }, one)).toBe(passes);
      }),
      runs,
    );
    expect(isAllowed({}, { signedIn: true, country: 'PL', roles: [], features: [] })).toBe(true);
  });

  it('a prohibition check is the reverse: it passes if none of the listed groups is held', () => {
    fc.assert(
      fc.property(fc.subarray([...roles]), signedIn, (notRole, one) => {
        expect(isAllowed({ notRole }, one)).toBe(!share(notRole, one.roles));
        const isReverse = isAllowed({ notRole }, one) !== isAllowed({ anyRole: notRole }, one);
        expect(isReverse).toBe(notRole.length > 0);
      }),
      runs,
    );
  });

  it('a feature check passes if any listed feature is held, or if none is required', () => {
    fc.assert(
      fc.property(fc.subarray([...features]), signedIn, (anyFeature, one) => {
        const passes = anyFeature.length === 0 || share(anyFeature, one.features);
        expect(isAllowed({ anyFeature }, one)).toBe(passes);
      }),
      runs,
    );
  });

  it('a country check passes in any listed country, or if none is listed', () => {
    fc.assert(
      fc.property(fc.subarray([...countries]), signedIn, (listed, one) => {
        const passes = listed.length === 0 || listed.includes(one.country);
        expect(isAllowed({ countries: listed }, one)).toBe(passes);
      }),
      runs,
    );
  });
});

test('a rule lets pass exactly when each of its clauses does', () => {
  fc.assert(
    fc.property(rule, subject, (one, who) => {
      const { public: isPublic, anyFeature = [], anyRole = [], notRole = [] } = one;
      const places = one.countries ?? [];
      const clauses = [
        isPublic === true || who.signedIn,
        places.length === 0 || places.includes(who.country),
        anyRole.length === 0 || share(anyRole, who.roles),
        !share(notRole, who.roles),
        anyFeature.length === 0 || share(anyFeature, who.features),
      ];
      expect(isAllowed(one, who)).toBe(clauses.every(Boolean));
      expect(findRefusal(one, who) === undefined).toBe(clauses.every(Boolean));
    }),
    runs,
  );
});

describe('the order of the guards', () => {
  /** One clause each that refuses, written down in the order of the specification. */
  const refusing: readonly [AccessRefusal, (who: AccessSubject) => AccessRule | undefined][] = [
    ['signIn', ({ signedIn }) => (signedIn ? undefined : {})],
    ['anyRole', ({ roles: held }) => ofOthers('anyRole', roles, held)],
    ['notRole', ({ roles: held }) => (held.length > 0 ? { notRole: [...held] } : undefined)],
    ['anyFeature', ({ features: held }) => ofOthers('anyFeature', features, held)],
  ];

  function ofOthers<Key extends 'anyRole' | 'anyFeature'>(
    key: Key,
    all: readonly string[],
    held: readonly string[],
  ): AccessRule | undefined {
    const others = all.filter((one) => !held.includes(one));
    return others.length > 0 ? { [key]: others } : undefined;
  }

  it('is login, permission, prohibition, and the licence last', () => {
    fc.assert(
      fc.property(subject, fc.subarray([0, 1, 2, 3]), (who, chosen) => {
        const parts = refusing.flatMap(([name, make], at) => {
          const part = chosen.includes(at) ? make(who) : undefined;
          return part ? [[name, part] as const] : [];
        });
        const needsLogin = parts.some(([name]) => name === 'signIn');
        const whole = Object.assign({}, ...parts.map(([, part]) => part)) as AccessRule;
        const opened = needsLogin ? whole : { public: true, ...whole };
        expect(findRefusal(opened, who)).toBe(parts[0]?.[0]);
      }),
      runs,
    );
  });

  it('tells a visitor to sign in first, whatever else the rule says', () => {
    fc.assert(
      fc.property(rule, subject, (one, who) => {
        const closed = { ...one, public: false };
        const told = findRefusal(closed, { ...who, signedIn: false });
        expect(told).toBe('signIn');
        expect(findRefusal(closed, { ...who, signedIn: true })).not.toBe('signIn');
      }),
      runs,
    );
  });

  it('never asks for a larger plan from who could not use it', () => {
    fc.assert(
      fc.property(rule, subject, (one, who) => {
        if (findRefusal(one, who) !== 'anyFeature') return;
        expect(isAllowed(one, { ...who, features })).toBe(true);
      }),
      runs,
    );
  });
});

test('holding more never shuts a door but one that is closed to what is held', () => {
  fc.assert(
    fc.property(rule, signedIn, fc.constantFrom(...roles), (one, who, more) => {
      const richer = { ...who, roles: [...who.roles, more], features };
      const isBarred = one.notRole?.includes(more) ?? false;
      if (isAllowed(one, who)) expect(isAllowed(one, richer)).toBe(!isBarred);
    }),
    runs,
  );
});

test('a rule with a slip of the pen is no rule', () => {
  for (const slip of [{ anyRoles: [] }, { notRole: 'portal_domea' }, { anyRole: ['admin'] }]) {
    expect(accessRuleSchema.safeParse(slip).success).toBe(false);
  }
});
