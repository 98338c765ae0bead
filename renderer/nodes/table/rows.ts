import type { NodeProps } from '../../core/node.ts';
import type { TableColumn } from './tableColumns.ts';
import type { TableState } from './tableState.ts';

/** What both shapes of a table, the grid and the narrow cards, are given. */
export interface RowsProps extends NodeProps<'table'> {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly unknown[];
  readonly state: TableState;
  readonly titleId?: string;
}
