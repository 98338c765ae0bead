import type { AccessRefusal, AccessSubject } from '../../../schemas/accessRule.ts';
import type { ThingKind } from '../../../schemas/entities/explanation.ts';
import { findLocated } from '../located.ts';
import type { MarketManifests } from '../manifestSet.ts';
import { listVerdicts } from './explain.ts';
import type { Ground, Verdict } from './judge.ts';
import { placeOf, placeOfSwitch } from './provenance.ts';
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
  /** `file:line:column (layer)`, or the page of a module that support has switched off. */
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

/** Everything of a market as a subject has it, modules that are off first. */
export function explainSubject(manifests: MarketManifests, subject: AccessSubject): SubjectThing[] {
  const off = Object.entries(manifests.market.modules).filter(([, isOn]) => !isOn);
  return [
    ...off.map(([module]) => switchedOff(manifests, module)),
    ...listVerdicts(manifests, subject).map(({ thing, verdict: { state, grounds } }) => ({
      ...{ kind: kindOf(thing), thing: addressOf(thing), module: thing.module, state },
      path: thing.of === 'route' ? thing.path : null,
      reasons: () => grounds.map(toReason),
    })),
  ];
}

function switchedOff({ market, marketFile }: MarketManifests, module: string): SubjectThing {
  const { scalar: isOnInFile } = findLocated(marketFile, ['modules', module]);
  const place = isOnInFile
    ? `/user-management/modules/${module}`
    : (placeOfSwitch(marketFile, module) ?? '');
  const reasons = [{ kind: 'off', owner: '', values: [market.country], place }] as const;
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
