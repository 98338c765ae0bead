const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Each code unit is a character of its own here: Latin without combining marks. */
const plain = /^[\u0020-\u007e\u00a0-\u024f]*$/;

/** Characters as readers count them. */
export function lengthOf(text: string): number {
  if (plain.test(text)) return text.length;
  let length = 0;
  for (const _ of graphemes.segment(text)) length++;
  return length;
}

/** So many characters from the beginning, none of them cut in two. */
export function cutTo(text: string, most: number): string {
  if (text.length <= most) return text;
  if (plain.test(text)) return text.slice(0, most);
  let left = most;
  for (const { index } of graphemes.segment(text)) {
    if (left-- === 0) return text.slice(0, index);
  }
  return text;
}
