import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Whether a test's file imports another one of the tests, itself or by those that it imports. */
export function imports(file: string, other: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  const specifiers = readFileSync(file, 'utf8').matchAll(/(?:from|import) '(\.[^']+)'/g);
  const imported = [...specifiers].map(([, specifier = '']) =>
    path.join(path.dirname(file), specifier),
  );
  return imported.some(
    (one) =>
      one === path.normalize(other) ||
      (one.startsWith('tests') && existsSync(one) && imports(one, other, seen)),
  );
}
