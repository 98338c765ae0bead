import { lazy, useId } from 'react';
import { NodeSource } from '../../core/NodeSource.tsx';
import type { NodeProps } from '../../core/node.ts';
import { useText } from '../../core/text.ts';
import { SectionBody } from './SectionBody.tsx';

const FoldedSection = lazy(() => import('./FoldedSection.tsx'));

/** Nodes that belong together, stacked or side by side. */
export function SectionNode({ node }: NodeProps<'section'>) {
  const id = useId();
  if (node.folded) return <FoldedSection node={node} />;
  return (
    <section className="section" {...(node.title && { 'aria-labelledby': id })}>
      <NodeSource source={node.source} over={tableOf(node)}>
        <SectionHead node={node} titleId={id} />
        <SectionBody node={node} />
      </NodeSource>
    </section>
  );
}

/** The table in it that asks for the section's own answer, in pages; one that may be hidden may never ask. */
function tableOf({ source, children }: NodeProps<'section'>['node']): string | undefined {
  return children.find(
    (child) => child.type === 'table' && child.source.call === source?.call && !child.visibleWhen,
  )?.id;
}

function SectionHead({ node, titleId }: NodeProps<'section'> & { titleId: string }) {
  const text = useText();
  if (!node.title && !node.description) return null;
  return (
    <header className="section-head">
      {node.title && <h2 id={titleId}>{text(node.title)}</h2>}
      {node.description && <p className="section-description">{text(node.description)}</p>}
    </header>
  );
}
