import type { CompiledNode } from '../../schemas/manifest/compiled.ts';
import { useIsNarrow } from './mediaQuery.ts';

/** Nodes as the file has them; on a phone some stand before what is above them. */
export function useOrder(nodes: readonly CompiledNode[]): readonly CompiledNode[] {
  if (!useIsNarrow()) return nodes;
  const ordered: CompiledNode[] = [];
  for (const node of nodes) ordered.splice('onPhone' in node ? -1 : ordered.length, 0, node);
  return ordered;
}
