import { said } from '../../said.ts';
import { ImportRefused } from '../importRefused.ts';
import { longestLine } from '../textLines.ts';

/** The signs that part an EDIFACT file, as its UNA segment says them (ISO 9735). */
export interface Signs {
  readonly component: string;
  readonly element: string;
  readonly decimal: string;
  readonly release: string;
  readonly terminator: string;
}

export interface Segment {
  /** Its place in the file, from 1; UNA doesn't count. */
  readonly number: number;
  readonly tag: string;
  /** Elements behind the tag, each as its components. */
  readonly elements: readonly (readonly string[])[];
  /** As it is written. */
  readonly text: string;
}

const usual: Signs = {
  component: ':',
  element: '+',
  decimal: '.',
  release: '?',
  terminator: "'",
};

/** The signs of a file that begins so; undefined if it is no EDIFACT. */
export function findSigns(head: string): Signs | undefined {
  const text = head.replace(/^[\s\ufeff]+/, '');
  if (text.startsWith('UNA')) {
    const [component, element, decimal, release, , terminator] = text.slice(3, 9);
    if (!component || !element || !decimal || !release || !terminator) return undefined;
    return { component, element, decimal, release, terminator };
  }
  return /^UN[BH]\+/.test(text) ? usual : undefined;
}

/** Cuts a text into its segments as it streams by. Throws IMPORT_REFUSED when one never ends. */
export async function* readSegments(
  pieces: AsyncIterable<Buffer>,
  encoding: string,
  signs: Signs,
): AsyncGenerator<Segment> {
  const decoder = new TextDecoder(encoding);
  let number = 0;
  let open = '';
  const close = (text: string): Segment[] => {
    const trimmed = text.trim();
    // It says the signs, and is no segment.
    if (trimmed === '' || trimmed.startsWith('UNA')) return [];
    const [[tag = ''] = [], ...elements] = cut(trimmed, signs.element, signs).map((element) =>
      cut(element, signs.component, signs).map((one) => withoutRelease(one, signs)),
    );
    return [{ number: ++number, tag, elements, text: trimmed }];
  };
  for await (const piece of pieces) {
    const text = open + decoder.decode(piece, { stream: true });
    let begin = 0;
    for (let at = begin; at < text.length; at++) {
      if (text[at] === signs.release) at++;
      else if (text[at] === signs.terminator) {
        yield* close(text.slice(begin, at));
        begin = at + 1;
      }
    }
    open = text.slice(begin);
    if (open.length > longestLine) {
      throw new ImportRefused(said('refusals.longSegment', { terminator: signs.terminator }));
    }
  }
  yield* close(open + decoder.decode());
}

function cut(text: string, mark: string, { release }: Signs): string[] {
  if (!text.includes(release)) return text.split(mark);
  const parts: string[] = [];
  let begin = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === release) at++;
    else if (text[at] === mark) {
      parts.push(text.slice(begin, at));
      begin = at + 1;
    }
  }
  return [...parts, text.slice(begin)];
}

function withoutRelease(text: string, { release }: Signs): string {
  if (!text.includes(release)) return text;
  let plain = '';
  for (let at = 0; at < text.length; at++) {
    if (text[at] === release) at++;
    plain += text[at] ?? '';
  }
  return plain;
}
