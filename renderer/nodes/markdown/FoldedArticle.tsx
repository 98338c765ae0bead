import '../../core/folded.css';
import type { MarkedToken, Tokens } from 'marked';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { readHeading } from '../../../schemas/manifest/articleHeadings.ts';
import { Icon } from '../../core/Icon.tsx';
import { drawTokens, type Surroundings } from '../../core/markdown/drawTokens.tsx';

interface FoldedArticleProps {
  readonly tokens: readonly MarkedToken[];
  readonly surroundings: Surroundings;
}

interface Fold {
  readonly heading: Tokens.Heading;
  readonly tokens: MarkedToken[];
}

/**
 * What stands under each of the first headings, folded; the browser's search finds it all the same.
 * The one that the address names is open.
 */
export default function FoldedArticle({ tokens, surroundings }: FoldedArticleProps) {
  const { hash } = useLocation();
  const box = useRef<HTMLDivElement>(null);
  const { before, folds } = fold(tokens);

  useEffect(() => {
    const target = document.getElementById(decodeURIComponent(hash.slice(1)));
    if (!target || !box.current?.contains(target)) return;
    target.closest('details')?.setAttribute('open', '');
    target.scrollIntoView();
  }, [hash]);

  return (
    <div ref={box} className="markdown-folds">
      {before.length > 0 && <div className="markdown">{drawTokens(before, surroundings)}</div>}
      {folds.map(({ heading, tokens: inner }) => (
        <details key={readHeading(heading.text).id} className="section section-folded">
          <summary>
            {drawTokens([heading], surroundings)}
            <Icon name="caret-down" />
          </summary>
          <div className="markdown">{drawTokens(inner, surroundings)}</div>
        </details>
      ))}
    </div>
  );
}

/** Deeper headings stay within what they stand under. */
function fold(tokens: readonly MarkedToken[]): { before: MarkedToken[]; folds: Fold[] } {
  const first = tokens.find((token) => token.type === 'heading');
  const before: MarkedToken[] = [];
  const folds: Fold[] = [];
  for (const token of tokens) {
    if (token.type === 'heading' && first && token.depth <= first.depth) {
      folds.push({ heading: token, tokens: [] });
    } else {
      (folds.at(-1)?.tokens ?? before).push(token);
    }
  }
  return { before, folds };
}
