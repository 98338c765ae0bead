import { EmptyState } from '../../core/EmptyState.tsx';
import type { NodeProps } from '../../core/node.ts';

/** An empty state that stands by itself. */
export function EmptyNode({ node: { title, description, icon } }: NodeProps<'empty'>) {
  return <EmptyState title={title} description={description} icon={icon} />;
}
