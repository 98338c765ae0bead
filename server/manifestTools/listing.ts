import { type Country, countries } from '../../schemas/entities/market.ts';
import { layerMarket } from '../manifests/layer/layerMarket.ts';
import type { LoadedFiles } from '../manifests/read/load.ts';
import type { ManifestSet, MarketManifests } from '../manifests/session/manifestSet.ts';
import type { Part } from '../manifests/session/partTree.ts';

/** Something that has a file, with the markets in which it is on. */
export interface Listed {
  readonly kind: 'module' | 'screen' | 'form' | 'preset' | 'part' | 'import source';
  readonly id: string;
  readonly on: readonly Country[];
  /** The paths of a screen, the screens of a form. */
  readonly where: readonly string[];
}

/** Every module, with its screens, forms and parts, those parts that are for all, and sources of imports. */
export function listFiles(set: ManifestSet, loaded: LoadedFiles): Listed[] {
  const used = new Map(
    countries.map((country) => [country, usedParts(loaded, set.markets[country])]),
  );
  const inMarkets = (has: (manifests: MarketManifests, country: Country) => boolean) =>
    countries.filter((country) => has(set.markets[country], country));
  const part = (id: string): Listed => {
    const on = inMarkets((_manifests, country) => used.get(country)?.has(id) ?? false);
    return { kind: 'part', id, on, where: [] };
  };
  const modules = [...loaded.modules].flatMap(([module, own]): Listed[] => {
    const on = inMarkets(({ modules }) => modules.has(module));
    const everywhere = on.map((country) => set.markets[country]);
    return [
      { kind: 'module', id: module, on, where: [] },
      ...[...own.screens.keys()].map((name): Listed => {
        const id = `${module}.${name}`;
        return {
          kind: 'screen',
          id,
          on,
          where: unique(everywhere.flatMap((one) => pathsOf(one, id))),
        };
      }),
      ...[...own.forms.keys()].map((name): Listed => {
        const id = `${module}.${name}`;
        return {
          kind: 'form',
          id,
          on,
          where: unique(everywhere.flatMap((one) => screensOf(one, id))),
        };
      }),
      ...[...own.presets.keys()].map((name): Listed => {
        return { kind: 'preset', id: `${module}.${name}`, on, where: [] };
      }),
      ...[...own.parts.keys()].map((name) => part(`${module}.${name}`)),
    ];
  });
  const sources = [...set.importSources].map(([id, { markets }]): Listed => {
    return { kind: 'import source', id, on: [...(markets ?? countries)], where: [] };
  });
  const forAll = [...loaded.parts.keys()].map((name) => part(`parts.${name}`));
  return [...modules, ...forAll, ...sources];
}

/** The parts that files of modules which are on take. */
function usedParts(loaded: LoadedFiles, { modules, market }: MarketManifests): ReadonlySet<string> {
  const on = new Map([...loaded.modules].filter(([id]) => modules.has(id)));
  const layers = layerMarket({ ...loaded, modules: on }, market.country.toLowerCase(), []);
  return layers.usedParts;
}

function pathsOf({ routes }: MarketManifests, screen: string): string[] {
  return [...routes.values()]
    .filter(({ route }) => route.screen === screen)
    .map(({ route }) => route.path);
}

function screensOf({ screens }: MarketManifests, form: string): string[] {
  return [...screens].filter(([, { page }]) => hasForm(page, form)).map(([id]) => id);
}

function hasForm({ content, maps }: Part, form: string): boolean {
  if (content['type'] === 'form' && content['form'] === form) return true;
  return maps.some(({ parts }) => parts.some((part) => hasForm(part, form)));
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}
