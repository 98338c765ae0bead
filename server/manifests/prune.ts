import { type AccessRule, type AccessSubject, isAllowed } from '../../schemas/accessRule.ts';
import type { OperationId } from '../../schemas/api/operations.ts';
import type { Node } from '../../schemas/manifest/node.ts';

/** What a session may see, as far as nodes can ask. */
export interface Allowance {
  readonly subject: AccessSubject;
  readonly canCall: (operation: OperationId) => boolean;
  readonly canEnter: (route: string) => boolean;
}

/** Members that are maps of parts, each of which may go on its own. */
export const orderedMembers = [
  'children',
  'columns',
  'items',
  'rowActions',
  'bulkActions',
  'overlays',
] as const;
/** Of these none need be left. */
const optionalMembers: readonly string[] = ['rowActions', 'bulkActions', 'overlays'];

/**
 * A node without what the session may not see. Undefined when nothing is left: its rule or a call
 * of it is refused, or all of its parts are.
 */
export function pruneNode<Part extends object>(part: Part, allowance: Allowance): Part | undefined {
  const { access } = part as { access?: AccessRule };
  // Without a rule of its own a part is as open as what it stands in.
  if (access && !isAllowed(access, allowance.subject)) return undefined;
  if (!listCalls(part).every((call) => allowance.canCall(call))) return undefined;

  const kept = { ...part } as Record<string, unknown>;
  for (const member of orderedMembers) {
    const parts = kept[member];
    if (typeof parts !== 'object' || parts === null) continue;
    const left = Object.entries(parts).flatMap(([id, one]) => {
      const pruned = pruneNode(one as object, allowance);
      return pruned ? [[id, pruned] as const] : [];
    });
    if (left.length > 0) kept[member] = Object.fromEntries(left);
    else if (optionalMembers.includes(member)) kept[member] = undefined;
    else return undefined;
  }
  return pruneLinks(kept as unknown as Node, allowance) as Part | undefined;
}

function pruneLinks(node: Node, { canEnter }: Allowance): Node | undefined {
  if (node.type === 'button' && node.action.do === 'go' && !canEnter(node.action.to.route)) {
    return undefined;
  }
  if (node.type === 'table' && node.rowLink && !canEnter(node.rowLink.route)) {
    const { rowLink: _closed, ...rest } = node;
    return rest;
  }
  return node;
}

/** The calls that a part makes itself, wherever its sources stand. */
function listCalls(part: object): OperationId[] {
  return Object.entries(part).flatMap(([member, value]) => {
    const isPart = (orderedMembers as readonly string[]).includes(member);
    if (isPart || typeof value !== 'object' || value === null) return [];
    const { call } = value as { call?: unknown };
    // The checker has seen to it that sources name operations.
    return typeof call === 'string' ? [call as OperationId] : listCalls(value);
  });
}
