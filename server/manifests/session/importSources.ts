import type { Country } from '../../../schemas/entities/market.ts';
import type { ImportSource } from '../../../schemas/manifest/importSource.ts';

/** How files of one origin are read, by the name of its file. */
export interface NamedSource {
  readonly name: string;
  readonly source: ImportSource;
}

/** What a market's imports know of the origins of files. */
export interface ImportSources {
  readonly known: readonly NamedSource[];
  /** Those whose files have faults and never were good: nobody knows which files they would read. */
  readonly broken: readonly string[];
}

/** Those that read a market's files. */
export function sourcesOf(
  sources: ReadonlyMap<string, ImportSource>,
  country: Country,
): NamedSource[] {
  return [...sources].flatMap(([name, source]) =>
    source.markets?.includes(country) === false ? [] : [{ name, source }],
  );
}

/** What a market's imports know, of files as they serve. */
export function listImportSources(
  sources: ReadonlyMap<string, ImportSource>,
  exceptions: readonly { readonly file: string; readonly inEffect: string }[],
  country: Country,
): ImportSources {
  const broken = exceptions.flatMap(({ file, inEffect }) => {
    const [, name] = /\/imports\/sources\/([\w-]+)\.json$/.exec(file) ?? [];
    return name !== undefined && inEffect === 'nothing' ? [name] : [];
  });
  return { known: sourcesOf(sources, country), broken };
}
