import { columnChoices } from '../../schemas/entities/importKindColumns.ts';
import { suggest } from '../manifests/ground/faults.ts';
import type { ColumnsSaid } from './guide.ts';

/** Which word of the header is which column, each as `Zähler=serial`; a text says why it can't be understood. */
export function readColumns(given: readonly string[]): ColumnsSaid | string | undefined {
  const columns: Record<string, string> = {};
  for (const one of given) {
    const at = one.lastIndexOf('=');
    const [word, column] = [
      one.slice(0, at).trim(),
      one
        .slice(at + 1)
        .trim()
        .toLowerCase(),
    ];
    if (at < 0 || !word) return `«${one}» is no column: write it as "Zähler=serial".`;
    if (!columnChoices.includes(column)) {
      const known = suggest(column, columnChoices) || `. Known are ${columnChoices.join(', ')}.`;
      return `There is no column «${column}»${known}`;
    }
    columns[word] = column;
  }
  return given.length > 0 ? columns : undefined;
}
