import type { Feature } from '../../../schemas/entities/access.ts';
import type { Country } from '../../../schemas/entities/market.ts';
import type { MarketFile, ModuleFile, Route, ScreenFile } from '../../../schemas/manifest/files.ts';
import type { FormFile } from '../../../schemas/manifest/form.ts';
import type { ImportSource } from '../../../schemas/manifest/importSource.ts';
import type { Node } from '../../../schemas/manifest/node.ts';
import type { PresetFile } from '../../../schemas/manifest/preset.ts';
import { sendsForm } from '../check/checkFormNode.ts';
import type { MarketFiles } from '../expand/expandMarket.ts';
import type { Located } from '../ground/located.ts';
import { type Place, placeBeside } from '../ground/placeBeside.ts';
import type { Texts } from '../read/texts.ts';
import type { Part } from './partTree.ts';

/** Sound manifests, layered for each market: what the server compiles from. */
export interface ManifestSet {
  readonly markets: Readonly<Record<Country, MarketManifests>>;
  /** The features that license each module, the same in all markets. */
  readonly licences: ReadonlyMap<string, readonly Feature[]>;
  /** By locale and namespace, as the files have them. */
  readonly texts: Texts;
  /** How files of each origin are imported, by name. */
  readonly importSources: ReadonlyMap<string, ImportSource>;
}

export interface MarketManifests {
  readonly market: MarketFile;
  /** Only those that are on in this market, in the order in which its file lists them. */
  readonly modules: ReadonlyMap<string, ModuleFile>;
  readonly screens: ReadonlyMap<string, MarketScreen>;
  readonly forms: ReadonlyMap<string, MarketForm>;
  readonly presets: ReadonlyMap<string, MarketPreset>;
  readonly routes: ReadonlyMap<string, MarketRoute>;
  /** Modules in the order of their entries, by the kind of entry; also those that have none. */
  readonly entryOrder: Readonly<Record<EntryKind, readonly string[]>>;
  /** The screens with a form that submits with an operation, by operation. */
  readonly submitting: ReadonlyMap<string, readonly string[]>;
  /** The expanded files, which know where everything stands. */
  readonly files: MarketFiles;
  /** The market's own file, which others don't have in common. */
  readonly marketFile: Located;
  /** Everything there is, for whoever switches modules. */
  readonly parsed: ParsedMarket;
}

type EntryKind = 'navigation' | 'tile' | 'topBar' | 'userMenu';

export interface MarketScreen {
  readonly module: string;
  readonly screen: ScreenFile;
  /** The screen as a tree, whose root is its page. */
  readonly page: Part;
  /** The screens that it opens over itself. */
  readonly opens: readonly string[];
}

export interface MarketForm {
  readonly form: FormFile;
  readonly parts: Part;
}

export interface MarketPreset {
  readonly module: string;
  readonly preset: PresetFile;
}

export interface MarketRoute {
  readonly module: string;
  readonly route: Route;
}

/** Files with their types, whichever modules are on. */
export interface ParsedMarket {
  readonly modules: ReadonlyMap<string, ModuleFile>;
  readonly screens: ReadonlyMap<string, MarketScreen>;
  readonly forms: ReadonlyMap<string, MarketForm>;
  readonly presets: ReadonlyMap<string, MarketPreset>;
}

/** What a market has: the modules that are on, and what is theirs. */
export function readMarket(
  market: MarketFile,
  { parsed, files, marketFile }: Pick<MarketManifests, 'parsed' | 'files' | 'marketFile'>,
): MarketManifests {
  const on = Object.entries(market.modules).filter(([, isOn]) => isOn);
  const modules = new Map<string, ModuleFile>();
  for (const [id] of on) {
    const module = parsed.modules.get(id);
    if (module) modules.set(id, module);
  }
  const screens = new Map([...parsed.screens].filter(([, { module }]) => modules.has(module)));
  const forms = new Map([...parsed.forms].filter(([id]) => modules.has(id.split('.')[0] ?? '')));
  const presets = new Map([...parsed.presets].filter(([, { module }]) => modules.has(module)));
  const routes = new Map<string, MarketRoute>();
  for (const [module, { routes: own }] of modules) {
    for (const [name, route] of Object.entries(own)) routes.set(name, { module, route });
  }
  const order = (kind: EntryKind) =>
    orderEntries(kind, Object.keys(market.modules), parsed.modules);
  const entryOrder = {
    navigation: order('navigation'),
    tile: order('tile'),
    topBar: order('topBar'),
    userMenu: order('userMenu'),
  };
  const submitting = listSubmitting(screens);
  const found = { modules, screens, forms, presets, routes };
  return { market, ...found, entryOrder, submitting, files, marketFile, parsed };
}

/**
 * As the market lists the modules, but for those whose entry says beside which it stands. Which of
 * them are on, and who gets them, changes nothing about their order.
 */
function orderEntries(
  kind: EntryKind,
  ids: readonly string[],
  modules: ReadonlyMap<string, ModuleFile>,
): string[] {
  const places = ids.flatMap((id): [string, Place][] => {
    const { before, after } = modules.get(id)?.[kind] ?? {};
    if (before !== undefined) return [[id, { at: 'before', beside: before }]];
    return after === undefined ? [] : [[id, { at: 'after', beside: after }]];
  });
  return placeBeside(ids, new Map(places)).order;
}

function listSubmitting(screens: ReadonlyMap<string, MarketScreen>): MarketManifests['submitting'] {
  const submitting = new Map<string, Set<string>>();
  for (const [id, { page }] of screens) {
    for (const call of listSubmits(page)) {
      submitting.set(call, (submitting.get(call) ?? new Set()).add(id));
    }
  }
  return new Map([...submitting].map(([call, ids]) => [call, [...ids]]));
}

function listSubmits({ content, calls, maps }: Part): string[] {
  const form = content as unknown as Extract<Node, { type: 'form' }>;
  const isSent = content['type'] === 'form' && sendsForm(form.submit);
  const submits = isSent ? calls.filter(({ path }) => path.at(-2) === 'submit') : [];
  const inner = maps.flatMap(({ parts }) => parts.flatMap(listSubmits));
  return [...submits.map(({ operation }) => operation), ...inner];
}

/** The screens from which one gets to a screen by opening panels, itself included. */
export function listAround({ screens }: MarketManifests, id: string): ReadonlySet<string> {
  const around = new Set([id]);
  // A set that grows while it is walked through: each of them once.
  for (const inner of around) {
    for (const [outer, { opens }] of screens) if (opens.includes(inner)) around.add(outer);
  }
  return around;
}
