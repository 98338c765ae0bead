import './markdown.css';
import { lexer, type MarkedToken } from 'marked';
import { lazy, Suspense, useMemo } from 'react';
import { useHeadingLevel } from '../../core/headingLevel.ts';
import { useManifestIndex } from '../../core/manifest.ts';
import { drawTokens } from '../../core/markdown/drawTokens.tsx';
import type { NodeProps } from '../../core/node.ts';
import { useText } from '../../core/text.ts';

const FoldedArticle = lazy(() => import('./FoldedArticle.tsx'));

/** A text in Markdown as React's own nodes: nothing in it can become HTML. */
export default function MarkdownNode({ node }: NodeProps<'markdown'>) {
  const source = useText()(node.text);
  const { routes } = useManifestIndex();
  const level = useHeadingLevel();
  const { tokens, surroundings } = useMemo(() => {
    // All of them are marked's own, for there are no extensions.
    const read = lexer(source) as MarkedToken[];
    const depths = read.flatMap((token) => (token.type === 'heading' ? token.depth : []));
    // However its headings begin, the first level follows the page's without a gap.
    const headingShift = level - Math.min(...depths);
    return { tokens: read, surroundings: { routes, headingShift, hasAnchors: true } };
  }, [source, routes, level]);
  if (!node.folded) return <div className="markdown">{drawTokens(tokens, surroundings)}</div>;
  return (
    // What stands below would be seen first, and then pushed away.
    <Suspense fallback={<span className="awaited" hidden />}>
      <FoldedArticle tokens={tokens} surroundings={surroundings} />
    </Suspense>
  );
}
