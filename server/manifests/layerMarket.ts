import type { Fault } from './faults.ts';
import { layer } from './layer.ts';
import type { LoadedFiles } from './load.ts';
import type { Located } from './located.ts';

/** The files of one market, overrides laid over them. */
export interface MarketLayers {
  readonly modules: ReadonlyMap<string, Located>;
  readonly screens: ReadonlyMap<string, { readonly module: string; readonly located: Located }>;
}

export function layerMarket(loaded: LoadedFiles, market: string, faults: Fault[]): MarketLayers {
  const overrides = loaded.overrides.get(market);
  const lay = (base: Located, target: string) => {
    const override = overrides?.get(target);
    return override ? layer(base, override, faults) : base;
  };
  const modules = new Map<string, Located>();
  const screens = new Map<string, { module: string; located: Located }>();
  for (const [module, files] of loaded.modules) {
    if (files.file) modules.set(module, lay(files.file, `${module}/module.json`));
    for (const [screen, base] of files.screens) {
      const located = lay(base, `${module}/${screen}.screen.json`);
      screens.set(`${module}.${screen}`, { module, located });
    }
  }
  return { modules, screens };
}
