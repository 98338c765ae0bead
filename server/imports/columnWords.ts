import { columnChoices } from '../../schemas/entities/importKindColumns.ts';
import { findNear } from '../manifests/ground/faults.ts';
import { type Said, said } from '../said.ts';
import type { ColumnsSaid } from './guide.ts';

/** Which word of the header is which column, each as `Zähler=serial`; or why it can't be understood. */
export function readColumns(
  given: readonly string[],
): { readonly columns: ColumnsSaid | undefined } | { readonly fault: Said } {
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
    if (at < 0 || !word) return { fault: said('refusals.noPair', { one }) };
    if (!columnChoices.includes(column)) {
      const near = findNear(column, columnChoices);
      const columns = columnChoices.join(', ');
      return {
        fault: near
          ? said('refusals.noColumnNear', { column, near })
          : said('refusals.noColumnKnown', { column, columns }),
      };
    }
    columns[word] = column;
  }
  return { columns: given.length > 0 ? columns : undefined };
}
