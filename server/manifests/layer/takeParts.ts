import type { z } from 'zod';
import { plainRecords } from '../../../schemas/manifest/language.ts';
import { fillBlanks, listBlanks, readGiven } from '../ground/blanks.ts';
import { factOf } from '../ground/facts.ts';
import { type Fault, joinPath, suggest } from '../ground/faults.ts';
import type { Located, LocatedEntry } from '../ground/located.ts';
import { toValue, withEntries, withItems } from '../ground/located.ts';
import { definitionOf } from '../ground/schemaWalk.ts';
import { memberOf } from '../ground/walk.ts';
import { layer, optionOf } from './layer.ts';

/** A part, with what a market lays over it: by which schema is known only where it is used. */
export interface KnownPart {
  readonly base: Located;
  readonly override: Located | undefined;
}

/** The parts that files can take: by <module>.<name>, those for all modules as parts.<name>. */
export type KnownParts = Pick<ReadonlyMap<string, KnownPart>, 'get' | 'keys'>;

interface Surroundings {
  readonly parts: KnownParts;
  /** Whether a part may be taken here: of this module, one that it requires, or for all. */
  readonly isReachable: (owner: string) => boolean;
  readonly faults: Fault[];
  /** Told of each part that is taken. */
  readonly onUse: (id: string) => void;
}

/** What a fault of a part that isn't there is about. */
export function aboutPart(id: string): string {
  return `part ${id}`;
}

const envelope = new Set(['$schema', 'manifestVersion']);
const maxDepth = 20;

/** Puts parts where files `use` them, with what follows laid over them. */
export function takeParts(
  located: Located,
  schema: z.ZodType | undefined,
  surroundings: Surroundings,
  path: readonly string[] = [],
  within: readonly string[] = [],
): Located {
  if (located.items) {
    const element = schema && definitionOf(optionOf(schema, toValue(located)) ?? schema).element;
    const items = located.items.map((item, at) =>
      takeParts(item, element, surroundings, [...path, String(at)], within),
    );
    return withItems(located, items);
  }
  if (!located.entries) return located;
  const taken = takePart(located, schema, surroundings, path, within);
  const { value } = taken;
  const option = optionOf(schema, toValue(value));
  const entries = [...(value.entries ?? [])].map(([key, entry]): [string, LocatedEntry] => {
    const member = option && memberOf(definitionOf(option), key);
    const inner = takeParts(entry.value, member, surroundings, [...path, key], taken.within);
    return [key, { ...entry, value: inner }];
  });
  return withEntries(value, new Map(entries));
}

function takePart(
  located: Located,
  schema: z.ZodType | undefined,
  surroundings: Surroundings,
  path: readonly string[],
  within: readonly string[],
): { value: Located; within: readonly string[] } {
  const use = located.entries?.get('use');
  const id = use?.value.scalar;
  const isPlain = schema && factOf(plainRecords, optionOf(schema, toValue(located)) ?? schema);
  if (!use || typeof id !== 'string' || isPlain) return { value: located, within };
  const { parts, isReachable, faults, onUse } = surroundings;
  const given = located.entries?.get('with');
  const rest = new Map(located.entries);
  rest.delete('use');
  rest.delete('with');
  const overlay = { ...located, entries: rest };
  const report = (message: string, about: readonly string[] = []) => {
    const { file, offset } = use.value;
    faults.push({ file, offset, path: joinPath([...path, 'use']), message, about });
    return { value: { ...overlay, isFaulty: true as const }, within };
  };
  const part = parts.get(id);
  const [owner = ''] = id.split('.');
  if (!part) {
    return report(`expected a part, found "${id}"${suggest(id, parts.keys())}`, [aboutPart(id)]);
  }
  if (!isReachable(owner)) {
    return report(
      `expected a part of this module, found "${id}" of "${owner}": add "${owner}" to "requires"`,
    );
  }
  if (within.includes(id) || within.length > maxDepth) {
    return report(`the parts use each other in a circle: ${[...within, id].join(' → ')}`);
  }
  onUse(id);
  const content = withoutEnvelope(part.base);
  const own = part.override
    ? layer(content, withoutEnvelope(part.override), schema, faults, path)
    : content;
  const values = readGiven(id, given, listBlanks(own), { use, faults, path });
  const laid = layer(fillBlanks(own, values), overlay, schema, faults, path);
  // A part that is itself made of one.
  return takePart(laid, schema, surroundings, path, [...within, id]);
}

function withoutEnvelope(file: Located): Located {
  const entries = [...(file.entries ?? [])].filter(([key]) => !envelope.has(key));
  return { ...file, entries: new Map(entries) };
}
