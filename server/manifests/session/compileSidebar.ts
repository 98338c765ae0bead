import type { AccessSubject } from '../../../schemas/accessRule.ts';
import type { ManifestIndex, SidebarSection } from '../../../schemas/manifest/compiled.ts';
import type { ModuleFile } from '../../../schemas/manifest/files.ts';
import type { JudgedEntry } from './access.ts';
import { canEnter, listRuleReasons } from './access.ts';
import type { MarketManifests } from './manifestSet.ts';
import type { Reason } from './prune.ts';

type Sidebar = NonNullable<ModuleFile['sidebar']>;

/** The modules' own menus for a subject: what the plan lacks is locked or left out, as it asks for. */
export function compileSidebars(
  manifests: MarketManifests,
  subject: AccessSubject,
): ManifestIndex['sidebars'] {
  const found = [...manifests.modules].flatMap(([id, { sidebar }]) => {
    const sections = sidebar ? compileSections(manifests, id, sidebar, subject) : [];
    return sections.length > 0 ? [[id, sections] as const] : [];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

function compileSections(
  manifests: MarketManifests,
  module: string,
  sidebar: Sidebar,
  subject: AccessSubject,
): SidebarSection[] {
  return Object.entries(sidebar).flatMap(([id, { label, options }]) => {
    const shown = Object.entries(options).flatMap(([optionId, option]) => {
      const { reasons, locks } = judgeOption(manifests, module, [id, optionId], subject);
      if (reasons.length > 0) return [];
      const { label: name, icon, action, active = false } = option;
      const own = { id: optionId, sectionId: id, label: name, action, active };
      const hasPrivilege = locks.length === 0;
      return [{ ...own, hasPrivilege, ...(icon && { icon }) }];
    });
    return shown.length > 0 ? [{ id, label, options: shown }] : [];
  });
}

/** Whether a subject has an option of a module's menu, and why not. */
export function judgeOption(
  manifests: MarketManifests,
  module: string,
  [section, id]: readonly [string, string],
  subject: AccessSubject,
): JudgedEntry {
  const option = manifests.modules.get(module)?.sidebar?.[section]?.options[id];
  const path = ['sidebar', section, 'options', id];
  if (!option) return { locks: [], reasons: [{ kind: 'absent', path }] };
  const { access, action, whenLocked } = option;
  const refusals = listRuleReasons(access, subject, [...path, 'access']);
  const isLicence = (reason: Reason) => reason.kind === 'rule' && reason.clause === 'anyFeature';
  // Only a larger plan would help: other rules hide.
  const isLocked = whenLocked === 'upgrade' && refusals.length > 0 && refusals.every(isLicence);
  const route = action.do === 'go' ? action.to.route : undefined;
  const isClosed = route !== undefined && !canEnter(manifests, route, subject);
  const reasons: Reason[] = [
    ...(isClosed
      ? [{ kind: 'link' as const, route, path: [...path, 'action', 'to', 'route'] }]
      : []),
    ...(isLocked ? [] : refusals),
  ];
  return { reasons, locks: isLocked ? refusals : [] };
}
