import './markdown.css';
import { lexer, type MarkedToken } from 'marked';
import { useMemo } from 'react';
import { useHeadingLevel } from '../../core/headingLevel.ts';
import { useManifestIndex } from '../../core/manifest.ts';
import { drawTokens } from '../../core/markdown/drawTokens.tsx';
import type { NodeProps } from '../../core/node.ts';
import { useText } from '../../core/text.ts';

/** A text in Markdown as React's own nodes: nothing in it can become HTML. */
export default function MarkdownNode({ node }: NodeProps<'markdown'>) {
  const source = useText()(node.text);
  const { routes } = useManifestIndex();
  const level = useHeadingLevel();
  const drawn = useMemo(() => {
    // All of them are marked's own, for there are no extensions.
    const tokens = lexer(source) as MarkedToken[];
    const depths = tokens.flatMap((token) => (token.type === 'heading' ? token.depth : []));
    // However its headings begin, the first level follows the page's without a gap.
    return drawTokens(tokens, { routes, headingShift: level - Math.min(...depths) });
  }, [source, routes, level]);
  return <div className="markdown">{drawn}</div>;
}
