import type { z } from 'zod';
import {
  type Located,
  type LocatedEntry,
  toValue,
  withEntries,
  withItems,
} from '../ground/located.ts';
import { definitionOf, findOption, unwrap } from '../ground/schemaWalk.ts';
import { type Scope, scopeOf } from '../ground/scope.ts';
import { memberOf, metaOf, type Visit } from '../ground/walk.ts';
import { unfold } from '../layer/layer.ts';
import { bindText } from './bindNames.ts';
import { fills, type Knowledge } from './fill.ts';

/**
 * A file with everything that needn't be said: short forms written out, what the schemas know,
 * parameters and placeholders bound by their names. What comes along stands where it belongs to and
 * says where it is from. What doesn't fit the schema stays as it is, for the shape check to report.
 */
export function expand(
  schema: z.ZodType,
  located: Located,
  scope: Scope,
  knowledge: Knowledge,
  path: readonly PropertyKey[] = [],
): Located {
  const bare = unwrap(schema);
  const whole = unfold(located, bare);
  const meta = metaOf(bare);
  if (meta?.reference === 'text') return expandText(bare, whole, scope, knowledge, path);
  const { type, element } = definitionOf(bare);
  if (type === 'union') {
    const option = findOption(bare, toValue(whole));
    return option ? expand(option, whole, scope, knowledge, path) : whole;
  }
  if (whole.items) {
    if (!element) return whole;
    const items = whole.items.map((item, at) =>
      expand(element, item, scope, knowledge, [...path, at]),
    );
    return withItems(whole, items);
  }
  return whole.entries ? expandObject(bare, whole, scope, knowledge, path) : whole;
}

function expandText(
  schema: z.ZodType,
  located: Located,
  scope: Scope,
  knowledge: Knowledge,
  path: readonly PropertyKey[],
): Located {
  const bound = bindText(located, scope, knowledge.names);
  const option = findOption(schema, toValue(bound));
  return option && bound.entries ? expandObject(option, bound, scope, knowledge, path) : bound;
}

function expandObject(
  schema: z.ZodType,
  located: Located,
  scope: Scope,
  knowledge: Knowledge,
  path: readonly PropertyKey[],
): Located {
  const definition = definitionOf(schema);
  const meta = metaOf(schema);
  const unfolded = new Map<string, LocatedEntry>();
  for (const [key, entry] of located.entries ?? []) {
    const member = memberOf(definition, key);
    unfolded.set(key, member ? { ...entry, value: unfold(entry.value, member) } : entry);
  }
  const whole = withEntries(located, unfolded);
  const visit = (one: Located): Visit<Scope> => ({
    schema,
    meta,
    value: toValue(one),
    path,
    scope,
  });
  const entries = new Map(whole.entries);
  const fill = meta?.reference && fills[meta.reference];
  fill?.(whole, entries, visit(whole), knowledge);

  const filled = withEntries(whole, entries);
  const visited = visit(filled);
  const expanded = new Map(entries);
  for (const [key, entry] of entries) {
    const member = memberOf(definition, key);
    if (!member) continue;
    const inner = scopeOf(visited, key, knowledge.names);
    const value = expand(member, entry.value, inner, knowledge, [...path, key]);
    expanded.set(key, { ...entry, value });
  }
  return withEntries(filled, expanded);
}
