import './page.css';
import { useData } from '../../core/dataContext.ts';
import { NodeSource } from '../../core/NodeSource.tsx';
import type { NodeProps } from '../../core/node.ts';
import { RenderNode } from '../../core/RenderNode.tsx';
import { useText } from '../../core/text.ts';
import { useOrder } from '../../core/useOrder.ts';

/** The root of a screen: its heading and what stands below. */
export function PageNode({ node }: NodeProps<'page'>) {
  const children = useOrder(node.children);
  return (
    <NodeSource source={node.source} isPage>
      <article className="page">
        <PageHead node={node} />
        <div className="page-body">
          {children.map((child) => (
            <RenderNode key={child.id} node={child} />
          ))}
        </div>
      </article>
    </NodeSource>
  );
}

function PageHead({ node }: NodeProps<'page'>) {
  const text = useText();
  const { isPending } = useData();
  const isAwaited = node.subtitle !== undefined && isPending;
  const subtitle = node.subtitle && !isPending && text(node.subtitle);
  return (
    <header className="page-head">
      <div className="page-title">
        {/* The heading is there before its words are, so that it can have the focus. */}
        <h1 tabIndex={-1}>{text(node.title) || <span className="skeleton skeleton-title" />}</h1>
        {isAwaited && (
          // Its line is kept, so that what stands below doesn't move when it comes.
          <p className="page-subtitle">
            <span className="skeleton skeleton-subtitle" />
          </p>
        )}
        {subtitle && <p className="page-subtitle">{subtitle}</p>}
      </div>
      {node.actions && (
        <div className="page-actions">
          {node.actions.map((action) => (
            <RenderNode key={action.id} node={action} />
          ))}
        </div>
      )}
    </header>
  );
}
