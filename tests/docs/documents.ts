import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface Block {
  /** The heading above it. */
  readonly heading: string;
  readonly language: string;
  /** Words after the language, `name=value` or alone. */
  readonly info: ReadonlyMap<string, string>;
  readonly text: string;
}

/** The fenced blocks of a document in docs/. */
export function readBlocks(name: string): Block[] {
  const file = path.resolve(import.meta.dirname, '../../docs', name);
  const blocks: Block[] = [];
  let heading = '';
  let open: { language: string; info: Map<string, string>; lines: string[] } | undefined;
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [, fence] = /^```(.*)$/.exec(line) ?? [];
    if (open && fence !== undefined) {
      const { language, info, lines } = open;
      blocks.push({ heading, language, info, text: lines.join('\n') });
      open = undefined;
    } else if (fence !== undefined) {
      const [language = '', ...words] = fence.trim().split(/\s+/);
      const info = words
        .map((word) => word.split('='))
        .map(([key = '', value = '']) => [key, value]);
      open = { language, info: new Map(info as [string, string][]), lines: [] };
    } else if (open) {
      open.lines.push(line);
    } else {
      heading = /^#+ (.*)$/.exec(line)?.[1] ?? heading;
    }
  }
  return blocks;
}
