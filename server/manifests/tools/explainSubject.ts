import type { AccessRefusal, AccessSubject } from '../../../schemas/accessRule.ts';
import type { ThingKind } from '../../../schemas/entities/explanation.ts';
import type { MarketFile } from '../../../schemas/manifest/files.ts';
import { findLocated } from '../located.ts';
import type { MarketManifests } from '../manifestSet.ts';
import { listVerdicts } from './explain.ts';
import type { Ground, Verdict } from './judge.ts';
import { placeOf } from './provenance.ts';
import type { Thing } from './things.ts';

/** Why something isn't there or is locked: what is asked for, without words of any language. */
export interface SubjectReason {
  readonly kind:
    | 'off'
    | 'empty'
    | 'absent'
    | 'link'
    | `rule.${AccessRefusal}`
    | `call.${AccessRefusal | 'module'}`;
  /** Whose rule it is when that isn't the thing itself, such as `module reports`. */
  readonly owner: string;
  /** Roles, features, countries, an operation or a route. */
  readonly values: readonly string[];
  /** `file:line:column (layer)`, or the page on which support has switched a module off. */
  readonly place: string;
}

export interface SubjectThing {
  readonly kind: ThingKind;
  readonly thing: string;
  readonly module: string;
  readonly path: string | null;
  readonly state: Verdict['state'];
  /** Looked up for what is shown of a list. */
  reasons(): readonly SubjectReason[];
}

/**
 * Everything of a market as a subject has it, modules that are off first. `inFile` is what the
 * market's file says of modules, over which support may have switched them.
 */
export function explainSubject(
  manifests: MarketManifests,
  subject: AccessSubject,
  inFile: MarketFile['modules'],
): SubjectThing[] {
  const off = Object.entries(manifests.market.modules).filter(([, isOn]) => !isOn);
  return [
    ...off.map(([module]) => switchedOff(module, subject, inFile[module] === true)),
    ...listVerdicts(manifests, subject).map(({ thing, verdict: { state, grounds } }) => ({
      ...{ kind: kindOf(thing), thing: addressOf(thing), module: thing.module, state },
      path: thing.of === 'route' ? thing.path : null,
      reasons: () => grounds.map(toReason),
    })),
  ];
}

function switchedOff(
  module: string,
  { country }: AccessSubject,
  isBySupport: boolean,
): SubjectThing {
  const place = isBySupport
    ? `/user-management/modules/${module}`
    : `markets/${country.toLowerCase()}.json`;
  const reasons = [{ kind: 'off', owner: '', values: [country], place }] as const;
  return {
    kind: 'MODULE',
    thing: module,
    module,
    path: null,
    state: 'hidden',
    reasons: () => reasons,
  };
}

function toReason({ what, reason, file }: Ground): SubjectReason {
  const place = file ? placeOf(findLocated(file, reason.path)) : '';
  const owner = /module /.test(what) ? what : '';
  switch (reason.kind) {
    case 'rule': {
      const values = reason.clause === 'signIn' ? [] : (reason.rule[reason.clause] ?? []);
      return { kind: `rule.${reason.clause}`, owner, values, place };
    }
    case 'call':
      return { kind: `call.${reason.refusal}`, owner, values: [reason.operation], place };
    case 'link':
      return { kind: 'link', owner, values: [reason.route], place };
    default:
      return { kind: reason.kind, owner, values: [], place };
  }
}

function kindOf(thing: Thing): ThingKind {
  switch (thing.of) {
    case 'module':
      return 'MODULE';
    case 'entry':
      return thing.kind === 'tile' ? 'TILE' : 'ENTRY';
    case 'route':
      return 'PAGE';
    case 'screen':
      return 'SCREEN';
    case 'field':
      return 'FIELD';
    case 'part':
      return thing.noun === 'column' ? 'COLUMN' : 'PART';
    default:
      return 'PANEL';
  }
}

/** Several entries of a module are told apart by the menu in which they stand. */
function addressOf(thing: Thing): string {
  return thing.of === 'entry' ? `${thing.address} (${thing.noun})` : thing.address;
}
