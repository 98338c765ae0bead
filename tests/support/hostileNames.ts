import path from 'node:path';

/**
 * Names of files as somebody would write them who wants out of a folder, into a header, or past
 * whoever reads them. `canary` stands for a file that lies outside: all ways up lead to one of them.
 */

export const canary = 'meterhouse-canary.pdf';

/** One step up, in every writing that somebody may take for one. */
const dots = [
  '..',
  '%2e%2e',
  '%2E.',
  '.%2e',
  '%252e%252e',
  '%25252e%25252e',
  '%c0%ae%c0%ae',
  '%e0%80%ae%e0%80%ae',
  '%f0%80%80%ae%f0%80%80%ae',
  '%u002e%u002e',
  '\u2025',
  '\uff0e\uff0e',
  '\u2024\u2024',
  '.\u200b.',
  '.\u0000.',
  '.. ',
  '...',
  '..;',
  '..%00',
  '&#46;&#46;',
];
const slashes = [
  '/',
  '\\',
  '//',
  '/./',
  '%2f',
  '%2F',
  '%5c',
  '%252f',
  '%255c',
  '%c0%af',
  '%c1%9c',
  '%e0%80%af',
  '\u2215',
  '\u2044',
  '\uff0f',
  '\uff3c',
  ':',
];
const roots = [
  '/',
  '//',
  '\\',
  '\\\\host\\share\\',
  '//host/share/',
  '\\\\?\\C:\\',
  '\\\\.\\pipe\\',
  '\\??\\C:\\',
  'C:\\',
  'c:/',
  'C:',
  'file:///',
  'file:',
  '~/',
  '~root/',
  '$HOME/',
  '%HOMEPATH%\\',
  '\u0000/',
  ' /',
  '\t/',
  '/proc/self/cwd/',
  '/proc/self/root/',
  '/dev/fd/0',
];
const targets = [canary, `${canary}\u0000.png`, `x/../../${canary}`, 'etc/passwd', '', '.'];
const reserved = ['CON', 'PRN', 'AUX', 'NUL', 'COM1', 'COM9', 'LPT1', 'CLOCK$', 'CONIN$'];
const signs = {
  controls: ['\u0000', '\u0001', '\u0008', '\t', '\v', '\u001b[2J', '\u007f', '\u0085', '\u009b'],
  lines: ['\r\n', '\n', '\r', '\u2028', '\u2029', '%0d%0a', '\u560d\u560a'],
  directions: ['\u202a', '\u202e', '\u200e', '\u200f', '\u2066', '\u2069', '\u061c'],
  invisible: ['\u200b', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u180e', '\ud800', '\udfff'],
};
const headers = [
  'a"; filename="b.exe',
  "a'; filename*=UTF-8''b.exe",
  'a.pdf"\r\nX-Injected: yes\r\n\r\n<script>alert(1)</script>',
  'a.pdf\nSet-Cookie: stolen=1',
  'a\\"b.pdf',
  '"',
  "'",
  '`id`.pdf',
  '$(id).pdf',
  '|id',
  ';id;.pdf',
  '-rf',
  '--checkpoint-action=exec=sh',
  '=HYPERLINK("http://evil.example")',
  '<svg onload=alert(1)>.pdf',
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '*?.pdf',
  'a:b.pdf',
  'a.pdf::$DATA',
  'a.pdf:hidden',
  '%00',
  '%',
  '%zz',
  '{{constructor}}',
  '__proto__',
];

/** How far up; a trap (trap.ts) has a canary at each of these heights. */
export const maxSteps = 6;

const ways = dots.flatMap((dot, row) =>
  // Each dot goes with four of the slashes: all of both meet somebody.
  [0, 5, 9, 13].map((column) => {
    const slash = slashes[(row + column) % slashes.length];
    return `${`${dot}${slash}`.repeat(1 + ((row + column) % maxSteps))}${canary}`;
  }),
);
const plainWays = Array.from({ length: maxSteps }, (_, steps) => steps + 1).flatMap((steps) =>
  ['../', '..\\', './../', 'below/../../'].map((step) => `${step.repeat(steps)}${canary}`),
);

/** All different. */
export const hostileNames: readonly string[] = [
  ...new Set([
    ...plainWays,
    ...ways,
    ...slashes.map((slash) => `below${slash}..${slash}..${slash}${canary}`),
    ...roots.flatMap((root) => targets.map((target) => `${root}${target}`)),
    ...reserved.flatMap((name) => [
      name,
      `${name.toLowerCase()}.pdf`,
      `${name} .pdf`,
      `${name}.a.b`,
    ]),
    ...Object.values(signs)
      .flat()
      .flatMap((sign) => [
        `${sign}a.pdf`,
        `a${sign}fdp.exe`,
        `a.pdf${sign}`,
        `..${sign}/${canary}`,
      ]),
    ...headers,
    ...['.', '..', '...', ' ', '. .', '.pdf', '.htaccess', '..pdf', 'a.pdf.', 'a.pdf ', 'a.pdf...'],
    ...['a'.repeat(255), `${'ż'.repeat(90)}.pdf`, `${'a/'.repeat(100)}b`, '../'.repeat(90)],
    ...['👩‍👩‍👧‍👦'.repeat(10), `a${'\u0301'.repeat(150)}.pdf`, `a.${'x'.repeat(250)}`],
  ]),
];

/** Where each of them costs several calls, so many are drawn for a run that isn't a long one. */
export const maxAtOneDoor = 80;

/** Longer than anything that takes a name may let through. */
export const endlessNames = ['a'.repeat(20_000), '../'.repeat(6000), `${'ż'.repeat(9000)}.pdf`];

/** What a name holds that no system's folder, header or reader should meet; empty when it is clean. */
export function faultsOfName(name: string): string[] {
  const rules: Record<string, boolean> = {
    'is empty': name === '',
    'leads elsewhere on POSIX': path.posix.resolve('/out', name) !== `/out/${name}`,
    'leads elsewhere on Windows': path.win32.resolve('C:\\out', name) !== `C:\\out\\${name}`,
    'has what separates or is a wildcard': /[/\\:*?"<>|]/.test(name),
    'has controls or ends lines': /[\p{Cc}\u2028\u2029]/u.test(name),
    'turns the direction': /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(name),
    'hides signs': /[\u00ad\u180e\u200b\u2060\ufeff]/.test(name),
    'is a device of Windows': /^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)\s*(\.|$)/i.test(
      name,
    ),
    'is the folder or above it': /^\.+$/.test(name),
    'ends in a dot or blank': /[. ]$/.test(name),
    'is too long': Buffer.byteLength(name) > 255,
    'is no text': !name.isWellFormed(),
  };
  return Object.keys(rules).filter((rule) => rules[rule]);
}
