import type { AccessRule } from '../../../schemas/accessRule.ts';
import { features, roles } from '../../../schemas/entities/access.ts';
import type { ModuleFile } from '../../../schemas/manifest/files.ts';
import type { MarketManifests } from '../../../server/manifests/session/manifestSet.ts';
import type { Part } from '../../../server/manifests/session/partTree.ts';

/** Manifests with rules as somebody might write them, one in six things having one. */
export function sprinkle(manifests: MarketManifests, seed: number): MarketManifests {
  let state = seed;
  const random = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const pick = <T>(list: readonly T[]) => list[random(list.length)] as T;
  const rule = (): AccessRule | undefined =>
    pick([
      ...Array.from({ length: 10 }, () => undefined),
      { anyRole: [pick(roles), pick(roles)] },
      { notRole: [pick(roles)], anyFeature: [pick(features), pick(features)] },
    ]);
  const inParts = (part: Part): Part => ({
    ...part,
    access: part.access ?? rule(),
    maps: part.maps.map((map) => ({ ...map, parts: map.parts.map(inParts) })),
  });
  const withRule = <T extends object>(one: T): T => {
    const access = rule();
    return access ? { ...one, access } : one;
  };
  const modules = new Map(
    [...manifests.modules].map(([id, file]) => {
      const { tile, navigation, topBar, userMenu } = file;
      const { notifications, sidebar } = withPanels(file);
      const changed = {
        ...withRule(file),
        ...(tile && { tile: withRule(tile) }),
        ...(navigation && { navigation: withRule(navigation) }),
        ...(topBar && { topBar: withRule(topBar) }),
        ...(userMenu && { userMenu: withRule(userMenu) }),
        ...(notifications && { notifications: mapValues(notifications, withRule) }),
        ...(sidebar && {
          sidebar: mapValues(sidebar, (section) => ({
            ...section,
            options: mapValues(section.options, withRule),
          })),
        }),
      };
      return [id, changed] as const;
    }),
  );
  const routes = new Map(
    [...manifests.routes].map(([name, one]) => [name, { ...one, route: withRule(one.route) }]),
  );
  const screens = new Map(
    [...manifests.screens].map(([id, one]) => [id, { ...one, page: inParts(one.page) }]),
  );
  const forms = new Map(
    [...manifests.forms].map(([id, one]) => [id, { ...one, parts: inParts(one.parts) }]),
  );
  return { ...manifests, modules, routes, screens, forms };
}

function mapValues<T>(record: Readonly<Record<string, T>>, change: (one: T) => T) {
  return Object.fromEntries(Object.entries(record).map(([key, one]) => [key, change(one)]));
}

/** A module with a section of the notification panel and a menu of its own, as some will have. */
function withPanels(file: ModuleFile): ModuleFile {
  const { title: label } = file;
  const [[route, { screen }] = ['', {}]] = Object.entries(file.routes);
  if (!screen) return file;
  const option = { label, action: { do: 'go', to: { route } } } as const;
  const options = {
    hidden: { ...option, whenLocked: 'hide' },
    locked: { ...option, whenLocked: 'upgrade' },
    licensed: { ...option, whenLocked: 'upgrade', access: { anyFeature: ['REPORT_JOB'] } },
  } satisfies NonNullable<ModuleFile['sidebar']>[string]['options'];
  const sidebar = { menu: { label, options } };
  return { ...file, notifications: { news: { label, screen } }, sidebar };
}
