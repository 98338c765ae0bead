import { type AccessSubject, findRefusal } from '../../schemas/accessRule.ts';
import type { ManifestIndex, SidebarSection } from '../../schemas/manifest/compiled.ts';
import type { ModuleFile } from '../../schemas/manifest/files.ts';
import { guardRoute } from './access.ts';
import type { MarketManifests } from './manifestSet.ts';

type Sidebar = NonNullable<ModuleFile['sidebar']>;
type Option = Sidebar[string]['options'][string];

/** The modules' own menus for a subject: what the plan lacks is locked or left out, as it asks for. */
export function compileSidebars(
  manifests: MarketManifests,
  subject: AccessSubject,
): ManifestIndex['sidebars'] {
  const found = [...manifests.modules].flatMap(([id, { sidebar }]) => {
    const sections = sidebar ? compileSections(manifests, sidebar, subject) : [];
    return sections.length > 0 ? [[id, sections] as const] : [];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

function compileSections(
  manifests: MarketManifests,
  sidebar: Sidebar,
  subject: AccessSubject,
): SidebarSection[] {
  return Object.entries(sidebar).flatMap(([id, { label, options }]) => {
    const shown = Object.entries(options).flatMap(([optionId, option]) => {
      const hasPrivilege = judge(manifests, option, subject);
      if (hasPrivilege === undefined) return [];
      const { label: name, icon, action, active = false } = option;
      const own = { id: optionId, sectionId: id, label: name, action, hasPrivilege, active };
      return [{ ...own, ...(icon && { icon }) }];
    });
    return shown.length > 0 ? [{ id, label, options: shown }] : [];
  });
}

/** Whether an option may be used; undefined when it isn't even shown. */
function judge(
  manifests: MarketManifests,
  { access, action, whenLocked }: Option,
  subject: AccessSubject,
): boolean | undefined {
  if (action.do === 'go') {
    const route = manifests.routes.get(action.to.route);
    if (!route || guardRoute(manifests, route, subject) !== 'open') return undefined;
  }
  const refusal = access && findRefusal(access, subject);
  if (refusal === undefined) return true;
  // Only a larger plan would help: other rules hide.
  return refusal === 'anyFeature' && whenLocked === 'upgrade' ? false : undefined;
}
