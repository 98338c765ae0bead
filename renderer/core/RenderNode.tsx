import { type ComponentType, Suspense } from 'react';
import type { CompiledNode } from '../../schemas/manifest/compiled.ts';
import { ErrorCard } from './ErrorCard.tsx';
import { NodeBoundary } from './NodeBoundary.tsx';
import { type NodeProps, useNodeRegistry } from './node.ts';
import { Skeleton } from './Skeleton.tsx';

/** Draws a node by its type. What goes wrong in it stays in it: its siblings live. */
export function RenderNode({ node }: { node: CompiledNode }) {
  const registry = useNodeRegistry();
  if (!Object.hasOwn(registry, node.type)) {
    return <ErrorCard titleKey="ui:node.unknown" message={`${node.type} (${node.id})`} />;
  }
  // The registry pairs each type with the component for it, which the union can't express.
  const Component = registry[node.type] as ComponentType<NodeProps<typeof node.type>>;
  return (
    <NodeBoundary node={node}>
      <Suspense fallback={<Skeleton shape={node.type} />}>
        <Component node={node} />
      </Suspense>
    </NodeBoundary>
  );
}
