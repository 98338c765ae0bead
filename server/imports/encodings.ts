import { isUtf8 } from 'node:buffer';
import { type Locale, languageFacts } from '../../schemas/entities/languages.ts';

/** As `TextDecoder` calls them. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1250' | 'windows-1252';

export const encodingNames: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1250': 'Windows-1250',
  'windows-1252': 'Windows-1252',
};

/** Of the bytes beyond ASCII: which letters each code page makes of them that its languages have. */
const letters = {
  'windows-1250': new Set('ąćęłńóśźżĄĆĘŁŃÓŚŹŻáčďéěíňřšťúůýžÁČĎÉĚÍŇŘŠŤÚŮÝŽ'),
  'windows-1252': new Set('æøåÆØÅäöüÄÖÜßéÉóÓ'),
} as const;
/** Where a file's letters don't tell, for ć and ř of one are æ and ø of the other, its language does. */
function codePagesOf(language: Locale): readonly (keyof typeof letters)[] {
  const own = [...languageFacts[language].letters].filter((letter) => letter > '\x7f');
  const isCentral = own.every((letter) => letters['windows-1250'].has(letter));
  return isCentral ? ['windows-1250', 'windows-1252'] : ['windows-1252', 'windows-1250'];
}

/** How a file is written that begins with the mark of its encoding: it is right, whoever says otherwise. */
export function markedEncoding(head: Buffer): Encoding | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 'utf-8' : undefined;
}

/**
 * How a file's beginning is written. UTF-16 is told by its mark, or by the zero bytes of its digits;
 * what is no UTF-8 is the code page of Windows that makes more letters of it, in doubt that of the market's language.
 */
export function detectEncoding(head: Buffer, language: Locale = 'pl'): Encoding {
  const sure = markedEncoding(head) ?? findWide(head);
  if (sure) return sure;
  if (isUtf8(wholeCharacters(head)) || isMostlyUtf8(head)) return 'utf-8';
  const [first, second] = codePagesOf(language) as [keyof typeof letters, keyof typeof letters];
  return scoreOf(head, second) > scoreOf(head, first) ? second : first;
}

const lookedAt = 2000;

/** UTF-16 without its mark: every other byte of a table of figures is zero. */
function findWide(head: Buffer): Encoding | undefined {
  const zeros = [0, 0];
  const length = Math.min(head.length, lookedAt);
  for (let at = 0; at < length; at++) {
    if (head[at] === 0) zeros[at % 2] = (zeros[at % 2] as number) + 1;
  }
  const [even, odd] = zeros as [number, number];
  if (length < 4 || Math.max(even, odd) < length / 4 || Math.min(even, odd) > length / 20) {
    return undefined;
  }
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** A few broken characters make no other encoding of it: their lines are refused. */
function isMostlyUtf8(head: Buffer): boolean {
  const text = new TextDecoder('utf-8').decode(head.subarray(0, 100_000));
  const beyond = text.match(/[^\p{ASCII}]/gu) ?? [];
  const broken = beyond.filter((letter) => letter === '\ufffd').length;
  return beyond.length > 2 * broken;
}

/** Without the beginning of a character that the head cuts off. */
function wholeCharacters(head: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, head.length); back++) {
    const byte = head[head.length - back] as number;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return head.subarray(0, head.length - back);
  }
  return head;
}

function scoreOf(head: Buffer, encoding: keyof typeof letters): number {
  const text = new TextDecoder(encoding).decode(head.subarray(0, 100_000));
  let score = 0;
  for (const [, before, letter = '', after] of text.matchAll(/(.?)([^\p{ASCII}])(?=(.?))/gu)) {
    // m³ and °C, which stand in either's files, are letters of the other one.
    const isUnit = letter === '³' && before === 'm' && !/\p{L}/u.test(after ?? '');
    if (letters[encoding].has(letter) || isUnit) score += 1;
    else score -= 1;
  }
  return score;
}
