import type { z } from 'zod';
import type { AccessRule } from '../../../schemas/accessRule.ts';
import { isOperationId, type OperationId } from '../../../schemas/api/operations.ts';
import { isObject } from '../../../schemas/isObject.ts';
import {
  droppableMembers,
  type MapFacts,
  partMaps,
  plainRecords,
} from '../../../schemas/manifest/language.ts';
import { factOf } from '../ground/facts.ts';
import { definitionOf } from '../ground/schemaWalk.ts';
import { type Visit, walk } from '../ground/walk.ts';

/**
 * A file as the tree of its parts: what overrides address, access rules take away and tools name.
 * Pruning, compiling, explaining and listing look at this and at no schema.
 */
export interface Part {
  readonly id: string;
  /** What it is called in words. */
  readonly noun: string;
  /** Where it stands in its file. */
  readonly path: readonly PropertyKey[];
  /** As it is sent: without its rule, its maps of parts, and whatever the walk doesn't know. */
  readonly content: PlainObject;
  readonly access: AccessRule | undefined;
  /** The operations that it calls itself. */
  readonly calls: readonly PartCall[];
  /** The routes that it leads to itself. */
  readonly links: readonly PartLink[];
  readonly maps: readonly PartMap[];
}

export type PlainObject = Readonly<Record<string, unknown>>;

export interface PartCall {
  readonly operation: OperationId;
  readonly path: readonly PropertyKey[];
  /** The member that goes when it may not be called; undefined: the part itself does. */
  readonly within: readonly PropertyKey[] | undefined;
}

export interface PartLink {
  readonly route: string;
  readonly path: readonly PropertyKey[];
  /** The member that goes when the route is closed; undefined: the part itself does. */
  readonly within: readonly PropertyKey[] | undefined;
}

export interface PartMap {
  readonly facts: MapFacts;
  /** Where it stands within its part. */
  readonly path: readonly PropertyKey[];
  readonly parts: readonly Part[];
}

interface Growing {
  readonly id: string;
  readonly noun: string;
  readonly path: readonly PropertyKey[];
  readonly value: PlainObject;
  readonly calls: PartCall[];
  readonly links: PartLink[];
  readonly maps: { facts: MapFacts; path: readonly PropertyKey[]; parts: Growing[] }[];
  /** Within the part, what isn't sent with it. */
  readonly apart: (readonly PropertyKey[])[];
}

interface Scope {
  readonly part: Growing;
  /** The innermost member around that may be left out. */
  readonly optional: readonly PropertyKey[] | undefined;
  /** The member around that goes alone where its calls may not be made. */
  readonly droppable: readonly PropertyKey[] | undefined;
}

/** The tree of a value that fits its schema. What carries no facts is left out of it. */
export function readParts(
  schema: z.ZodType,
  value: PlainObject,
  { id, noun }: Pick<Part, 'id' | 'noun'>,
): Part {
  const root = grow(id, noun, [], value);
  walk<Scope>(schema, value, { part: root, optional: undefined, droppable: undefined }, visitPart);
  return finish(root);
}

function visitPart(visit: Visit<Scope>): (member: string) => Scope {
  const { schema, meta, value, path, scope } = visit;
  const { part } = scope;
  const droppable = factOf(droppableMembers, schema) ? path : scope.droppable;
  if (meta?.reference === 'operation' || meta?.reference === 'commandName') addCall(visit);
  if (meta?.reference === 'link') {
    const { route } = value as { route: string };
    part.links.push({ route, path, within: scope.optional && within(part, scope.optional) });
  }
  const facts = factOf(partMaps, schema);
  if (!facts) {
    if (!isKnown(schema)) part.apart.push(within(part, path));
    return (member) => ({
      part,
      optional: optionalAt(schema, member, path) ?? scope.optional,
      droppable,
    });
  }
  const map = { facts, path: within(part, path), parts: [] as Growing[] };
  part.maps.push(map);
  part.apart.push(map.path);
  return (member) => {
    const inner = (value as Record<string, PlainObject>)[member] ?? {};
    const grown = grow(member, facts.noun, [...path, member], inner);
    map.parts.push(grown);
    return { part: grown, optional: undefined, droppable: undefined };
  };
}

/** What a part calls at once; what it only names as out of date isn't called. */
function addCall({ value, path, scope }: Visit<Scope>): void {
  const isCalled = path.at(-1) === 'call';
  if (isCalled && typeof value === 'string' && isOperationId(value)) {
    const { part, droppable } = scope;
    part.calls.push({ operation: value, path, within: droppable && within(part, droppable) });
  }
}

/** Closed by default: records without facts may hold rules that nobody would look at. */
function isKnown(schema: z.ZodType): boolean {
  const { type } = definitionOf(schema);
  if (type === 'record') return factOf(plainRecords, schema) !== undefined;
  return !['any', 'unknown', 'custom', 'map'].includes(type);
}

function optionalAt(schema: z.ZodType, member: string, path: readonly PropertyKey[]) {
  const type = definitionOf(schema).shape?.[member];
  return type && definitionOf(type).type === 'optional' ? [...path, member] : undefined;
}

function grow(id: string, noun: string, path: readonly PropertyKey[], value: PlainObject): Growing {
  return { id, noun, path, value, calls: [], links: [], maps: [], apart: [['access']] };
}

function within(part: Growing, path: readonly PropertyKey[]): readonly PropertyKey[] {
  return path.slice(part.path.length);
}

function finish({ id, noun, path, value, calls, links, maps, apart }: Growing): Part {
  return {
    id,
    noun,
    path,
    content: omitPaths(value, apart),
    access: value['access'] as AccessRule | undefined,
    calls,
    links,
    maps: maps.map((map) => ({ ...map, parts: map.parts.map(finish) })),
  };
}

/** A copy without what stands at the paths. */
export function omitPaths(
  value: PlainObject,
  paths: readonly (readonly PropertyKey[])[],
): PlainObject {
  const kept = { ...value };
  for (const [key, ...rest] of paths) {
    const name = String(key);
    if (!Object.hasOwn(kept, name)) continue;
    const inner = kept[name];
    if (rest.length === 0) kept[name] = undefined;
    else if (Array.isArray(inner)) kept[name] = inner.map((item) => omitIn(item, rest.slice(1)));
    else kept[name] = omitIn(inner, rest);
  }
  return Object.fromEntries(Object.entries(kept).filter(([, one]) => one !== undefined));
}

function omitIn(value: unknown, path: readonly PropertyKey[]): unknown {
  return isObject(value) ? omitPaths(value, [path]) : value;
}

/** A copy with a value at a path, whose objects are there. */
export function withPath(
  value: PlainObject,
  [key, ...rest]: readonly PropertyKey[],
  set: unknown,
): PlainObject {
  const name = String(key);
  const inner = rest.length === 0 ? set : withPath((value[name] ?? {}) as PlainObject, rest, set);
  return { ...value, [name]: inner };
}
