/** @typedef {import('./mutators.mjs').Replacement} Replacement */

/** @type {readonly (readonly [pattern: RegExp, after: string])[]} */
const swaps = [
  [/(?<=\s)<(?=\s)/g, '<='],
  [/(?<=\s)<=(?=\s)/g, '<'],
  [/(?<=\s)>(?=\s)/g, '>='],
  [/(?<=\s)>=(?=\s)/g, '>'],
  // Not the = of an assignment, which couldn't be parsed any more.
  [/(?<=\b(?:WHERE|AND|OR|ON|WHEN)\s+[\w.]+\s+)=(?=\s)/g, '<>'],
  [/(?<!\bBETWEEN\s+\S+\s+)\bAND\b/g, 'OR'],
  [/(?<!\bCREATE\s+)\bOR\b/g, 'AND'],
  [/\bIS NULL\b/g, 'IS NOT NULL'],
  [/\bIS NOT NULL\b/g, 'IS NULL'],
  [/\bDESC\b/g, 'ASC'],
  [/\bASC\b/g, 'DESC'],
  [/\bmin(?=\()/g, 'max'],
  [/\bmax(?=\()/g, 'min'],
  [/\bleast(?=\()/g, 'greatest'],
  [/\bgreatest(?=\()/g, 'least'],
  [/\bDISTINCT\s/g, ''],
];

/** @param {string} text */
export function isSql(text) {
  return /\b(SELECT|INSERT|UPDATE|DELETE|FROM|WHERE|JOIN|CASE|ORDER BY|ON CONFLICT)\b/.test(text);
}

/**
 * @param {string} text of a statement or of a part of one
 * @param {number} start where it begins in its file
 * @returns {Generator<Replacement>}
 */
export function* mutateSql(text, start) {
  for (const [pattern, after] of swaps) {
    for (const { 0: before, index } of text.matchAll(pattern)) {
      yield { start: start + index, end: start + index + before.length, after };
    }
  }
}
