import type { Fault } from '../ground/faults.ts';
import { isSameNames, type Names } from '../ground/names.ts';
import { layerMarket, type MarketLayers } from '../layer/layerMarket.ts';
import type { LoadedFiles } from '../read/load.ts';
import { expandMarket, type MarketFiles } from './expandMarket.ts';
import { listNames } from './listNames.ts';

/** What the files come to in one market: first with its layers, then with all that comes along. */
export interface MarketReading {
  /** By which what the files came to is found again. */
  readonly market: string;
  readonly layers: MarketLayers;
  readonly layerFaults: readonly Fault[];
  readonly names: Names;
  readonly files: MarketFiles;
  readonly fileFaults: readonly Fault[];
}

const known = new WeakMap<LoadedFiles, Map<string, MarketReading>>();
const plainMarket = '';
const lastNames = new Map<string, Names>();

/** Kept as long as the files are: the compiler and its advice look at the same. */
export function readMarketFiles(
  loaded: LoadedFiles,
  market: string,
  texts: ReadonlyMap<string, string>,
): MarketReading {
  const readings = known.get(loaded) ?? new Map<string, MarketReading>();
  known.set(loaded, readings);
  const key = isPlainMarket(loaded, market) ? plainMarket : market;
  const reading = readings.get(key) ?? read(loaded, key, texts);
  readings.set(key, reading);
  return reading;
}

/** Markets that override nothing, and offer all there is, have all files in common. */
function isPlainMarket({ markets, overrides }: LoadedFiles, market: string): boolean {
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
  const names = settleNames(market, listNames(layers, texts, loaded.unreadable));
  const fileFaults: Fault[] = [];
  const files = expandMarket(layers, { names, faults: fileFaults }, market);
  return { market, layers, layerFaults, names, files, fileFaults };
}

/** The very names of the last reading, by which what was made with them is found, when they are the same. */
function settleNames(market: string, names: Names): Names {
  const last = lastNames.get(market);
  if (last && isSameNames(last, names)) return last;
  lastNames.set(market, names);
  return names;
}
