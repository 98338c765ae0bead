import type { AccessRefusal } from '../../schemas/accessRule.ts';
import { findLocated } from '../manifests/ground/located.ts';
import type { Ground, Owner } from './judge.ts';
import { placeOf } from './provenance.ts';

/** Why something isn't there or is locked, or what else is to be known of it, without words of any language. */
export interface ToldReason {
  readonly kind:
    | 'off'
    | 'on'
    | 'empty'
    | 'absent'
    | 'link'
    | 'lacks'
    | `rule.${AccessRefusal}`
    | `call.${AccessRefusal | 'module'}`
    | `override.${'says' | 'removes' | 'removed' | 'differs'}`;
  /** Whose rule it is when that isn't the thing itself. */
  readonly owner?: Owner | undefined;
  /** Roles, features, countries, an operation, a route, or a member. */
  readonly values: readonly string[];
  /** `file:line:column (layer)`, or the page of a module that support has switched off. */
  readonly place: string | undefined;
  /** Why it lacks that. */
  readonly because?: ToldReason;
}

/** Reasons, each once. */
export function toReasons(grounds: readonly Ground[]): ToldReason[] {
  const reasons = grounds.map(toReason);
  return [...new Map(reasons.map((reason) => [JSON.stringify(reason), reason])).values()];
}

export function toReason({ owner, reason, file }: Ground): ToldReason {
  const place = file && placeOf(findLocated(file, reason.path));
  switch (reason.kind) {
    case 'rule': {
      const values = reason.clause === 'signIn' ? [] : (reason.rule[reason.clause] ?? []);
      return { kind: `rule.${reason.clause}`, owner, values, place };
    }
    case 'call':
      return { kind: `call.${reason.refusal}`, owner, values: [reason.operation], place };
    case 'link':
      return { kind: 'link', owner, values: [reason.route], place };
    case 'empty':
      return { kind: 'empty', owner, values: [reason.noun], place };
    default:
      return { kind: 'absent', owner, values: [], place };
  }
}
