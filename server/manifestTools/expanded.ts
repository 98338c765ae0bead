import type { Located } from '../manifests/ground/located.ts';
import { placeOf } from './provenance.ts';

/**
 * A file as it is expanded, as JSON with comments: what came along says from where, and what stands
 * in another file says in which line.
 */
export function printExpanded(located: Located): string[] {
  return print(located, { file: located.file }, '', '');
}

/** The lines of a value, its first one after `before`. */
function print(located: Located, around: Around, before: string, indent: string): string[] {
  const { entries, items } = located;
  const members = entries
    ? [...entries].map(([key, { value }]) => ({ name: `${JSON.stringify(key)}: `, value }))
    : items?.map((value) => ({ name: '', value }));
  const [open, close] = entries ? '{}' : '[]';
  if (!members) {
    return [`${indent}${before}${JSON.stringify(located.scalar)}${comment(located, around)}`];
  }
  if (members.length === 0) return [`${indent}${before}${open}${close}${comment(located, around)}`];
  const lines = members.map(({ name, value }) => print(value, located, name, `${indent}  `));
  return [
    `${indent}${before}${open}${comment(located, around)}`,
    ...lines.flatMap((inner, at) => (at < lines.length - 1 ? withComma(inner) : inner)),
    `${indent}${close}`,
  ];
}

const mark = '  // ';

type Around = Pick<Located, 'file' | 'origin'>;

/** Where a value is from, unless what it stands in is from there as well. */
function comment(located: Located, around: Around): string {
  const { origin, file } = located;
  if (origin === around.origin && file.name === around.file.name) return '';
  return `${mark}${origin === undefined ? placeOf(located) : `from ${origin}`}`;
}

/** A comma after the value that ends a list of lines, before its comment. */
function withComma(lines: readonly string[]): string[] {
  const last = lines.at(-1) ?? '';
  // A text may hold what looks like a comment, but no value ends in one.
  const at = last.lastIndexOf(mark);
  const isComment = at >= 0 && !last.endsWith('"');
  const ended = isComment ? `${last.slice(0, at)},${last.slice(at)}` : `${last},`;
  return [...lines.slice(0, -1), ended];
}
