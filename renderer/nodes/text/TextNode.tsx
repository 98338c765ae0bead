import type { NodeProps } from '../../core/node.ts';
import { useText } from '../../core/text.ts';

export function TextNode({ node }: NodeProps<'text'>) {
  const text = useText();
  return <p className={`text text-${node.style}`}>{text(node.text)}</p>;
}
