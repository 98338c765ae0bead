import type { ModuleFile } from '../../schemas/manifest/files.ts';
import { nearest } from '../manifests/ground/faults.ts';
import { type EntryKind, entryKinds } from '../manifests/session/compileIndex.ts';
import type { MarketManifests } from '../manifests/session/manifestSet.ts';
import type { Part, PartMap } from '../manifests/session/partTree.ts';

/** Something of a market that can be asked about. */
export type InventoryItem = Named &
  (
    | { readonly of: 'module' }
    | {
        readonly of: 'route';
        readonly name: string;
        readonly path: string;
        readonly screen: string | undefined;
      }
    | { readonly of: 'entry'; readonly kind: EntryKind; readonly route: string }
    | { readonly of: 'notification'; readonly id: string; readonly screen: string }
    | { readonly of: 'sidebar'; readonly section: string; readonly options: readonly string[] }
    | { readonly of: 'option'; readonly section: string; readonly id: string }
    | { readonly of: 'screen'; readonly screen: string }
    | PartItem
    | FieldItem
  );

interface PartItem {
  readonly of: 'part';
  readonly screen: string;
  /** Its ids from the page down. */
  readonly ids: readonly string[];
  readonly part: Part;
}

interface FieldItem {
  readonly of: 'field';
  readonly screen: string;
  /** Of the form's node in its screen. */
  readonly node: readonly string[];
  readonly form: string;
  readonly ids: readonly string[];
  readonly part: Part;
}

interface Named {
  readonly module: string;
  /** What it is called in words. */
  readonly noun: string;
  /** What leads to it and to nothing else, with its noun before it. */
  readonly address: string;
  /** The ids that lead to it, in each of the ways in which it can be said. */
  readonly names: readonly (readonly string[])[];
  /** What may be said besides: its kind, and the maps in which it stands. */
  readonly words: ReadonlySet<string>;
}

export const entryNouns: Readonly<Record<EntryKind, string>> = {
  navigation: 'navigation entry',
  topBar: 'top bar entry',
  userMenu: 'user menu entry',
  tile: 'tile',
};

/** Everything of a market that somebody may see or not. */
export function listInventory(manifests: MarketManifests): InventoryItem[] {
  const shell = [...manifests.modules].flatMap(([id, file]) => listShell(id, file));
  const screens = [...manifests.screens].flatMap(([id, { module, page }]): InventoryItem[] => [
    {
      of: 'screen',
      screen: id,
      module,
      noun: 'screen',
      address: id,
      names: [id.split('.')],
      words: wordsOf('screen', 'page', 'root'),
    },
    ...listParts(manifests, id, module, page, []),
  ]);
  return [...shell, ...screens];
}

function listShell(module: string, file: ModuleFile): InventoryItem[] {
  const { notifications = {}, sidebar = {}, routes } = file;
  const inventory: InventoryItem[] = [
    {
      of: 'module',
      module,
      noun: 'module',
      address: module,
      names: [[module]],
      words: wordsOf('module'),
    },
  ];
  for (const kind of entryKinds) {
    const entry = file[kind];
    if (!entry) continue;
    const noun = entryNouns[kind];
    const { route } = entry;
    const words = wordsOf(kind, noun);
    inventory.push({
      of: 'entry',
      kind,
      route,
      module,
      noun,
      address: module,
      names: [[module]],
      words,
    });
  }
  for (const [name, { path, screen }] of Object.entries(routes)) {
    const words = wordsOf('route');
    const names = [[module, name], [name]];
    inventory.push({
      of: 'route',
      name,
      path,
      screen,
      module,
      noun: 'route',
      address: name,
      names,
      words,
    });
  }
  for (const [id, { screen }] of Object.entries(notifications)) {
    const noun = 'section of the notification panel';
    const words = wordsOf('notifications', 'notification', noun);
    const names = [[module, id]];
    inventory.push({
      of: 'notification',
      id,
      screen,
      module,
      noun,
      address: `${module}.${id}`,
      names,
      words,
    });
  }
  for (const [section, { options }] of Object.entries(sidebar)) {
    const ids = Object.keys(options);
    const common = { section, module, words: wordsOf('sidebar', 'section', 'option') };
    const own = {
      noun: 'sidebar section',
      address: `${module}.${section}`,
      names: [[module, section]],
    };
    inventory.push({ of: 'sidebar', options: ids, ...common, ...own });
    for (const id of ids) {
      const address = `${module}.${section}.${id}`;
      inventory.push({
        of: 'option',
        id,
        ...common,
        noun: 'option',
        address,
        names: [[module, section, id]],
      });
    }
  }
  return inventory;
}

