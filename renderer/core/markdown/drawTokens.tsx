import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { createElement, Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { readHeading } from '../../../schemas/manifest/articleHeadings.ts';
import type { CompiledRoute } from '../../../schemas/manifest/compiled.ts';
import { readMarkdownLink } from './markdownLink.ts';

export interface Surroundings {
  readonly routes: readonly CompiledRoute[];
  /** Added to a heading's depth. */
  readonly headingShift: number;
  /** Headings have the ids by which links find them. */
  readonly hasAnchors?: boolean;
}

/** Markdown's tokens as React nodes; HTML among them as the text that it is. */
export function drawTokens(tokens: readonly Token[], surroundings: Surroundings): ReactNode {
  return tokens.map((token, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text's tokens have no key, and no state.
    <Fragment key={at}>{drawToken(token as MarkedToken, surroundings)}</Fragment>
  ));
}

function drawToken(token: MarkedToken, surroundings: Surroundings): ReactNode {
  const inner = (tokens: readonly Token[] | undefined) => drawTokens(tokens ?? [], surroundings);
  switch (token.type) {
    case 'heading': {
      const level = Math.min(6, token.depth + surroundings.headingShift);
      const { id, words } = readHeading(token.text);
      const drawn = words === token.text ? inner(token.tokens) : inner(Lexer.lexInline(words));
      return createElement(`h${level}`, surroundings.hasAnchors ? { id } : {}, drawn);
    }
    case 'paragraph':
      return <p>{inner(token.tokens)}</p>;
    case 'text':
      return token.tokens ? inner(token.tokens) : token.text;
    case 'strong':
      return <strong>{inner(token.tokens)}</strong>;
    case 'em':
      return <em>{inner(token.tokens)}</em>;
    case 'del':
      return <del>{inner(token.tokens)}</del>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys.
        <pre tabIndex={0}>
          <code>{token.text}</code>
        </pre>
      );
    case 'br':
      return <br />;
    case 'hr':
      return <hr />;
    case 'blockquote':
      return <blockquote>{inner(token.tokens)}</blockquote>;
    case 'list':
      return <List token={token} surroundings={surroundings} />;
    case 'link':
      return <TextLink token={token} surroundings={surroundings} />;
    case 'table':
      return <TextTable token={token} surroundings={surroundings} />;
    case 'image':
    case 'escape':
    case 'html':
      return token.text;
    default:
      return null;
  }
}

function List({ token, surroundings }: { token: Tokens.List; surroundings: Surroundings }) {
  const items = token.items.map((item, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text's items have no key, and no state.
    <li key={at}>{drawTokens(item.tokens, surroundings)}</li>
  ));
  return token.ordered ? <ol start={token.start || 1}>{items}</ol> : <ul>{items}</ul>;
}

function TextLink({ token, surroundings }: { token: Tokens.Link; surroundings: Surroundings }) {
  const link = readMarkdownLink(token.href, surroundings.routes);
  const label = drawTokens(token.tokens, surroundings);
  if (!link) return label;
  if ('anchor' in link) return <a href={link.anchor}>{label}</a>;
  if ('inside' in link) return <Link to={link.inside}>{label}</Link>;
  return (
    <a href={link.outside} target="_blank" rel="noopener noreferrer">
      {label}
    </a>
  );
}

function TextTable({ token, surroundings }: { token: Tokens.Table; surroundings: Surroundings }) {
  const cells = (row: readonly Tokens.TableCell[], tag: 'th' | 'td') =>
    row.map((cell, at) =>
      createElement(
        tag,
        { key: at, ...(tag === 'th' && { scope: 'col' }) },
        drawTokens(cell.tokens, surroundings),
      ),
    );
  return (
    <div className="markdown-table">
      <table>
        <thead>
          <tr>{cells(token.header, 'th')}</tr>
        </thead>
        <tbody>
          {token.rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a text's rows have no key, and no state.
            <tr key={at}>{cells(row, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
