import { longestLine, shownCharacters, splitLines, type TextLine } from './textLines.ts';

/** Whether a file's beginning is JSON: objects or a list of them, and no table. */
export function isJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

const lookedAt = 50;

/** Whether objects stand a line each, as of its first lines one at least does. */
function isObjectALine(text: string): boolean {
  const lines = text.split('\n', lookedAt + 1).filter((line) => line.trim() !== '');
  if (!text.trimStart().startsWith('{')) return false;
  return lines.length < 2 || lines.some(isObject);
}

function isObject(text: string): boolean {
  if (!text.trimStart().startsWith('{')) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * The objects of a JSON file whose beginning is `head`. Where each stands on a line of its own, its
 * number is the line's; in a list, or printed over several lines, it counts the objects from 1.
 */
export function readObjects(
  pieces: AsyncIterable<Buffer>,
  { head, encoding, newline }: { head: string; encoding: string; newline: '\n' | '\r' },
): AsyncGenerator<TextLine, void> {
  if (isObjectALine(head)) return splitLines(pieces, { encoding, newline });
  return splitObjects(pieces, encoding);
}

/** What tells where objects begin and end; a line that begins with one ends whatever is open. */
const marks = /\\.|["{}[\],]|\n(?=\{)/gs;

/**
 * Cuts a stream into the objects of a list, or into objects that follow one another, wherever its
 * lines end. What is between them and no object comes by itself. An object that nothing closes ends
 * where a line begins with the next.
 */
async function* splitObjects(
  pieces: AsyncIterable<Buffer>,
  encoding: string,
): AsyncGenerator<TextLine, void> {
  const decoder = new TextDecoder(encoding);
  let number = 0;
  let open: string[] = [];
  let length = 0;
  let depth = 0;
  let isInText = false;
  let held = '';

  const add = (text: string) => {
    const wasTooLong = length > longestLine;
    length += text.length;
    if (!wasTooLong) open.push(text);
    if (length <= longestLine || wasTooLong) return;
    // Through bytes, because a slice would hold on to the whole object.
    open = [Buffer.from(open.join('').slice(0, shownCharacters)).toString()];
  };
  const close = (): TextLine[] => {
    const text = open.join('').trim();
    const isTooLong = length > longestLine;
    open = [];
    length = 0;
    depth = 0;
    isInText = false;
    return text === '' ? [] : [{ number: ++number, text, isTooLong }];
  };
  /** Whether what is open ends before a sign; between objects, those of the list are no content. */
  const endsBefore = (sign: string) =>
    sign === '\n' || (depth === 0 && ['{', '[', ']', ','].includes(sign));
  /** Whether the object that is open ends with it. */
  const endsWith = (sign: string): boolean => {
    if (depth === 0) return false;
    if (sign === '"') isInText = !isInText;
    else if (!isInText && sign === '{') depth += 1;
    else if (!isInText && sign === '}') depth -= 1;
    return depth === 0;
  };
  const read = (text: string): TextLine[] => {
    const found: TextLine[] = [];
    let started = 0;
    for (const { index, 0: sign } of text.matchAll(marks)) {
      if (endsBefore(sign)) {
        add(text.slice(started, index));
        found.push(...close());
        started = sign === '{' ? index : index + 1;
        if (sign === '{') depth = 1;
      } else if (endsWith(sign)) {
        add(text.slice(started, index + 1));
        found.push(...close());
        started = index + 1;
      }
    }
    add(text.slice(started));
    return found;
  };

  for await (const piece of pieces) {
    const text = held + decoder.decode(piece, { stream: true });
    // A sign whose meaning depends on the next one waits for it.
    held = /(?:\\+|\n)$/.exec(text)?.[0] ?? '';
    yield* read(text.slice(0, text.length - held.length));
  }
  yield* read(held + decoder.decode());
  yield* close();
}
