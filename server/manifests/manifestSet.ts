import type { Feature } from '../../schemas/entities/access.ts';
import type { Country, Locale } from '../../schemas/entities/market.ts';
import type { MarketFile, ModuleFile, Route, ScreenFile } from '../../schemas/manifest/files.ts';
import type { FormFile } from '../../schemas/manifest/form.ts';

/** Sound manifests, layered for each market: what the server compiles from. */
export interface ManifestSet {
  readonly markets: Readonly<Record<Country, MarketManifests>>;
  /** The features that license each module, the same in all markets. */
  readonly licences: ReadonlyMap<string, readonly Feature[]>;
  /** By locale and namespace, as the files have them. */
  readonly texts: Texts;
}

export type Texts = Readonly<Partial<Record<Locale, Readonly<Record<string, object>>>>>;

export interface MarketManifests {
  readonly market: MarketFile;
  /** Only those that are on in this market. */
  readonly modules: ReadonlyMap<string, ModuleFile>;
  readonly screens: ReadonlyMap<string, MarketScreen>;
  readonly forms: ReadonlyMap<string, FormFile>;
  readonly routes: ReadonlyMap<string, MarketRoute>;
  /** The screens with a form that submits with an operation, by operation. */
  readonly submitting: ReadonlyMap<string, readonly string[]>;
}

export interface MarketScreen {
  readonly module: string;
  readonly screen: ScreenFile;
}

export interface MarketRoute {
  readonly module: string;
  readonly route: Route;
}
