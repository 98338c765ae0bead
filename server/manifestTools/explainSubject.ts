import type { AccessSubject } from '../../schemas/accessRule.ts';
import type { ThingKind } from '../../schemas/entities/explanation.ts';
import type { MarketManifests } from '../manifests/session/manifestSet.ts';
import { listVerdicts, switchedOff } from './explain.ts';
import type { InventoryItem } from './inventory.ts';
import type { Verdict } from './judge.ts';
import { type ToldReason, toReasons } from './reasons.ts';

export interface SubjectThing {
  readonly kind: ThingKind;
  readonly thing: string;
  /** Of an entry, the menu in which it stands: a module has several. */
  readonly menu: string | undefined;
  readonly module: string;
  readonly path: string | null;
  readonly state: Verdict['state'];
  /** Looked up for what is shown of a list. */
  reasons(): readonly ToldReason[];
}

/** Everything of a market as a subject has it, modules that are off first. */
export function explainSubject(manifests: MarketManifests, subject: AccessSubject): SubjectThing[] {
  const off = Object.entries(manifests.market.modules).filter(([, isOn]) => !isOn);
  return [
    ...off.map(([module]) => offModule(manifests, module)),
    ...listVerdicts(manifests, subject).map(({ thing, verdict: { state, grounds } }) => ({
      kind: kindOf(thing),
      thing: thing.address,
      module: thing.module,
      state,
      menu: thing.of === 'entry' ? thing.noun : undefined,
      path: thing.of === 'route' ? thing.path : null,
      reasons: () => toReasons(grounds),
    })),
  ];
}

function offModule(manifests: MarketManifests, module: string): SubjectThing {
  return {
    kind: 'MODULE',
    thing: module,
    menu: undefined,
    module,
    path: null,
    state: 'hidden',
    reasons: () => [switchedOff(manifests, module)],
  };
}

function kindOf(thing: InventoryItem): ThingKind {
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
