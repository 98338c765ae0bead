import type { z } from 'zod';
import { moduleFileSchema, screenFileSchema } from '../../../schemas/manifest/files.ts';
import { formFileSchema } from '../../../schemas/manifest/form.ts';
import { presetFileSchema } from '../../../schemas/manifest/preset.ts';
import type { Fault } from '../ground/faults.ts';
import { createKept } from '../ground/kept.ts';
import { type Located, toValue } from '../ground/located.ts';
import { reachModules } from '../ground/names.ts';
import type { LoadedFiles, LoadedModule } from '../read/load.ts';
import { isOffered } from '../read/repeatFiles.ts';
import { layer } from './layer.ts';
import { repeatParts } from './repeat.ts';
import { type KnownPart, takeParts } from './takeParts.ts';

interface OwnedFile {
  readonly module: string;
  readonly located: Located;
}

/** The files of one market, parts put in and overrides laid over; all but modules by <module>.<name>. */
export interface MarketLayers {
  readonly modules: ReadonlyMap<string, Located>;
  readonly screens: ReadonlyMap<string, OwnedFile>;
  readonly forms: ReadonlyMap<string, OwnedFile>;
  readonly presets: ReadonlyMap<string, OwnedFile>;
  /** The parts that some file takes. */
  readonly usedParts: ReadonlySet<string>;
}

/** The owner of parts that are for all modules, in their names and as a folder. */
export const sharedParts = 'parts';

/** What belongs to modules: where a file of each kind stands in its module, and what it has to be. */
const ownedKinds = {
  screens: { place: (name: string) => `${name}.screen.json`, schema: screenFileSchema },
  forms: { place: (name: string) => `${name}.form.json`, schema: formFileSchema },
  presets: { place: (name: string) => `presets/${name}.json`, schema: presetFileSchema },
} as const;
const kinds = Object.keys(ownedKinds) as (keyof typeof ownedKinds)[];

const keepLaid = createKept<
  Located,
  {
    readonly laid: Located;
    readonly faults: readonly Fault[];
    readonly used: readonly string[];
    /** The parts that were looked for, be they there or not. */
    readonly asked: ReadonlySet<string>;
  }
>();

export function layerMarket(loaded: LoadedFiles, market: string, faults: Fault[]): MarketLayers {
  const overrides = loaded.overrides.get(market);
  const parts = overriddenParts(loaded, market);
  const usedParts = new Set<string>();
  const requires = listRequired(loaded.modules);
  const reachable = reachModules(requires);

  const file = loaded.markets.get(market);
  const { values } = (file ? toValue(file) : {}) as { values?: Record<string, object> };
  const around = JSON.stringify([[...requires], values, [...parts.keys()]]);
  const offers = (enumeration: string, value: string) =>
    (values?.[enumeration] as Record<string, unknown> | undefined)?.[value] !== false;

  const lay = (base: Located, target: string, module: string, schema: z.ZodType): Located => {
    const override = overrides?.get(target);
    const madeWith = ({ asked }: { asked: ReadonlySet<string> }) => [
      override,
      around,
      ...[...asked].map((id) => parts.get(id)).flatMap((part) => [part?.base, part?.override]),
    ];
    const kept = keepLaid(base, market, madeWith, () => {
      const own: Fault[] = [];
      const used = new Set<string>();
      const asked = new Set<string>();
      const surroundings = {
        parts: {
          get(id: string) {
            asked.add(id);
            return parts.get(id);
          },
          keys: () => parts.keys(),
        },
        isReachable: (owner: string) => owner === sharedParts || reachable(module).has(owner),
        faults: own,
        onUse: (id: string) => used.add(id),
      };
      const whole = takeParts(base, schema, surroundings);
      const laid = override
        ? takeParts(layer(whole, override, schema, own), schema, surroundings)
        : whole;
      return {
        laid: repeatParts(laid, schema, { faults: own, offers }),
        faults: own,
        used: [...used],
        asked,
      };
    });
    faults.push(...kept.faults);
    for (const id of kept.used) usedParts.add(id);
    return kept.laid;
  };

  const modules = new Map<string, Located>();
  const files = {
    screens: new Map<string, OwnedFile>(),
    forms: new Map<string, OwnedFile>(),
    presets: new Map<string, OwnedFile>(),
  };
  for (const [module, own] of loaded.modules) {
    if (own.file) {
      modules.set(module, lay(own.file, `${module}/module.json`, module, moduleFileSchema));
    }
    for (const kind of kinds) {
      const { place, schema } = ownedKinds[kind];
      for (const [name, base] of own[kind]) {
        if (!isOffered(base, offers)) continue;
        const target = `${module}/${place(name)}`;
        files[kind].set(`${module}.${name}`, {
          module,
          located: lay(base, target, module, schema),
        });
      }
    }
  }
  return { modules, ...files, usedParts };
}

/** The parts with what a market lays over them; what they are of is known only where they are used. */
function overriddenParts(loaded: LoadedFiles, market: string): Map<string, KnownPart> {
  const overrides = loaded.overrides.get(market);
  const parts = [...listParts(loaded)].map(([id, base]): [string, KnownPart] => [
    id,
    { base, override: overrides?.get(`${id.replace('.', '/')}.part.json`) },
  ]);
  return new Map(parts);
}

/** All parts as they are written, by <module>.<name>. */
export function listParts(loaded: LoadedFiles): Map<string, Located> {
  const parts = new Map<string, Located>();
  for (const [name, base] of loaded.parts) parts.set(`${sharedParts}.${name}`, base);
  for (const [module, own] of loaded.modules) {
    for (const [name, base] of own.parts) parts.set(`${module}.${name}`, base);
  }
  return parts;
}

function listRequired(modules: ReadonlyMap<string, LoadedModule>): Map<string, string[]> {
  return new Map(
    [...modules].map(([id, { file }]) => {
      const { requires } = (file ? toValue(file) : {}) as { requires?: unknown };
      return [id, Array.isArray(requires) ? requires.map(String) : []];
    }),
  );
}
