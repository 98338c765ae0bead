import type { AccessSubject } from '../../schemas/accessRule.ts';
import type {
  CompiledNode,
  CompiledNodeOf,
  ScreenManifest,
  Tile,
} from '../../schemas/manifest/compiled.ts';
import type { CompiledForm } from '../../schemas/manifest/compiledForm.ts';
import { type EnumerationName, enumerations } from '../../schemas/manifest/enumerations.ts';
import type { ModuleFile } from '../../schemas/manifest/files.ts';
import type { Node } from '../../schemas/manifest/node.ts';
import type { Format } from '../../schemas/manifest/parts.ts';
import { compileForm, type KeepSchema } from '../forms/compileForm.ts';
import { guardRoute, isLicensed, refuseOperation } from './access.ts';
import { listNotifications, listTiles } from './compileIndex.ts';
import { compareText } from './faults.ts';
import type { MarketManifests } from './manifestSet.ts';
import { compareOrder, type Ordered } from './order.ts';
import { type Allowance, orderedMembers, pruneNode } from './prune.ts';
import { listValues } from './schemaWalk.ts';
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
  if (!found || !module) return undefined;
  const isRouted = [...manifests.routes.values()].some(
    (one) => one.route.screen === id && guardRoute(manifests, one, subject) === 'open',
  );
  const isNotified = () =>
    listNotifications(manifests, subject).some(({ screen }) => screen === id);
  if (!isRouted && !isNotified()) return undefined;
  const { query, root } = found.screen;
  const allowed = isLicensed(module, subject)
    ? pruneNode<Node>(root, readAllowance(manifests, subject))
    : undefined;
  if (!allowed) return { id, query: {}, root: notIncluded(module) };
  return {
    id,
    query,
    root: compileNode('root', allowed, {
      tiles: () => listTiles(manifests, subject),
      form: (name) => {
        const file = manifests.forms.get(name);
        return file && compileForm(name, file, subject, keepSchema);
      },
    }),
  };
}

function readAllowance(manifests: MarketManifests, subject: AccessSubject): Allowance {
  return {
    subject,
    canCall: (operation) => refuseOperation(manifests, operation, subject) === undefined,
    canEnter: (name) => {
      const route = manifests.routes.get(name);
      return route !== undefined && guardRoute(manifests, route, subject) === 'open';
    },
  };
}

/** What nodes are filled with at compile time. */
interface Fillings {
  readonly tiles: () => Tile[];
  readonly form: (name: string) => CompiledForm | undefined;
}

function compileNode(id: string, node: Node, fillings: Fillings): CompiledNode {
  return compilePart(id, node, fillings) as CompiledNode;
}

/** Maps of parts become lists by order and id; what only the server needs is left out. */
function compilePart(id: string, part: object, fillings: Fillings): object {
  const { access: _access, order: _order, ...kept } = part as Record<string, unknown>;
  for (const member of orderedMembers) {
    const parts = kept[member];
    if (typeof parts !== 'object' || parts === null) continue;
    kept[member] = Object.entries(parts as Record<string, Ordered>)
      .toSorted(([a, one], [b, other]) => compareOrder(one, other) || compareText(a, b))
      .map(([key, one]) => compilePart(key, one, fillings));
  }
  if (kept['type'] === 'tiles') kept['tiles'] = fillings.tiles();
  if (kept['type'] === 'form') kept['form'] = fillings.form(String(kept['form']));
  // The browser has no schemas to list an enumeration by.
  if (kept['kind'] === 'choice' && !kept['options']) {
    kept['only'] ??= listNames(kept['enumeration']);
  }
  const format = kept['format'] as Format | undefined;
  if (kept['filter'] === 'choice' && (format?.as === 'enumeration' || format?.as === 'badge')) {
    kept['choices'] ??= listNames(format.of);
  }
  if (kept['filter'] === 'choice' && format?.as === 'severity') {
    kept['choices'] ??= listNames('urgency');
  }
  return { ...kept, id };
}

function listNames(enumeration: unknown): string[] {
  return (listValues(enumerations[enumeration as EnumerationName]) ?? []).map(String);
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
