import { countries } from '../../../schemas/entities/market.ts';
import { type EnumerationName, enumerations } from '../../../schemas/manifest/enumerations.ts';
import type { MarketFile } from '../../../schemas/manifest/files.ts';
import { type Fault, suggest } from '../ground/faults.ts';
import { faultAt, type Located } from '../ground/located.ts';
import { listValues } from '../ground/schemaWalk.ts';
import type { LoadedFiles } from '../read/load.ts';

/** What market files have to be beyond their shape: one per country, distinct, possible. */
export function checkMarkets(
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
    if (!isTimeZone(market.timeZone)) {
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

/** Each module that is on has those that it requires on, in this market. */
export function checkRequired(
  market: MarketFile,
  located: Located,
  modules: Requiring,
  faults: Fault[],
): void {
  for (const { module, required } of listMissing(market, modules)) {
    const message = `"${module}" requires "${required}", which is off in this market`;
    const fault = faultAt(located, ['modules', module], message);
    // What there isn't in any market is told where it is required.
    if (modules.has(required)) faults.push(fault);
    else faults.push({ ...fault, about: [aboutModule(required)], isEcho: true });
  }
}

/** What a fault of a module that isn't there is about. */
export function aboutModule(module: string): string {
  return `module ${module}`;
}

type Requiring = ReadonlyMap<string, { readonly requires: readonly string[] }>;

/** A module that is on, and one that it requires, which is off. */
export interface Missing {
  readonly module: string;
  readonly required: string;
}

export function listMissing(
  { modules: switched }: Pick<MarketFile, 'modules'>,
  modules: Requiring,
): Missing[] {
  return Object.entries(switched).flatMap(([module, isOn]) => {
    const requires = isOn ? (modules.get(module)?.requires ?? []) : [];
    return requires
      .filter((required) => !switched[required])
      .map((required) => ({ module, required }));
  });
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return name.includes('/');
  } catch {
    return false;
  }
}
