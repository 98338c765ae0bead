import { countries } from '../../schemas/entities/market.ts';
import type { MarketFiles } from '../manifests/expand/expandMarket.ts';
import { readMarketFiles } from '../manifests/expand/marketFiles.ts';
import { compareText, type Fault } from '../manifests/ground/faults.ts';
import { faultAt, findLocated, type Located } from '../manifests/ground/located.ts';
import { sharedParts } from '../manifests/layer/layerMarket.ts';
import type { LoadedFiles } from '../manifests/read/load.ts';
import { compilerTexts, readTexts } from '../manifests/read/texts.ts';
import { textsOf } from './textsOf.ts';
import { findWording } from './wording.ts';

/**
 * What would better be otherwise in manifests that are served as they are: overrides that nothing
 * takes, markets that say nothing of a module, texts and parts that nothing uses, texts that a
 * language lacks, that are too long, or that say other words than the glossary. What keeps them from
 * being served, the compiler says alone.
 */
export function lint(loaded: LoadedFiles): Fault[] {
  const used = new Set<string>();
  const usedParts = new Set<string>();
  const texts = readTexts(loaded, []);
  for (const country of countries) {
    const { layers, files } = readMarketFiles(loaded, country.toLowerCase(), texts);
    for (const part of layers.usedParts) usedParts.add(part);
    collectUsed(files, used);
  }
  return [
    ...findIdleOverrides(loaded),
    ...findUnlistedModules(loaded),
    ...findUnusedTexts(loaded, used),
    ...findGaps(loaded),
    ...findUnusedParts(loaded, usedParts),
    ...findWording(loaded),
  ];
}

/** Every text that a market's files say once everything has come along. */
function collectUsed({ modules, screens, forms, presets }: MarketFiles, used: Set<string>): void {
  for (const located of modules.values()) collectScalars(located, used);
  const owned = [...screens.values(), ...forms.values(), ...presets.values()];
  for (const { located } of owned) collectScalars(located, used);
}

function collectScalars({ scalar, items = [], entries }: Located, found: Set<string>): void {
  if (typeof scalar === 'string') found.add(scalar);
  for (const item of items) collectScalars(item, found);
  for (const { value } of entries?.values() ?? []) collectScalars(value, found);
}

function findIdleOverrides({ overrides, markets }: LoadedFiles): Fault[] {
  return [...overrides].flatMap(([market, files]) => {
    const modules = markets.get(market)?.entries?.get('modules')?.value;
    if (!modules) return [];
    return [...files].flatMap(([target, located]): Fault[] => {
      const [module = ''] = target.split('/');
      if (module === sharedParts || modules.entries?.get(module)?.value.scalar === true) return [];
      const message = `expected a module that is on in this market, found an override of "${module}", which markets/${market}.json has off`;
      return [{ file: located.file, offset: located.offset, path: '', message }];
    });
  });
}

function findUnlistedModules({ markets, modules }: LoadedFiles): Fault[] {
  return [...markets.values()].flatMap((market) => {
    const listed = findLocated(market, ['modules']).entries;
    return [...modules.keys()]
      .filter((module) => listed && !listed.has(module))
      .map((module) =>
        faultAt(market, ['modules'], `expected "${module}": true or false, found nothing`),
      );
  });
}

/** Namespaces whose keys the code puts together, or takes by a schema's names. */
const namespacesOfCode = [
  'demo',
  'enums',
  'errors',
  'explanations',
  'fields',
  'forms',
  'imports',
  'mails',
  'ui',
  'validation',
  'values',
];
/** Texts that the code names one by one. */
const textsOfCode: ReadonlySet<string> = new Set([...Object.values(compilerTexts), 'core:search']);

function findUnusedTexts(loaded: LoadedFiles, used: ReadonlySet<string>): Fault[] {
  const english = [...(loaded.locales.get('en') ?? [])];
  return english
    .filter(([namespace]) => !namespacesOfCode.includes(namespace))
    .flatMap(([namespace, located]) =>
      textsOf(located).flatMap(({ key, value }): Fault[] => {
        const name = `${namespace}:${key}`;
        const isUsed = [name, withoutPlural(name)].some(
          (one) => used.has(one) || textsOfCode.has(one),
        );
        const message = 'nothing uses this text: take it out of all languages';
        return isUsed ? [] : [{ file: value.file, offset: value.offset, path: key, message }];
      }),
    );
}

/** Languages in which every text has to be said; others have English in their gaps. */
const wholeLanguages = ['pl', 'cs'];

function findGaps({ locales }: LoadedFiles): Fault[] {
  const english = [...(locales.get('en') ?? [])];
  const [[, { file: anyFile } = { file: { name: 'locales/en', text: '' } }] = []] = english;
  const directory = anyFile?.name.split('/')[0] ?? 'locales';
  return wholeLanguages.flatMap((language) =>
    english.flatMap(([namespace, located]): Fault[] => {
      const own = locales.get(language)?.get(namespace);
      const name = `${directory}/${language}/${namespace}.json`;
      const file = own?.file ?? { name, text: '' };
      const known = new Set(own ? textsOf(own).map(({ key }) => withoutPlural(key)) : []);
      const keys = new Set(textsOf(located).map(({ key }) => withoutPlural(key)));
      return [...keys]
        .filter((key) => !known.has(key))
        .map((key) => ({
          file,
          offset: 0,
          path: key,
          message: 'expected this text, found nothing',
        }));
    }),
  );
}

function withoutPlural(key: string): string {
  return key.replace(/_(zero|one|two|few|many|other)$/, '');
}

function findUnusedParts({ parts, modules }: LoadedFiles, used: ReadonlySet<string>): Fault[] {
  const own = [...modules].flatMap(([module, { parts: files }]) =>
    [...files].map(([name, located]) => [`${module}.${name}`, located] as const),
  );
  const shared = [...parts].map(([name, located]) => [`${sharedParts}.${name}`, located] as const);
  return [...own, ...shared]
    .filter(([id]) => !used.has(id))
    .toSorted(([one], [other]) => compareText(one, other))
    .map(([id, { file, offset }]) => {
      const message = `nothing uses the part "${id}": take it out`;
      return { file, offset, path: '', message };
    });
}
