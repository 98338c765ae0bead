import '../../core/folded.css';
import { Icon } from '../../core/Icon.tsx';
import { NodeSource } from '../../core/NodeSource.tsx';
import type { NodeProps } from '../../core/node.ts';
import { useText } from '../../core/text.ts';
import { SectionBody } from './SectionBody.tsx';

/** A section whose title opens it. What is in it can be found by the browser's search all the same. */
export default function FoldedSection({ node }: NodeProps<'section'>) {
  const text = useText();
  return (
    <details className="section section-folded">
      <summary>
        <h2>{node.title && text(node.title)}</h2>
        <Icon name="caret-down" />
      </summary>
      <NodeSource source={node.source}>
        {node.description && <p className="section-description">{text(node.description)}</p>}
        <SectionBody node={node} />
      </NodeSource>
    </details>
  );
}
