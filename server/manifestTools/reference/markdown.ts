/** A page of the reference: its address below docs/reference, and its lines. */
export interface Page {
  readonly name: string;
  readonly title: string;
  readonly lines: readonly string[];
}

export function writePage({ title, lines }: Page): string {
  const head = [
    `# ${title}`,
    '',
    '<!-- Written by `npm run portal -- manifest docs`: change the schemas, not this page. -->',
    '',
  ];
  return `${[...head, ...lines]
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`;
}

/** Columns that no row has anything in are left out. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const used = head.map((_name, at) => rows.some((row) => row[at]));
  const line = (cells: readonly string[]) => {
    const shown = cells.filter((_cell, at) => used[at]);
    return `| ${shown.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  };
  return ['', line(head), line(head.map(() => '---')), ...rows.map(line), ''];
}

export function code(text: unknown): string {
  return `\`${String(text)}\``;
}

export function json(value: unknown, indent = ''): string[] {
  return ['```json', ...writeJson(value, indent).split('\n'), '```', ''];
}

const maxWidth = 90;

/** JSON as people write it: what fits on a line stands on one. */
export function writeJson(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return isList ? '[]' : '{}';
  const named = (key: string, text: string) => (isList ? text : `${JSON.stringify(key)}: ${text}`);
  const short = entries.map(([key, one]) => named(key, writeJson(one))).join(', ');
  const line = isList ? `[${short}]` : `{ ${short} }`;
  if (!line.includes('\n') && indent.length + line.length <= maxWidth) return line;
  const inner = `${indent}  `;
  const lines = entries.map(([key, one]) => `${inner}${named(key, writeJson(one, inner))}`);
  const [open, close] = isList ? '[]' : '{}';
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}
