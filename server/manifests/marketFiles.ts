import { expandMarket, type MarketFiles } from './expandMarket.ts';
import type { Fault } from './faults.ts';
import { layerMarket, type MarketLayers } from './layerMarket.ts';
import { listNames } from './listNames.ts';
import type { LoadedFiles } from './load.ts';
import type { Names } from './names.ts';

/** What the files come to in one market: first with its layers, then with all that comes along. */
interface MarketReading {
  readonly layers: MarketLayers;
  readonly layerFaults: readonly Fault[];
  readonly names: Names;
  readonly files: MarketFiles;
  readonly fileFaults: readonly Fault[];
}

const known = new WeakMap<LoadedFiles, Map<string, MarketReading>>();
const plainMarket = '';

/** Kept as long as the files are: the compiler and its advice look at the same. */
export function readMarketFiles(
  loaded: LoadedFiles,
  market: string,
  texts: ReadonlyMap<string, string>,
): MarketReading {
  const readings = known.get(loaded) ?? new Map<string, MarketReading>();
  known.set(loaded, readings);
  const key = isPlainMarket(loaded, market) ? plainMarket : market;
  const reading = readings.get(key) ?? read(loaded, market, texts);
  readings.set(key, reading);
  return reading;
}

/** Markets that override nothing, and offer all there is, have all files in common. */
export function isPlainMarket({ markets, overrides }: LoadedFiles, market: string): boolean {
  const values = markets.get(market)?.entries?.get('values');
  return values === undefined && !overrides.get(market)?.size;
}

function read(
  loaded: LoadedFiles,
  market: string,
  texts: ReadonlyMap<string, string>,
): MarketReading {
  const layerFaults: Fault[] = [];
  const layers = layerMarket(loaded, market, layerFaults);
  const names = listNames(layers, texts, loaded.unreadable);
  const fileFaults: Fault[] = [];
  const files = expandMarket(layers, { names, faults: fileFaults });
  return { layers, layerFaults, names, files, fileFaults };
}
