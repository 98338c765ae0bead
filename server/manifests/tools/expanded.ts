import type { Located } from '../located.ts';
import { placeOf } from './provenance.ts';

/**
 * A file as it is expanded, as JSON with comments: what came along says from where, and what stands
 * in another file says in which line.
 */
export function printExpanded(located: Located): string[] {
  return print(located, located.file.name, '', '');
}

/** The lines of a value, its first one after `before`. */
function print(located: Located, own: string, before: string, indent: string): string[] {
  const { entries, items } = located;
  const members = entries
    ? [...entries].map(([key, { value }]) => ({ name: `${JSON.stringify(key)}: `, value }))
    : items?.map((value) => ({ name: '', value }));
  const [open, close] = entries ? '{}' : '[]';
  if (!members) {
    return [`${indent}${before}${JSON.stringify(located.scalar)}${comment(located, own)}`];
  }
  if (members.length === 0) return [`${indent}${before}${open}${close}${comment(located, own)}`];
  const lines = members.map(({ name, value }) => print(value, own, name, `${indent}  `));
  return [
    `${indent}${before}${open}${comment(located, own)}`,
    ...lines.flatMap((inner, at) => (at < lines.length - 1 ? withComma(inner) : inner)),
    `${indent}${close}`,
  ];
}

const mark = '  // ';

function comment(located: Located, own: string): string {
  const { origin, file } = located;
  if (origin !== undefined) return `${mark}from ${origin}`;
  return file.name === own ? '' : `${mark}${placeOf(located)}`;
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
