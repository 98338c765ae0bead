import type { AccessSubject } from '../../schemas/accessRule.ts';
import type {
  CompiledNode,
  CompiledNodeOf,
  ScreenManifest,
} from '../../schemas/manifest/compiled.ts';
import type { ModuleFile } from '../../schemas/manifest/files.ts';
import { compileForm, type KeepSchema } from '../forms/compileForm.ts';
import { guardRoute, isLicensed, refuseOperation } from './access.ts';
import { listNotifications, listTiles } from './compileIndex.ts';
import { type Fillings, fillNode } from './fillNode.ts';
import type { MarketManifests } from './manifestSet.ts';
import type { PlainObject } from './partTree.ts';
import { type Allowance, isOpen, type PrunedPart, prune, rebuild } from './prune.ts';
import { compilerTexts } from './texts.ts';

/** A screen for a subject. Undefined when there is none, or nothing that shows it is open. */
export function compileScreen(
  manifests: MarketManifests,
  id: string,
  subject: AccessSubject,
  keepSchema: KeepSchema = () => undefined,
): ScreenManifest | undefined {
  const found = manifests.screens.get(id);
  const module = found && manifests.modules.get(found.module);
  if (!found || !module || !isReachable(manifests, id, subject)) return undefined;
  const allowance = readAllowance(manifests, subject);
  const pruned = isLicensed(module, subject) ? prune(found.page, allowance) : undefined;
  if (!pruned || !isOpen(pruned)) return { id, query: {}, root: notIncluded(module) };
  const root = compilePart(pruned, {
    tiles: () => listTiles(manifests, subject),
    form: (name) => {
      const form = manifests.forms.get(name);
      return form && compileForm(name, form, allowance, keepSchema);
    },
  });
  // The one place where what the walk made gets the type that its schemas say.
  return { id, query: found.screen.query, root: root as unknown as CompiledNode };
}

/** Whether any route or panel shows a screen to the subject. */
export function isReachable(
  manifests: MarketManifests,
  id: string,
  subject: AccessSubject,
): boolean {
  const isRouted = [...manifests.routes.values()].some(
    (one) => one.route.screen === id && guardRoute(manifests, one, subject) === 'open',
  );
  return isRouted || listNotifications(manifests, subject).some(({ screen }) => screen === id);
}

export function readAllowance(manifests: MarketManifests, subject: AccessSubject): Allowance {
  return {
    subject,
    refuseCall: (operation) => refuseOperation(manifests, operation, subject),
    canEnter: (name) => {
      const route = manifests.routes.get(name);
      return route !== undefined && guardRoute(manifests, route, subject) === 'open';
    },
  };
}

/** Maps of parts become lists in the file's order, and some nodes are filled in. */
function compilePart(pruned: PrunedPart, fillings: Fillings): PlainObject {
  const content = rebuild(pruned, (parts) => parts.map((part) => compilePart(part, fillings)));
  return { ...fillNode(content, fillings), id: pruned.part.id };
}

function notIncluded(module: ModuleFile): CompiledNode {
  const root: CompiledNodeOf<'page'> = {
    id: 'root',
    type: 'page',
    title: module.title,
    children: [
      {
        id: 'not-included',
        type: 'empty',
        title: compilerTexts.notIncludedTitle,
        description: compilerTexts.notIncludedDescription,
        icon: 'lock',
      },
    ],
  };
  return root;
}
