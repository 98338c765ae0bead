import type { ColumnFilter } from './clientRows.ts';
import type { TableColumn } from './tableColumns.ts';
import { type TableState, writeFilter } from './tableState.ts';

/** What a server's table asks for: `field:value` for each filter that is complete. */
export function writeFilters(
  columns: readonly TableColumn[],
  filters: TableState['filters'],
): string[] | undefined {
  const asked = columns.flatMap(({ id, field, filter: kind }) => {
    const filter = filters[id];
    const value = filter && isComplete(kind, filter) ? writeFilter(filter) : undefined;
    return value === undefined ? [] : [`${field}:${value}`];
  });
  return asked.length > 0 ? asked : undefined;
}

/** Someone who is typing a number has not finished at its sign. */
function isComplete(kind: TableColumn['filter'], filter: ColumnFilter): boolean {
  if (kind !== 'number' || filter.kind !== 'range') return true;
  return [filter.from, filter.to].every((end) => !end || Number.isFinite(Number(end)));
}
