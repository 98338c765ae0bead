/** A line of a text file as it came, without its end. */
export interface TextLine {
  /** From 1. */
  readonly number: number;
  /** Of a line that is too long only the beginning. */
  readonly text: string;
  readonly isTooLong: boolean;
}

/** More than any sound line needs: a wide one of 10,000 devices has a tenth of it. */
export const longestLine = 1 << 20;
/** What is kept of one that is too long. */
export const shownCharacters = 500;

/**
 * Cuts a stream into lines. However long a line is, and however small the pieces are that it comes
 * in, no more than `longestLine` of it is kept.
 */
export async function* splitLines(
  pieces: AsyncIterable<Buffer>,
  { encoding, newline }: { encoding: string; newline: '\n' | '\r' },
): AsyncGenerator<TextLine, void> {
  const decoder = new TextDecoder(encoding);
  let number = 0;
  let open: string[] = [];
  let length = 0;
  let isTooLong = false;

  const add = (text: string) => {
    length += text.length;
    if (!isTooLong) open.push(text);
    if (length <= longestLine || isTooLong) return;
    isTooLong = true;
    // Through bytes, because a slice would hold on to the whole line.
    const shown = Buffer.from(open.join('').slice(0, shownCharacters));
    open = [shown.toString()];
  };
  const close = (): TextLine => {
    const text = open.join('');
    const line = { number: ++number, text: withoutReturn(text), isTooLong };
    open = [];
    length = 0;
    isTooLong = false;
    return line;
  };

  for await (const piece of pieces) {
    const parts = decoder.decode(piece, { stream: true }).split(newline);
    const last = parts.pop() ?? '';
    for (const part of parts) {
      if (length === 0 && part.length <= longestLine) {
        // Nearly every line stands in one piece whole.
        yield { number: ++number, text: withoutReturn(part), isTooLong: false };
        continue;
      }
      add(part);
      yield close();
    }
    add(last);
  }
  add(decoder.decode());
  if (length > 0) yield close();
}

function withoutReturn(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}
