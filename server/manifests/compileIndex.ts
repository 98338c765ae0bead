import { type AccessSubject, findRefusal } from '../../schemas/accessRule.ts';
import { locales } from '../../schemas/entities/languages.ts';
import type {
  CompiledRoute,
  ManifestIndex,
  NavigationEntry,
  Tile,
} from '../../schemas/manifest/compiled.ts';
import type { ModuleFile } from '../../schemas/manifest/files.ts';
import { findRefusalWithin, guardRoute, isLicensed, refuseOperation } from './access.ts';
import { compileSidebars } from './compileSidebar.ts';
import { compareText } from './faults.ts';
import type { MarketManifests, MarketRoute } from './manifestSet.ts';

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
      ...{ country, instance, language, timeZone, tiles, contactUrl, tenantApp },
      ...(tagManager && { tagManager }),
    },
    texts,
    languages: [...locales],
    signIn,
    signedIn: subject.signedIn,
    navigation: listLinks(manifests, subject, 'navigation'),
    topBar: listLinks(manifests, subject, 'topBar'),
    userMenu: listLinks(manifests, subject, 'userMenu'),
    notifications: listNotifications(manifests, subject),
    ...(sidebars && { sidebars }),
    routes: [...manifests.routes]
      .toSorted(([a], [b]) => compareText(a, b))
      .map(([name, route]) => compileRoute(manifests, name, route, subject)),
    ...(development && { development }),
    problems: subject.roles.includes('portal_support') ? problems : [],
  };
}

/** The sections of the notification panel that a subject has, in their order. */
export function listNotifications(
  { modules }: MarketManifests,
  subject: AccessSubject,
): ManifestIndex['notifications'] {
  const found = [...modules].flatMap(([module, file]) => {
    const { notifications = {}, access } = file;
    if (!subject.signedIn || !isLicensed(file, subject)) return [];
    if (access && findRefusal(access, subject)) return [];
    return Object.entries(notifications)
      .filter(([, section]) => !section.access || !findRefusal(section.access, subject))
      .map(([id, { label, screen }]) => ({ id: `${module}.${id}`, label, screen }));
  });
  return found;
}

/** The dashboard tiles of all modules, in their order. */
export function listTiles(manifests: MarketManifests, subject: AccessSubject): Tile[] {
  return listEntries(manifests, subject, 'tile').map(({ id, entry, path, locked }) => {
    const { label, description, icon } = entry;
    return { id, label, description, icon, path, locked };
  });
}

type LinkKind = 'navigation' | 'topBar' | 'userMenu';

function listLinks(
  manifests: MarketManifests,
  subject: AccessSubject,
  kind: LinkKind,
): NavigationEntry[] {
  return listEntries(manifests, subject, kind).map(({ id, entry, path, locked }) => {
    const { label, icon } = entry;
    return { id, label, icon, path, locked };
  });
}

interface ShownEntry<Entry> {
  /** The module's. */
  readonly id: string;
  readonly entry: Entry;
  readonly path: string;
  readonly locked: boolean;
}

/** Entries whose module, rule and route let the subject in; unlicensed ones as they ask for. */
function listEntries<Kind extends LinkKind | 'tile'>(
  manifests: MarketManifests,
  subject: AccessSubject,
  kind: Kind,
): ShownEntry<NonNullable<ModuleFile[Kind]>>[] {
  type Shown = ShownEntry<NonNullable<ModuleFile[Kind]>>;
  return manifests.entryOrder[kind].flatMap((id): Shown[] => {
    const module = manifests.modules.get(id);
    const entry = module?.[kind] as NonNullable<ModuleFile[Kind]> | undefined;
    const route = entry && manifests.routes.get(entry.route);
    if (!module || !route || guardRoute(manifests, route, subject) !== 'open') return [];
    if (findRefusalWithin(module, entry.access, subject)) return [];
    const locked = !isLicensed(module, subject);
    if (locked && entry.whenLocked === 'hide') return [];
    return [{ id, entry, path: route.route.path, locked }];
  });
}

function compileRoute(
  manifests: MarketManifests,
  name: string,
  one: MarketRoute,
  subject: AccessSubject,
): CompiledRoute {
  const { path, title, layout, brand, screen, redirect, breadcrumb } = one.route;
  const guard = guardRoute(manifests, one, subject);
  const ownBrand = brand !== 'meterhouse' && { brand };
  const entry = { name, path, title, guard, layout, ...ownBrand };
  if (guard !== 'open') return entry;
  const target = redirect && manifests.routes.get(redirect)?.route.path;
  const source = breadcrumb?.source;
  const isSilent = source && refuseOperation(manifests, source.call as never, subject);
  return {
    ...entry,
    ...(screen && { screen }),
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
