import type { Fault } from './faults.ts';
import { layer } from './layer.ts';
import type { LoadedFiles } from './load.ts';
import type { Located } from './located.ts';

interface OwnedFile {
  readonly module: string;
  readonly located: Located;
}

/** The files of one market, overrides laid over them; screens and forms by <module>.<name>. */
export interface MarketLayers {
  readonly modules: ReadonlyMap<string, Located>;
  readonly screens: ReadonlyMap<string, OwnedFile>;
  readonly forms: ReadonlyMap<string, OwnedFile>;
}

export function layerMarket(loaded: LoadedFiles, market: string, faults: Fault[]): MarketLayers {
  const overrides = loaded.overrides.get(market);
  const lay = (base: Located, target: string) => {
    const override = overrides?.get(target);
    return override ? layer(base, override, faults) : base;
  };
  const modules = new Map<string, Located>();
  const screens = new Map<string, OwnedFile>();
  const forms = new Map<string, OwnedFile>();
  for (const [module, files] of loaded.modules) {
    if (files.file) modules.set(module, lay(files.file, `${module}/module.json`));
    for (const [name, base] of files.screens) {
      const located = lay(base, `${module}/${name}.screen.json`);
      screens.set(`${module}.${name}`, { module, located });
    }
    for (const [name, base] of files.forms) {
      const located = lay(base, `${module}/${name}.form.json`);
      forms.set(`${module}.${name}`, { module, located });
    }
  }
  return { modules, screens, forms };
}
