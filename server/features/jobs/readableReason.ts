const maxCharacters = 300;
const hidden = '…';

const secrets: readonly (readonly [pattern: RegExp, shown: string])[] = [
  // smtp://user:password@host
  [/(\w:\/\/)[^\s/@]*@/g, `$1${hidden}@`],
  // A token in an address.
  [/([?&#][\w-]+=)[^\s&#]+/g, `$1${hidden}`],
  [/\b(bearer|basic)\s+\S+/gi, `$1 ${hidden}`],
  [
    /\b(pass(?:word|wd)?|pwd|secret|token|authorization|api[-_]?key)(["']?\s*[:=]\s*)\S+/gi,
    `$1$2${hidden}`,
  ],
  // Whom a mail was for.
  [/[^\s@<>"'(),:;/…]+@[^\s@<>"'(),:;]+/g, hidden],
];

/** The first line of an error’s text, without passwords, tokens and mail addresses. */
export function readableReason(text: string): string {
  const [line = ''] = text.trim().split(/[\r\n]/, 1);
  const shown = secrets.reduce((rest, [pattern, as]) => rest.replace(pattern, as), line.trim());
  return shown.length > maxCharacters ? `${shown.slice(0, maxCharacters - 1)}…` : shown;
}
