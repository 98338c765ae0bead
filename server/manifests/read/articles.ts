import { lexer, type Token, type Tokens } from 'marked';
import { locales } from '../../../schemas/entities/languages.ts';
import { readHeading } from '../../../schemas/manifest/articleHeadings.ts';
import { type Fault, type SourceFile, suggest } from '../ground/faults.ts';
import { toValue } from '../ground/located.ts';
import type { LoadedFiles } from './load.ts';

/** Where the texts of articles stand among the others: `articles:<module>.<name>`. */
export const articleNamespace = 'articles';
const maxBytes = 200_000;

/** The English ones by key; what is wrong with any of them, in whichever language, becomes a fault. */
export function checkArticles(loaded: LoadedFiles, faults: Fault[]): Map<string, string> {
  const english = loaded.articles.get('en') ?? new Map<string, SourceFile>();
  const paths = listPaths(loaded);
  for (const [locale, articles] of loaded.articles) {
    for (const [key, file] of articles) {
      if (!(locales as readonly string[]).includes(locale)) {
        const message = `expected a language, one of ${locales.join(', ')}, found "${locale}"${suggest(locale, locales)}`;
        faults.push({ file, offset: 0, path: '', message });
      } else if (!english.has(key)) {
        const message = `expected the same article in English, ${file.name.replace(/\.\w+\.md$/, '.en.md')}`;
        faults.push({ file, offset: 0, path: '', message });
      }
      checkArticle(file, paths, faults);
    }
  }
  const keys = [...english].map(([key, { text }]) => [`${articleNamespace}:${key}`, text] as const);
  return new Map(keys);
}

/** The articles of a language as a namespace of texts; undefined when it has none. */
export function listArticles(
  { articles }: LoadedFiles,
  locale: string,
): Record<string, Record<string, string>> | undefined {
  const own = articles.get(locale);
  if (!own?.size) return undefined;
  const modules: Record<string, Record<string, string>> = {};
  for (const [key, { text }] of own) {
    const [module = '', name = ''] = key.split('.');
    modules[module] = { ...modules[module], [name]: text };
  }
  return modules;
}

/** The addresses of pages, as patterns: what stands for a parameter may be anything. */
function listPaths({ modules }: LoadedFiles): string[] {
  return [...modules.values()].flatMap(({ file }) => {
    const { routes } = (file ? toValue(file) : {}) as {
      routes?: Record<string, { path?: string }>;
    };
    return Object.values(routes ?? {}).flatMap(({ path }) => (path === undefined ? [] : [path]));
  });
}

function checkArticle(file: SourceFile, paths: readonly string[], faults: Fault[]): void {
  const report = (offset: number, message: string) =>
    faults.push({ file, offset, path: '', message });
  if (Buffer.byteLength(file.text) > maxBytes) {
    report(0, `expected at most ${maxBytes / 1000} KB: split the article`);
    return;
  }
  const found = [...walkTokens(lexer(file.text), file.text, 0)];
  const ids = new Map<string, number>();
  for (const { token, offset } of found) {
    if (token.type !== 'heading') continue;
    const { id } = readHeading((token as Tokens.Heading).text);
    if (ids.has(id)) report(offset, `expected another id than "${id}", which a heading above has`);
    ids.set(id, offset);
  }
  for (const { token, offset } of found) {
    const fault = judge(token, paths, [...ids.keys()]);
    if (fault !== undefined) report(offset, fault);
  }
}

function judge(token: Token, paths: readonly string[], ids: readonly string[]): string | undefined {
  if (token.type === 'html') return 'expected Markdown, found HTML: it would be shown as it is';
  if (token.type === 'image') return 'expected a text without pictures, found one';
  if (token.type !== 'link') return undefined;
  const { href } = token as Tokens.Link;
  if (href.startsWith('#')) {
    const id = href.slice(1);
    if (ids.includes(id)) return undefined;
    return `expected the id of a heading of this article, found "${href}"${suggest(id, ids)}`;
  }
  if (/^(https:\/\/|mailto:)[^\s]+$/.test(href)) return undefined;
  const [path = ''] = href.split(/[?#]/);
  if (href.startsWith('/') && !href.startsWith('//') && paths.some((one) => fits(path, one))) {
    return undefined;
  }
  return `expected a link to https:, mailto:, a heading or a page of the portal, found "${href}"${suggest(path, paths)}`;
}

function fits(path: string, pattern: string): boolean {
  const [own, known] = [path.split('/'), pattern.split('/')];
  return (
    own.length === known.length &&
    known.every((segment, at) => segment === own[at] || /^\{\w+\}$/.test(segment))
  );
}

interface PlacedToken {
  readonly token: Token;
  readonly offset: number;
}

/** All tokens with the place of each: what a token is made of stands in it, in that order. */
function* walkTokens(tokens: readonly Token[], text: string, from: number): Generator<PlacedToken> {
  let at = from;
  for (const token of tokens) {
    const found = text.indexOf(token.raw, at);
    const offset = found < 0 ? at : found;
    yield { token, offset };
    yield* walkTokens(listInner(token), text, offset);
    at = found < 0 ? at : found + token.raw.length;
  }
}

function listInner(token: Token): Token[] {
  if (token.type === 'list') return (token as Tokens.List).items;
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [...header, ...rows.flat()].flatMap((cell) => cell.tokens);
  }
  return 'tokens' in token ? (token.tokens ?? []) : [];
}
