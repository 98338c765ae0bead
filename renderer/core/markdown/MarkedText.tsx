import { lexer } from 'marked';
import { useManifestIndex } from '../manifest.ts';
import { drawTokens } from './drawTokens.tsx';

/** A short text of ours in Markdown, drawn as React's own nodes: bold, lists, links. */
export default function MarkedText({ text }: { text: string }) {
  const { routes } = useManifestIndex();
  return drawTokens(lexer(text), { routes, headingShift: 0 });
}
