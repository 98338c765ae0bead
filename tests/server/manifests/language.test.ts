import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type AccessRule, accessRuleSchema } from '../../../schemas/accessRule.ts';
import { features, roles } from '../../../schemas/entities/access.ts';
import { countries } from '../../../schemas/entities/market.ts';
import {
  marketFileSchema,
  moduleFileSchema,
  screenFileSchema,
} from '../../../schemas/manifest/files.ts';
import { formFileSchema } from '../../../schemas/manifest/form.ts';
import { partMaps, partsOf, plainRecords } from '../../../schemas/manifest/language.ts';
import { definitionOf } from '../../../server/manifests/ground/schemaWalk.ts';
import { readManifests } from '../../../server/manifests/serve/readManifests.ts';
import { readAllowance } from '../../../server/manifests/session/access.ts';
import { compileScreen } from '../../../server/manifests/session/compile.ts';
import type {
  ManifestSet,
  MarketManifests,
  MarketScreen,
} from '../../../server/manifests/session/manifestSet.ts';
import { readScreen } from '../../../server/manifests/session/parseMarket.ts';
import { type Part, readParts } from '../../../server/manifests/session/partTree.ts';
import {
  isOpen,
  keptValue,
  type PrunedPart,
  prune,
} from '../../../server/manifests/session/prune.ts';
import { mayBeEmpty } from '../../support/atLeastOne.ts';
import { realDirectories } from './directories.ts';

/** Records that a schema can reach, and that say neither that they hold parts nor that they are plain. */
function listForgotten(schema: z.ZodType): string[] {
  const forgotten: string[] = [];
  const seen = new Set<z.ZodType>();
  const visit = (one: z.ZodType, path: string): void => {
    if (seen.has(one)) return;
    seen.add(one);
    const { type, innerType, getter, shape, valueType, element, options, out } = definitionOf(one);
    if (type === 'record' && !partMaps.get(one) && !plainRecords.get(one)) forgotten.push(path);
    for (const inner of [innerType, getter?.(), valueType, element, out, ...(options ?? [])]) {
      if (inner) visit(inner, path);
    }
    for (const [name, member] of Object.entries(shape ?? {})) visit(member, `${path}.${name}`);
  };
  visit(schema, '');
  return forgotten;
}

describe('a map of parts that forgets its facts', () => {
  const rule = { anyRole: ['portal_support'] };
  const entry = z.strictObject({ access: accessRuleSchema.optional(), label: z.string() });
  const kindWith = (cards: z.ZodType) =>
    z.strictObject({
      type: z.literal('deck'),
      title: z.string(),
      // Deep within, where no list of members would look.
      layout: z.strictObject({ wide: z.boolean(), cards }).optional(),
    });
  const forgetful = kindWith(z.record(z.string(), entry));
  const right = kindWith(partsOf(entry, { noun: 'card', whenEmpty: 'drop' }));
  const deck = {
    type: 'deck',
    title: 'x:y',
    layout: {
      wide: true,
      cards: { open: { label: 'x:open' }, shut: { label: 'x:shut', access: rule } },
    },
  };
  const visitor = { signedIn: true, country: 'PL', roles: [], features: [] } as const;
  const allowance = { subject: visitor, refuseCall: () => undefined, canEnter: () => true };
  const sent = (schema: z.ZodType) =>
    keptValue(prune(readParts(schema, deck, { id: 'deck', noun: 'node' }), allowance));

  test('is found by looking at the schemas', () => {
    expect(listForgotten(forgetful)).toEqual(['.layout.cards']);
    expect(listForgotten(right)).toEqual([]);
  });

  test('sends nothing of it: closed by default', () => {
    expect(sent(forgetful)).toEqual({ type: 'deck', title: 'x:y', layout: { wide: true } });
  });

  test('with its facts, what is open is sent, without rules', () => {
    expect(sent(right)).toEqual({
      ...deck,
      layout: { wide: true, cards: { open: { label: 'x:open' } } },
    });
  });

  test('is in none of the files', () => {
    const files = { marketFileSchema, moduleFileSchema, screenFileSchema, formFileSchema };
    for (const [name, schema] of Object.entries(files)) {
      expect([name, listForgotten(schema)]).toEqual([name, []]);
    }
  });
});

