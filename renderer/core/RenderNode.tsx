import { type ComponentType, type ReactNode, Suspense, useMemo } from 'react';
import { type Condition, compileCondition } from '../../schemas/conditions.ts';
import type { CompiledNode } from '../../schemas/manifest/compiled.ts';
import { resolveValue, useBindings } from './bindings.ts';
import { useEarlySource } from './data.ts';
import { useData } from './dataContext.ts';
import { ErrorCard } from './ErrorCard.tsx';
import { NodeBoundary } from './NodeBoundary.tsx';
import { type NodeProps, useNodeRegistry } from './node.ts';
import { PartProvider } from './place.ts';
import { Skeleton } from './Skeleton.tsx';

/** Draws a node by its type. What goes wrong in it stays in it: its siblings live. */
export function RenderNode({ node }: { node: CompiledNode }) {
  const registry = useNodeRegistry();
  if (!Object.hasOwn(registry, node.type)) {
    return <ErrorCard titleKey="ui:node.unknown" message={`${node.type} (${node.id})`} />;
  }
  // The registry pairs each type with the component for it, which the union can't express.
  const Component = registry[node.type] as ComponentType<NodeProps<typeof node.type>>;
  const drawn = (
    <PartProvider value={node}>
      <NodeBoundary node={node}>
        <Suspense fallback={<Awaited node={node} />}>
          <Component node={node} />
        </Suspense>
      </NodeBoundary>
    </PartProvider>
  );
  return node.visibleWhen ? <WhenTrue condition={node.visibleWhen}>{drawn}</WhenTrue> : drawn;
}

/** A node whose scripts are on their way: its answer needn't wait for them. */
function Awaited({ node }: { node: CompiledNode }) {
  // A table adds its page and order, a calendar its month, and dots wait until they are scrolled to.
  const asksLater = /^(table|calendar|dots)$/.test(node.type);
  useEarlySource('source' in node && !asksLater ? node.source : undefined);
  return <Skeleton shape={node.type} />;
}

/**
 * Apart, so that only nodes with a condition follow every change of the address. What may still turn
 * out to be there keeps what follows back, so that nothing jumps.
 */
function WhenTrue({ condition, children }: { condition: Condition; children: ReactNode }) {
  const bindings = useBindings();
  const holds = useMemo(() => compileCondition(condition), [condition]);
  const { isPending } = useData();
  if (holds((operand) => resolveValue(operand, bindings))) return children;
  return isPending && asksForData(condition) ? <span className="awaited" hidden /> : null;
}

function asksForData(condition: Condition): boolean {
  return JSON.stringify(condition).includes('"$data');
}
