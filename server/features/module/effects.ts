import { type OperationId, operations } from '../../../schemas/api/operations.ts';
import type { Locale } from '../../../schemas/entities/languages.ts';
import type { ModuleEffect } from '../../../schemas/entities/moduleSwitch.ts';
import type { CountedRights } from '../../identity/accountRights.repository.ts';
import { refuseOperation } from '../../manifests/session/access.ts';
import type { MarketManifests } from '../../manifests/session/manifestSet.ts';
import { type InventoryItem, listInventory } from '../../manifestTools/inventory.ts';
import { createJudge } from '../../manifestTools/judge.ts';

type Kind = ModuleEffect['kind'];
type Effect = Omit<ModuleEffect, 'name'> & { readonly label: string };

const kinds = {
  navigation: 'NAVIGATION',
  tile: 'TILE',
  topBar: 'TOP_BAR',
  userMenu: 'USER_MENU',
} as const satisfies Record<string, Kind>;

/** What is there in one state of a market and not in the other, and how many accounts it touches. */
export function listEffects(
  before: MarketManifests,
  after: MarketManifests,
  everybody: readonly CountedRights[],
  locale: Locale,
): { readonly effects: readonly Effect[]; readonly accounts: number } {
  const listOf = (manifests: MarketManifests) => listParts(manifests, locale);
  const [was, is] = [before, after].map(listOf) as [Parts, Parts];
  const changed = [...new Set([...was.keys(), ...is.keys()])].filter(
    (id) => was.has(id) !== is.has(id),
  );
  const touched = new Map(changed.map((id) => [id, 0]));
  let accounts = 0;
  for (const { subject, accounts: many } of everybody) {
    const [judgeBefore, judgeAfter] = [createAsk(before, subject), createAsk(after, subject)];
    const own = changed.filter((id) => {
      const [one, other] = [was.get(id), is.get(id)];
      return (one && judgeBefore(one)) || (other && judgeAfter(other));
    });
    for (const id of own) touched.set(id, (touched.get(id) ?? 0) + many);
    if (own.length > 0) accounts += many;
  }
  const effects = changed.flatMap((id) => {
    const part = is.get(id) ?? was.get(id);
    if (!part) return [];
    const effect = is.has(id) ? ('ON' as const) : ('OFF' as const);
    const { kind, label, address } = part;
    return [{ id, kind, label, address, effect, accounts: touched.get(id) ?? 0 }];
  });
  return { effects, accounts };
}

interface Part {
  readonly kind: Kind;
  readonly label: string;
  readonly address: string;
  readonly what: { readonly thing: InventoryItem } | { readonly operation: OperationId };
}
type Parts = ReadonlyMap<string, Part>;

function listParts(manifests: MarketManifests, locale: Locale): Parts {
  const parts = new Map<string, Part>();
  for (const thing of listInventory(manifests)) {
    const part = readPart(manifests, thing);
    if (part) parts.set(`${part.kind} ${part.address}`, part);
  }
  for (const [id, { module, method, path, summary }] of Object.entries(operations)) {
    if (module !== 'core' && !manifests.modules.has(module)) continue;
    const address = `${method} ${path}`;
    const operation = id as OperationId;
    parts.set(`OPERATION ${id}`, {
      kind: 'OPERATION',
      // What an operation does is described in English alone; its id is the same everywhere.
      label: locale === 'en' ? summary : id,
      address,
      what: { operation },
    });
  }
  return parts;
}

function readPart({ modules, routes }: MarketManifests, thing: InventoryItem): Part | undefined {
  const what = { thing };
  if (thing.of === 'route') {
    const { title } = routes.get(thing.name)?.route ?? {};
    return { kind: 'ROUTE', label: title ?? thing.name, address: thing.path, what };
  }
  if (thing.of !== 'entry') return undefined;
  const entry = modules.get(thing.module)?.[thing.kind];
  const address = routes.get(thing.route)?.route.path ?? thing.route;
  return { kind: kinds[thing.kind], label: entry?.label ?? thing.module, address, what };
}

/** Whether a subject gets a part, be it locked. */
function createAsk(manifests: MarketManifests, subject: CountedRights['subject']) {
  const judge = createJudge(manifests, subject);
  return ({ what }: Part): boolean =>
    'operation' in what
      ? refuseOperation(manifests, what.operation, subject) === undefined
      : judge(what.thing).state !== 'hidden';
}
