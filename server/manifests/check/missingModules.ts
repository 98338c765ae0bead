import type { MarketFile } from '../../../schemas/manifest/files.ts';

/** What a fault of a module that isn't there is about. */
export function aboutModule(module: string): string {
  return `module ${module}`;
}

/** Modules by id, with those that each requires. */
export type Requiring = ReadonlyMap<string, { readonly requires: readonly string[] }>;

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
