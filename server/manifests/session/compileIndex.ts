import { type AccessSubject, isAllowed } from '../../../schemas/accessRule.ts';
import type { OperationId } from '../../../schemas/api/operations.ts';
import { locales } from '../../../schemas/entities/languages.ts';
import type {
  CompiledRoute,
  ManifestIndex,
  NavigationEntry,
  Tile,
  TopBarEntry,
} from '../../../schemas/manifest/compiled.ts';
import type { EntryBadge, ModuleFile } from '../../../schemas/manifest/files.ts';
import { compareText } from '../ground/faults.ts';
import type { JudgedEntry } from './access.ts';
import {
  canEnter,
  judgeRoute,
  listLicenceReasons,
  listModuleReasons,
  listRuleReasons,
  refuseOperation,
} from './access.ts';
import { compileSidebars } from './compileSidebar.ts';
import type { MarketManifests, MarketRoute } from './manifestSet.ts';
import type { Reason } from './prune.ts';
import { listSearchPaths } from './searched.ts';

/** What is the same for all subjects. */
export type Envelope = Pick<ManifestIndex, 'signIn' | 'texts' | 'problems' | 'development'>;

/** What the shell of the portal needs: market, navigation and routes, for a subject. */
export function compileIndex(
  manifests: MarketManifests,
  subject: AccessSubject,
  { signIn, texts, problems, development }: Envelope,
): ManifestIndex {
  const { country, instance, language, timeZone, tiles, contactUrl } = manifests.market;
  const { tenantApp, tagManager } = manifests.market;
  const sidebars = compileSidebars(manifests, subject);
  return {
    market: {
      country,
      instance,
      language,
      timeZone,
      tiles,
      contactUrl,
      tenantApp,
      ...(tagManager && { tagManager }),
    },
    texts,
    languages: [...locales],
    signIn,
    signedIn: subject.signedIn,
    navigation: listLinks(manifests, subject, 'navigation'),
    topBar: listTopBar(manifests, subject),
    userMenu: listLinks(manifests, subject, 'userMenu'),
    notifications: listNotifications(manifests, subject),
    ...(sidebars && { sidebars }),
    ...(Object.keys(listSearchPaths(manifests, subject)).length > 0 && { search: true }),
    routes: [...manifests.routes]
      .toSorted(([a], [b]) => compareText(a, b))
      .map(([name, route]) => compileRoute(manifests, name, route, subject)),
    ...(development && { development }),
    problems: subject.roles.includes('portal_support') ? problems : [],
  };
}

/** The sections of the notification panel that a subject has, in their order. */
export function listNotifications(
  manifests: MarketManifests,
  subject: AccessSubject,
): ManifestIndex['notifications'] {
  return [...manifests.modules].flatMap(([module, { notifications = {} }]) =>
    Object.entries(notifications)
      .filter(([id]) => judgeNotification(manifests, module, id, subject).length === 0)
      .map(([id, { label, screen }]) => ({ id: `${module}.${id}`, label, screen })),
  );
}

/** Why a subject doesn't have a section of the notification panel; empty: it does. */
export function judgeNotification(
  { modules }: MarketManifests,
  module: string,
  id: string,
  subject: AccessSubject,
): Reason[] {
  const file = modules.get(module);
  const section = file?.notifications?.[id];
  if (!file || !section) return [{ kind: 'absent', path: ['notifications', id] }];
  const path = ['notifications', id];
  return [
    // The panel itself is for who is signed in.
    ...listRuleReasons(subject.signedIn ? undefined : {}, subject, path),
    ...listRuleReasons(file.access, subject, ['access']),
    ...listLicenceReasons(file, subject),
    ...listRuleReasons(section.access, subject, [...path, 'access']),
  ];
}

/** The dashboard tiles of all modules, in their order. */
export function listTiles(manifests: MarketManifests, subject: AccessSubject): Tile[] {
  return listEntries(manifests, subject, 'tile').map(({ id, entry, path, locked }) => {
    const { label, description, icon } = entry;
    const badge = locked ? {} : readBadge(entry, manifests, subject);
    return { id, label, description, icon, path, locked, ...badge };
  });
}

type LinkKind = Exclude<EntryKind, 'tile' | 'topBar'>;

function listLinks(
  manifests: MarketManifests,
  subject: AccessSubject,
  kind: LinkKind,
): NavigationEntry[] {
  return listEntries(manifests, subject, kind).map(({ id, entry, path, locked }) => {
    const { label, icon } = entry;
    const badge = locked ? {} : readBadge(entry, manifests, subject);
    return { id, label, icon, path, locked, ...badge };
  });
}

