import { type Country, countries } from '../../schemas/entities/market.ts';
import { checkFiles } from './check/checkFiles.ts';
import { checkImportSources } from './check/checkImportSources.ts';
import { checkMarket } from './check/checkMarket.ts';
import { checkMarkets } from './check/checkMarkets.ts';
import { checkNames } from './check/checkNames.ts';
import { checkShapes } from './check/checkShapes.ts';
import { lacksModule, listUnread } from './check/unread.ts';
import { type MarketReading, readMarketFiles } from './expand/marketFiles.ts';
import { dropConsequences, dropHidden, type Fault } from './ground/faults.ts';
import { readLicences } from './read/licences.ts';
import type { LoadedFiles } from './read/load.ts';
import { listTexts, readTexts } from './read/texts.ts';
import {
  type ManifestSet,
  type MarketManifests,
  type ParsedMarket,
  readMarket,
} from './session/manifestSet.ts';
import { parseMarket } from './session/parseMarket.ts';

export interface BuildResult {
  /** Undefined as soon as a manifest has a fault; a missing text only looks bad. */
  readonly set: ManifestSet | undefined;
  readonly faults: readonly Fault[];
}

/** From files as they were read to what sessions start from: the whole way. */
export function buildManifests(loaded: LoadedFiles, manifestsName: string): BuildResult {
  const faults = [...loaded.faults];
  const textFaults = [...loaded.textFaults];
  const texts = readTexts(loaded, textFaults);
  checkFiles(loaded, faults);
  const importSources = checkImportSources(loaded, faults);
  const marketFiles = checkMarkets(loaded, manifestsName, faults);
  const parse = parseOnce(loaded, faults);

  const markets = new Map<Country, MarketManifests>();
  for (const country of countries) {
    const name = country.toLowerCase();
    const reading = readMarketFiles(loaded, name, texts);
    const parsed = parse(reading);
    const located = loaded.markets.get(name);
    if (!parsed || !located) continue;
    const market = marketFiles.get(name);
    checkMarket(located, market, { names: reading.names, modules: parsed.modules }, faults);
    if (!market) continue;
    markets.set(country, readMarket(market, { parsed, files: reading.files, marketFile: located }));
  }

  const isSound = faults.length === 0 && countries.every((country) => markets.has(country));
  const judged = dropHidden([...textFaults, ...faults], listUnread(loaded));
  return {
    set: isSound ? { ...collect(markets, loaded), importSources } : undefined,
    faults: dropConsequences(judged),
  };
}

/** Markets that have their files in common get them checked and parsed once. */
function parseOnce(
  loaded: LoadedFiles,
  faults: Fault[],
): (reading: MarketReading) => ParsedMarket | undefined {
  const known = new Map<MarketReading, ParsedMarket | undefined>();
  return (reading) => {
    if (!known.has(reading)) known.set(reading, checkAndParse(reading, loaded, faults));
    return known.get(reading);
  };
}

function checkAndParse(
  reading: MarketReading,
  loaded: LoadedFiles,
  faults: Fault[],
): ParsedMarket | undefined {
  faults.push(...reading.layerFaults);
  const hasShape = checkShapes(reading.layers, faults);
  if (lacksModule(loaded)) return undefined;
  faults.push(...reading.fileFaults);
  checkNames(reading, faults);
  return parseMarket(reading.files, hasShape, faults);
}

function collect(
  markets: Map<Country, MarketManifests>,
  loaded: LoadedFiles,
): Omit<ManifestSet, 'importSources'> {
  return {
    markets: Object.fromEntries(markets) as Record<Country, MarketManifests>,
    licences: readLicences(loaded),
    texts: listTexts(loaded),
  };
}