function listParts(
  manifests: MarketManifests,
  screen: string,
  module: string,
  part: Part,
  ids: readonly string[],
  said: readonly string[] = ['root'],
): InventoryItem[] {
  const inner = part.maps.flatMap((map) =>
    map.parts.flatMap((one): InventoryItem[] => {
      const path = [...ids, one.id];
      const { noun } = one;
      const words = [...said, ...mapWords(map)];
      const address = `${screen}/${path.join('/')}`;
      const names = [[...screen.split('.'), ...path]];
      const common = { screen, module, noun, address, names, words: wordsOf(noun, ...words) };
      return [
        { of: 'part', ids: path, part: one, ...common },
        ...listParts(manifests, screen, module, one, path, words),
      ];
    }),
  );
  const form = part.content['type'] === 'form' ? String(part.content['form']) : undefined;
  const fields = form === undefined ? undefined : manifests.forms.get(form)?.parts;
  if (form === undefined || !fields) return inner;
  return [...inner, ...listFields({ screen, module, form, node: ids }, fields, [], said)];
}

function listFields(
  place: Pick<FieldItem, 'screen' | 'form' | 'node'> & { readonly module: string },
  part: Part,
  ids: readonly string[],
  said: readonly string[],
): InventoryItem[] {
  const fields = part.maps.filter(({ facts }) => facts.noun === 'field');
  return fields.flatMap((map) =>
    map.parts.flatMap((one): InventoryItem[] => {
      const path = [...ids, one.id];
      const words = [...said, ...mapWords(map)];
      const address = `${place.screen}/${[...place.node, ...path].join('/')}`;
      const names = [
        [...place.screen.split('.'), ...place.node, ...path],
        [...place.form.split('.'), ...path],
      ];
      const named = { noun: one.noun, address, names, words: wordsOf(one.noun, 'form', ...words) };
      return [
        { of: 'field', ids: path, part: one, ...place, ...named },
        ...listFields(place, one, path, words),
      ];
    }),
  );
}

function mapWords({ path, facts }: PartMap): string[] {
  return [...path.map(String), facts.noun];
}

/** Each word, and several of it, without regard to capitals. */
function wordsOf(...said: readonly string[]): ReadonlySet<string> {
  const words = said.flatMap((one) => [one, ...one.split(' ')]).map((one) => one.toLowerCase());
  return new Set(words.flatMap((one) => [one, one.endsWith('s') ? one : `${one}s`]));
}

/** What an address fits: what it says in full, else what it says a part of. */
export function findItems(inventory: readonly InventoryItem[], address: string): InventoryItem[] {
  const atPath = findAtPath(inventory, address);
  if (atPath.length > 0) return atPath;
  const said = address
    .toLowerCase()
    .split(/[\s./]+/)
    .filter(Boolean);
  const fitting = inventory.flatMap((thing) => {
    const skipped = thing.names.map((ids) => countSkipped(ids, thing.words, said));
    const least = Math.min(...skipped.filter((count) => count !== undefined));
    return Number.isFinite(least) ? [{ thing, least }] : [];
  });
  const exact = fitting.filter(({ least }) => least === 0);
  return (exact.length > 0 ? exact : fitting).map(({ thing }) => thing);
}

/** The route that an address in the browser belongs to, with its screen and what leads there. */
function findAtPath(inventory: readonly InventoryItem[], address: string): InventoryItem[] {
  if (!address.startsWith('/')) return [];
  const routes = inventory.filter((thing) => thing.of === 'route');
  const [route] = routes
    .filter(({ path }) => {
      const pattern = path.replaceAll(/\{\w+\}/g, '[^/]+').replace(/(?<=.)\/$/, '');
      return path === address || new RegExp(`^${pattern}/?$`).test(address);
    })
    // Fixed segments go before parameters.
    .toSorted((one, other) => one.path.split('{').length - other.path.split('{').length);
  if (!route) return [];
  const screen = inventory.filter(
    (thing) => thing.of === 'screen' && thing.screen === route.screen,
  );
  const entries = inventory.filter((thing) => thing.of === 'entry' && thing.route === route.name);
  return [route, ...screen, ...entries];
}

/** How many of the ids an address leaves out; undefined when it says something else. */
function countSkipped(
  ids: readonly string[],
  words: ReadonlySet<string>,
  said: readonly string[],
): number | undefined {
  let at = 0;
  let matched = 0;
  for (const word of said) {
    const found = ids.findIndex((id, index) => index >= at && id.toLowerCase() === word);
    if (found >= 0) {
      at = found + 1;
      matched += 1;
    } else if (!words.has(word)) {
      return undefined;
    }
  }
  return at === ids.length ? ids.length - matched : undefined;
}

/** The three addresses that are nearest to one that fits nothing. */
export function suggestItems(inventory: readonly InventoryItem[], address: string): string[] {
  const known = inventory.flatMap((thing) => [
    thing.address,
    ...(thing.of === 'route' ? [thing.path] : []),
    ...(thing.of === 'entry' ? [`${thing.noun} ${thing.module}`] : []),
  ]);
  return nearest(address, known, 3);
}
