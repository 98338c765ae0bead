import path from 'node:path';
import { cleanFileName } from '../../storage/fileName.ts';

/**
 * Gives files of one folder names that every system takes and tells apart, capitals or not: a second
 * `bill.pdf` is `bill (2).pdf`. Whatever the names were, none of them leads anywhere else.
 */
export function createNaming(): (fileName: string) => string {
  const taken = new Set<string>();
  const next = new Map<string, number>();
  return (fileName) => {
    const { name: stem, ext } = path.posix.parse(cleanFileName(fileName));
    const key = foldCase(`${stem}${ext}`);
    for (let count = next.get(key) ?? 1; ; count += 1) {
      const name = count === 1 ? `${stem}${ext}` : `${stem} (${count})${ext}`;
      const folded = foldCase(name);
      if (taken.has(folded)) continue;
      taken.add(folded);
      next.set(key, count + 1);
      return name;
    }
  };
}

/** Systems that keep capitals apart are fewer than those that don't; some compose letters, too. */
function foldCase(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
