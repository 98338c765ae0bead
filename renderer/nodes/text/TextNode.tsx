import { lazy } from 'react';
import type { NodeProps } from '../../core/node.ts';
import { useText } from '../../core/text.ts';

const CodeText = lazy(() => import('./CodeText.tsx'));

export function TextNode({ node }: NodeProps<'text'>) {
  const text = useText();
  if (node.style === 'code') return <CodeText node={node} />;
  return <p className={`text text-${node.style}`}>{text(node.text)}</p>;
}
