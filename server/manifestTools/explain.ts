import type { AccessSubject } from '../../schemas/accessRule.ts';
import { findLocated } from '../manifests/ground/located.ts';
import { buildManifests } from '../manifests/pipeline.ts';
import type { LoadedFiles } from '../manifests/read/load.ts';
import type { ManifestSet, MarketManifests } from '../manifests/session/manifestSet.ts';
import { switchModules } from '../manifests/session/switchModules.ts';
import { findItems, type InventoryItem, listInventory, suggestItems } from './inventory.ts';
import { createJudge, type Verdict } from './judge.ts';
import { findRemoval, listOverridden, locate } from './overridden.ts';
import { placeOf, placeOfSwitch } from './provenance.ts';
import { type ToldReason, toReason, toReasons } from './reasons.ts';

export interface Explanation {
  readonly thing: InventoryItem;
  readonly state: Verdict['state'];
  /** Where it is written. */
  readonly place: string | undefined;
  /** All that keep it away, or lock it. */
  readonly reasons: readonly ToldReason[];
  /** What it goes without, and what overrides changed in it. */
  readonly notes: readonly ToldReason[];
}

interface Sound {
  readonly set: ManifestSet;
  readonly loaded: LoadedFiles;
}

/** Why a subject has each thing that an address fits, or doesn't; else the nearest addresses. */
export function explain(
  { set, loaded }: Sound,
  subject: AccessSubject,
  address: string,
): { readonly found: readonly Explanation[] } | { readonly nearest: readonly string[] } {
  const manifests = set.markets[subject.country];
  const market = subject.country.toLowerCase();
  const inventory = listInventory(manifests);
  const judge = createJudge(manifests, subject);
  const here = findItems(inventory, address).map((thing) => explainThing(thing));
  if (here.length > 0) return { found: here };

  const everywhere = withAllModules(loaded, manifests);
  const off = listInventory(everywhere).filter(({ module }) => !manifests.modules.has(module));
  const judgeOff = createJudge(everywhere, subject);
  const found = findItems(off, address).map((thing): Explanation => {
    const { grounds } = judgeOff(thing);
    const reasons = [switchedOff(manifests, thing.module), ...toReasons(grounds)];
    return { thing, state: 'hidden', place: placeIn(everywhere, thing), reasons, notes: [] };
  });
  if (found.length > 0) return { found };

  const bare = withoutOverrides(loaded, market, manifests);
  const gone = bare ? findItems(listInventory(bare), address) : [];
  const removed = gone.flatMap((thing): Explanation[] => {
    const place = bare && locate(bare, thing);
    if (!place) return [];
    const reasons = [findRemoval(loaded, market, place)];
    return [{ thing, state: 'hidden', place: placeIn(bare, thing), reasons, notes: [] }];
  });
  if (removed.length > 0) return { found: removed };
  return { nearest: suggestItems([...inventory, ...off], address) };

  function explainThing(thing: InventoryItem): Explanation {
    const { state, grounds, lacks } = judge(thing);
    const place = locate(manifests, thing);
    const notes = lacks.map(({ member, ground }): ToldReason => {
      const because = toReason(ground);
      return { kind: 'lacks', values: [member], because, place: because.place };
    });
    if (thing.of === 'module') notes.push(...listSwitchedOn(manifests, thing.module));
    if (place) notes.push(...listOverridden(loaded, market, place));
    return { thing, state, place: placeIn(manifests, thing), reasons: toReasons(grounds), notes };
  }
}

/** What a session has of everything that there is, for whoever compares. */
export function listVerdicts(
  manifests: MarketManifests,
  subject: AccessSubject,
): { readonly thing: InventoryItem; readonly verdict: Verdict }[] {
  const judge = createJudge(manifests, subject);
  return listInventory(manifests).map((thing) => ({ thing, verdict: judge(thing) }));
}

function placeIn(manifests: MarketManifests, thing: InventoryItem): string | undefined {
  const place = locate(manifests, thing);
  if (!place) return undefined;
  const around = findLocated(place.file, place.path.slice(0, -1));
  const entry = around.entries?.get(String(place.path.at(-1)));
  return placeOf(entry ? { file: entry.keyFile, offset: entry.keyOffset } : place.file);
}

/** Where a module is on or off: the page on which support has switched it, else the market's file. */
export function switchedOff({ marketFile }: MarketManifests, module: string): ToldReason {
  const { scalar: isOnInFile } = findLocated(marketFile, ['modules', module]);
  const place = isOnInFile === true ? pageOfSwitch(module) : placeOfSwitch(marketFile, module);
  return { kind: 'off', values: [module], place };
}

function listSwitchedOn({ market, marketFile }: MarketManifests, module: string): ToldReason[] {
  const { scalar: isOnInFile } = findLocated(marketFile, ['modules', module]);
  const isSwitched = market.modules[module] === true && isOnInFile !== true;
  return isSwitched ? [{ kind: 'on', values: [module], place: pageOfSwitch(module) }] : [];
}

const pageOfSwitch = (module: string) => `/user-management/modules/${module}`;

/** The market as it would be with every module on. */
function withAllModules(loaded: LoadedFiles, manifests: MarketManifests): MarketManifests {
  const all = new Map([...loaded.modules.keys()].map((module) => [module, true]));
  return switchModules(manifests, all).manifests;
}

/** The market as its modules' own files make it; undefined when it has no overrides. */
function withoutOverrides(
  loaded: LoadedFiles,
  market: string,
  { market: { country } }: MarketManifests,
): MarketManifests | undefined {
  if (!loaded.overrides.has(market)) return undefined;
  const overrides = new Map([...loaded.overrides].filter(([name]) => name !== market));
  return buildManifests({ ...loaded, overrides }, 'manifests').set?.markets[country];
}
