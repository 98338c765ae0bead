import {
  type AccessRefusal,
  type AccessRule,
  type AccessSubject,
  listRefusals,
} from '../../../schemas/accessRule.ts';
import type { OperationId } from '../../../schemas/api/operations.ts';
import { omitPaths, type Part, type PartMap, type PlainObject, withPath } from './partTree.ts';

/** What a session may see, as far as parts can ask. */
export interface Allowance {
  readonly subject: AccessSubject;
  /** Why an operation may not be called; undefined when it may. */
  readonly refuseCall: (operation: OperationId) => AccessRefusal | 'module' | undefined;
  readonly canEnter: (route: string) => boolean;
}

/** Why a part, or a member of it, isn't there; `path` leads to what says so. */
export type Reason =
  | {
      readonly kind: 'rule';
      readonly clause: AccessRefusal;
      readonly rule: AccessRule;
      readonly path: readonly PropertyKey[];
    }
  | {
      readonly kind: 'call';
      readonly operation: OperationId;
      readonly refusal: AccessRefusal | 'module';
      readonly path: readonly PropertyKey[];
    }
  | { readonly kind: 'link'; readonly route: string; readonly path: readonly PropertyKey[] }
  | { readonly kind: 'empty'; readonly noun: string; readonly path: readonly PropertyKey[] }
  /** Nobody has written it. */
  | { readonly kind: 'absent'; readonly path: readonly PropertyKey[] };

export interface PrunedPart {
  readonly part: Part;
  /** Each of them takes the part away; none: it is shown where what it stands in is. */
  readonly reasons: readonly Reason[];
  /** Members that go alone, such as the link of a row whose route is closed, or a form’s sample. */
  readonly dropped: readonly { readonly member: readonly PropertyKey[]; readonly reason: Reason }[];
  readonly maps: readonly { readonly map: PartMap; readonly parts: readonly PrunedPart[] }[];
}

/** Judges a part and all within it. Without a rule of its own a part is as open as what it stands in. */
export function prune(part: Part, allowance: Allowance): PrunedPart {
  const reasons: Reason[] = [];
  const rule = part.access ?? {};
  const refusals = part.access ? listRefusals(rule, allowance.subject) : [];
  for (const clause of refusals) {
    reasons.push({ kind: 'rule', clause, rule, path: [...part.path, 'access'] });
  }
  const dropped: { member: readonly PropertyKey[]; reason: Reason }[] = [];
  for (const { operation, path, within } of part.calls) {
    const refusal = allowance.refuseCall(operation);
    if (!refusal) continue;
    const reason: Reason = { kind: 'call', operation, refusal, path };
    if (within) dropped.push({ member: within, reason });
    else reasons.push(reason);
  }
  for (const { route, path, within } of part.links) {
    if (allowance.canEnter(route)) continue;
    const reason: Reason = { kind: 'link', route, path };
    if (within) dropped.push({ member: within, reason });
    else reasons.push(reason);
  }
  const maps = part.maps.map((map) => ({
    map,
    parts: map.parts.map((inner) => prune(inner, allowance)),
  }));
  for (const { map, parts } of maps) {
    if (map.facts.whenEmpty === 'drop' || parts.some(isOpen)) continue;
    const path = [...part.path, ...map.path];
    reasons.push({ kind: 'empty', noun: map.facts.noun, path });
  }
  return { part, reasons, dropped, maps };
}

export function isOpen({ reasons }: PrunedPart): boolean {
  return reasons.length === 0;
}

/** What is left of a part, its maps of parts still maps. */
export function keptValue(pruned: PrunedPart): PlainObject {
  return rebuild(pruned, (parts) =>
    Object.fromEntries(parts.map((inner) => [inner.part.id, keptValue(inner)])),
  );
}

/** A part's content with what is left of its maps, each made of its open parts. */
export function rebuild(
  { part, dropped, maps }: PrunedPart,
  make: (parts: readonly PrunedPart[], map: PartMap) => unknown,
): PlainObject {
  let content = part.content;
  if (dropped.length > 0) {
    content = omitPaths(
      content,
      dropped.map(({ member }) => member),
    );
  }
  for (const { map, parts } of maps) {
    const open = parts.filter(isOpen);
    if (open.length > 0) content = withPath(content, map.path, make(open, map));
  }
  return content;
}
