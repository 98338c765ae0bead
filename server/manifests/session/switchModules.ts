import { type Country, countries } from '../../../schemas/entities/market.ts';
import { listMissing, type Missing } from '../check/missingModules.ts';
import { type ManifestSet, type MarketManifests, readMarket } from './manifestSet.ts';

/** What support has switched in a market, on or off. Modules that it leaves out are as the file says. */
export type MarketSwitches = ReadonlyMap<string, boolean>;

export interface Switches {
  /** Grows with each change: what was read earlier never replaces what was read later. */
  readonly version: number;
  readonly markets: ReadonlyMap<Country, MarketSwitches>;
}

export const noSwitches: Switches = { version: 0, markets: new Map() };

export interface SwitchedMarket {
  readonly manifests: MarketManifests;
  /** Empty, or the manifests must not serve. */
  readonly missing: readonly Missing[];
}

/** A market of the files with modules switched: as if its file said so. */
export function switchModules(base: MarketManifests, switches: MarketSwitches): SwitchedMarket {
  const { parsed } = base;
  const known = [...switches].filter(([module]) => parsed.modules.has(module));
  const modules = { ...base.market.modules, ...Object.fromEntries(known) };
  const market = { ...base.market, modules };
  return {
    manifests: readMarket(market, base),
    missing: listMissing(market, parsed.modules),
  };
}

/** The files with all switches that hold. One that doesn't, since files have changed, is told of. */
export function layerSwitches(
  base: ManifestSet,
  { markets: switched }: Switches,
): { readonly set: ManifestSet; readonly faults: readonly string[] } {
  const faults: string[] = [];
  const markets = countries.map((country) => {
    const kept = new Map(switched.get(country));
    const manifests = base.markets[country];
    return [country, kept.size === 0 ? manifests : keepSound(manifests, kept, faults)] as const;
  });
  return {
    set: { ...base, markets: Object.fromEntries(markets) as ManifestSet['markets'] },
    faults,
  };
}

function keepSound(
  base: MarketManifests,
  kept: Map<string, boolean>,
  faults: string[],
): MarketManifests {
  for (;;) {
    const { manifests, missing } = switchModules(base, kept);
    const broken = missing.filter(({ module, required }) => kept.has(module) || kept.has(required));
    if (broken.length === 0) return manifests;
    for (const { module, required } of broken) {
      const { country } = base.market;
      faults.push(
        `${country}: modules switched by support don't hold, because "${module}" requires "${required}", which is off; the market's file counts for them`,
      );
      kept.delete(module);
      kept.delete(required);
    }
  }
}
