/** A column that the reader sized takes that width; the others share what is left. */
export function widthStyle(width: number | undefined) {
  if (width === undefined) return undefined;
  return { width, minWidth: width, maxWidth: width, overflow: 'hidden', textOverflow: 'ellipsis' };
}
