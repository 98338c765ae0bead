import { compileCondition } from '../../../schemas/conditions.ts';
import type { CompiledNode } from '../../../schemas/manifest/compiled.ts';
import { type BindingContext, resolveValue } from '../../core/bindings.ts';

/** Whether a node shows, or could once the source that its parts look at has answered. */
export function isShown(node: CompiledNode, bindings: BindingContext): boolean {
  const { visibleWhen } = node;
  if (visibleWhen && !compileCondition(visibleWhen)((operand) => resolveValue(operand, bindings)))
    return false;
  const hasOwnData = 'source' in node && node.source !== undefined;
  if (!('children' in node) || hasOwnData) return true;
  return node.children.some((child) => isShown(child, bindings));
}