/** Its entries; one whose list may not be asked for leads to its page all the same. */
function listTopBar(manifests: MarketManifests, subject: AccessSubject): TopBarEntry[] {
  return listEntries(manifests, subject, 'topBar').map(({ id, entry, path, locked }) => {
    const { label, icon, menu } = entry;
    const isAsked =
      menu && !locked && !refuseOperation(manifests, menu.source.call as OperationId, subject);
    return { id, label, icon, path, locked, ...(isAsked && { menu }) };
  });
}

/** An entry's badge, for those who may call what it counts with. */
function readBadge(
  entry: object & { readonly badge?: EntryBadge | undefined },
  manifests: MarketManifests,
  subject: AccessSubject,
): { badge?: EntryBadge } {
  const { badge } = entry;
  if (!badge || refuseOperation(manifests, badge.source.call as OperationId, subject)) return {};
  return { badge };
}

interface ShownEntry<Entry> {
  /** The module's. */
  readonly id: string;
  readonly entry: Entry;
  readonly path: string;
  readonly locked: boolean;
}

/** Entries whose module, rule and route let the subject in; unlicensed ones as they ask for. */
function listEntries<Kind extends EntryKind>(
  manifests: MarketManifests,
  subject: AccessSubject,
  kind: Kind,
): ShownEntry<NonNullable<ModuleFile[Kind]>>[] {
  type Shown = ShownEntry<NonNullable<ModuleFile[Kind]>>;
  return manifests.entryOrder[kind].flatMap((id): Shown[] => {
    const module = manifests.modules.get(id);
    const entry = module?.[kind] as NonNullable<ModuleFile[Kind]> | undefined;
    const route = entry && manifests.routes.get(entry.route);
    if (!module || !route) return [];
    const { reasons, locks } = judgeEntry(manifests, id, kind, subject);
    const locked = locks.length > 0;
    return reasons.length > 0 ? [] : [{ id, entry, path: route.route.path, locked }];
  });
}

export const entryKinds = ['navigation', 'topBar', 'userMenu', 'tile'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** Whether a subject has a module's entry, and why not. */
export function judgeEntry(
  manifests: MarketManifests,
  id: string,
  kind: EntryKind,
  subject: AccessSubject,
): JudgedEntry {
  const module = manifests.modules.get(id);
  const entry = module?.[kind];
  if (!module || !entry) return { locks: [], reasons: [{ kind: 'absent', path: [kind] }] };
  const { route } = entry;
  const licence = listLicenceReasons(module, subject);
  const isOpen = canEnter(manifests, route, subject);
  const isLockShown =
    entry.whenLocked === 'upgrade' && (!entry.lockedFor || isAllowed(entry.lockedFor, subject));
  const reasons: Reason[] = [
    ...(isOpen ? [] : [{ kind: 'link' as const, route, path: [kind, 'route'] }]),
    ...listModuleReasons(module, subject),
    ...listRuleReasons(entry.access, subject, [kind, 'access']),
    ...(isLockShown ? [] : licence),
  ];
  return { reasons, locks: licence };
}

/** The parameters that a route's screen reads, and those above it: what the way back needs. */
function listCarried(
  { routes, screens }: Pick<MarketManifests, 'routes' | 'screens'>,
  name: string,
  seen: ReadonlySet<string> = new Set(),
): string[] {
  const route = routes.get(name)?.route;
  if (!route || seen.has(name)) return [];
  const { query = {} } = screens.get(route.screen ?? '')?.screen ?? {};
  const own = Object.keys(query).filter((one) => !query[one]?.secret);
  const { parent } = route.breadcrumb ?? {};
  const above = parent ? listCarried({ routes, screens }, parent, new Set([...seen, name])) : [];
  return [...new Set([...own, ...above])].toSorted(compareText);
}

function compileRoute(
  manifests: MarketManifests,
  name: string,
  one: MarketRoute,
  subject: AccessSubject,
): CompiledRoute {
  const { path, title, layout, brand, screen, redirect, breadcrumb } = one.route;
  const { guard } = judgeRoute(manifests, name, subject);
  const ownBrand = brand !== 'meterhouse' && { brand };
  const entry = { name, path, title, guard, layout, ...ownBrand };
  if (guard !== 'open') return entry;
  const target = redirect && manifests.routes.get(redirect)?.route.path;
  const source = breadcrumb?.source;
  const isSilent = source && refuseOperation(manifests, source.call as never, subject);
  const query = listCarried(manifests, name);
  return {
    ...entry,
    ...(screen && { screen }),
    ...(query.length > 0 && { query }),
    ...(layout === 'sidebar' && { sidebar: one.module }),
    ...(target && { redirect: target }),
    // A breadcrumb whose name can't be asked for falls back to the route's title.
    ...(breadcrumb && {
      breadcrumb: isSilent
        ? { label: title, ...(breadcrumb.parent && { parent: breadcrumb.parent }) }
        : breadcrumb,
    }),
  };
}