describe('what pruning says and what is sent', () => {
  let set: ManifestSet;
  beforeAll(async () => {
    const read = await readManifests(realDirectories);
    if (!read.set) throw new Error(read.faults.join('\n'));
    set = read.set;
  });

  const ruleArbitrary: fc.Arbitrary<AccessRule> = fc.record(
    {
      anyFeature: fc.subarray([...features], { minLength: 1 }),
      anyRole: fc.subarray([...roles], { minLength: 1 }),
      notRole: fc.subarray([...roles]),
      countries: fc.subarray([...countries], { minLength: 1 }),
    },
    { requiredKeys: [] },
  );
  const subjectArbitrary = fc.record({
    signedIn: fc.boolean(),
    country: fc.constantFrom(...countries),
    roles: fc.subarray([...roles]),
    features: fc.oneof(fc.constant([...features]), fc.subarray([...features])),
  });

  test('are the same, part by part, whatever the rules and whoever asks', () => {
    fc.assert(
      fc.property(
        subjectArbitrary,
        fc.nat(),
        fc.array(fc.tuple(fc.nat(), ruleArbitrary), { maxLength: 5 }),
        (subject, pick, rules) => {
          const manifests = set.markets[subject.country];
          const ids = [...manifests.screens.keys()];
          const id = ids[pick % ids.length] ?? '';
          const found = manifests.screens.get(id);
          if (!found) throw new Error(`expected the screen ${id}`);
          const screen = withRules(found, rules);
          const changed: MarketManifests = {
            ...manifests,
            screens: new Map(manifests.screens).set(id, screen),
          };
          const compiled = compileScreen(changed, id, subject);
          expect(JSON.stringify(compiled ?? {})).not.toContain('"access":');
          const pruned = prune(screen.page, readAllowance(changed, subject));
          const isPlaceholder =
            JSON.stringify(compiled?.root ?? {}).includes('"id":"not-included"') || !compiled;
          if (!isPlaceholder) compareParts(pruned, compiled.root);
          else if (isOpen(pruned) && compiled) {
            // Open in itself, and of a module that isn't licensed.
            expect(manifests.modules.get(found.module)?.licence).toBeDefined();
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

function listParts(part: Part): Part[] {
  return [part, ...part.maps.flatMap(({ parts }) => parts.flatMap(listParts))];
}

/** The screen with rules at some of its parts, counted from its page. */
function withRules(
  { module, screen, page }: MarketScreen,
  rules: readonly (readonly [number, AccessRule])[],
): MarketScreen {
  const changed = structuredClone(screen);
  const parts = listParts(page);
  for (const [at, access] of rules) {
    let target: object = changed;
    for (const key of parts[at % parts.length]?.path ?? []) target = Reflect.get(target, key);
    Object.assign(target, { access });
  }
  return readScreen(module, changed);
}

/** Each map of the compiled node has exactly the parts that are said to be open, in their order. */
function compareParts(pruned: PrunedPart, compiled: unknown): void {
  for (const { map, parts } of mayBeEmpty(pruned.maps)) {
    let list: unknown = compiled;
    for (const key of map.path) list = (list as Record<PropertyKey, unknown> | undefined)?.[key];
    const sent = (list ?? []) as { id: string }[];
    expect(sent.map(({ id }) => id)).toEqual(parts.filter(isOpen).map(({ part }) => part.id));
    for (const inner of mayBeEmpty(parts.filter(isOpen))) {
      compareParts(
        inner,
        sent.find(({ id }) => id === inner.part.id),
      );
    }
  }
}
