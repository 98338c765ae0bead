import { countries } from '../../../schemas/entities/market.ts';
import { type EnumerationName, enumerations } from '../../../schemas/manifest/enumerations.ts';
import { type MarketFile, marketFileSchema } from '../../../schemas/manifest/files.ts';
import { type Fault, suggest } from '../ground/faults.ts';
import { faultAt } from '../ground/located.ts';
import { listValues } from '../ground/schemaWalk.ts';
import { isTimeZone } from '../ground/timeZones.ts';
import type { LoadedFiles } from '../read/load.ts';
import { checkShape } from './checkShape.ts';

/**
 * Checks market files: their shape, and beyond it that there is one per country, distinct and
 * possible. Answers those that have their shape, by name.
 */
export function checkMarkets(
  loaded: LoadedFiles,
  manifestsName: string,
  faults: Fault[],
): ReadonlyMap<string, MarketFile> {
  const markets = new Map<string, MarketFile>();
  for (const [name, located] of loaded.markets) {
    const market = checkShape(marketFileSchema, located, faults);
    if (market) markets.set(name, market);
  }
  checkTogether(loaded, markets, manifestsName, faults);
  return markets;
}

/** One file per country, distinct and possible. */
function checkTogether(
  loaded: LoadedFiles,
  markets: ReadonlyMap<string, MarketFile>,
  manifestsName: string,
  faults: Fault[],
): void {
  const names = countries.map((country) => country.toLowerCase());
  for (const name of names) {
    const file = { name: `${manifestsName}/markets/${name}.json`, text: '' };
    if (loaded.markets.has(name) || loaded.unreadable.has(file.name)) continue;
    faults.push({ file, offset: 0, path: '', message: 'expected this file, found nothing' });
  }
  const domainOf = new Map<string, string>();
  const marketOf = new Map<number, string>();
  for (const [name, located] of loaded.markets) {
    if (!names.includes(name)) {
      const message = `expected a file named after one of ${names.join(', ')}, found "${name}"${suggest(name, names)}`;
      faults.push({ file: located.file, offset: 0, path: '', message });
    }
    const market = markets.get(name);
    if (!market) continue;
    const report = (path: (string | number)[], message: string) =>
      faults.push(faultAt(located, path, message));

    if (market.country !== name.toUpperCase()) {
      report(
        ['country'],
        `expected "${name.toUpperCase()}" as the file's name says, found "${market.country}"`,
      );
    }
    const same = marketOf.get(market.instance);
    if (same) report(['instance'], `expected an instance of its own, found that of "${same}"`);
    marketOf.set(market.instance, name);
    if (!isTimeZone(market.timeZone) || market.timeZone === 'UTC') {
      const zones = Intl.supportedValuesOf('timeZone');
      report(
        ['timeZone'],
        `expected an IANA time zone, found "${market.timeZone}"${suggest(market.timeZone, zones)}`,
      );
    }
    checkValues(market, report);
    market.domains.forEach((domain, at) => {
      const other = domainOf.get(domain);
      if (other) {
        report(['domains', at], `expected a domain of its own, found that of "${other}"`);
      }
      domainOf.set(domain, name);
    });
  }
  checkDefault(loaded, markets, faults);
  for (const [name, files] of loaded.overrides) {
    const [first] = files.values();
    if (names.includes(name) || !first) continue;
    const message = `expected a folder named after one of ${names.join(', ')}, found "${name}"${suggest(name, names)}`;
    faults.push({ file: first.file, offset: 0, path: '', message });
  }
}

/** Only values that there are can be off, and not all of them. */
function checkValues(
  { values }: MarketFile,
  report: (path: string[], message: string) => void,
): void {
  for (const [name, given] of Object.entries(values)) {
    // That there is no such enumeration is told where names are looked up.
    if (!Object.hasOwn(enumerations, name)) continue;
    const known = (listValues(enumerations[name as EnumerationName]) ?? []).map(String);
    for (const value of Object.keys(given)) {
      if (known.includes(value)) continue;
      const message = `expected a value of ${name}, found "${value}"${suggest(value, known)}`;
      report(['values', name, value], message);
    }
    if (known.every((value) => given[value] === false)) {
      report(['values', name], `expected a value of ${name} that is on, found none`);
    }
  }
}

/** Hosts that no domain fits can lead to one market only. */
function checkDefault(
  loaded: LoadedFiles,
  markets: ReadonlyMap<string, MarketFile>,
  faults: Fault[],
): void {
  const [first, ...others] = [...markets.keys()].filter((name) => markets.get(name)?.default);
  for (const name of others) {
    const located = loaded.markets.get(name);
    const message = `expected one default market, found "${first}" too`;
    if (located) faults.push(faultAt(located, ['default'], message));
  }
}
