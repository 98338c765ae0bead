/** Without zod: pages read articles, too. */

/** A heading's words, and the id by which links find it: `{#its-own}` at its end, or made of the words. */
export function readHeading(text: string): { readonly words: string; readonly id: string } {
  const [, words = text, own] = /^(.*?)\s*\{#([a-z][a-z0-9-]*)\}\s*$/u.exec(text) ?? [];
  return { words, id: own ?? makeId(words) };
}

function makeId(words: string): string {
  const plain = words.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');
}
