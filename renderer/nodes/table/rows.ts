import type { NodeProps } from '../../core/node.ts';
import type { ColumnLayout } from './columnLayout.ts';
import type { TableColumn } from './tableColumns.ts';
import type { TableState } from './tableState.ts';
import type { Selection } from './useSelection.ts';

/** What both shapes of a table, the grid and the narrow cards, are given. */
export interface RowsProps extends NodeProps<'table'> {
  readonly columns: readonly TableColumn[];
  /** Whose value stands over the rows that follow one another with it. */
  readonly group?: TableColumn | undefined;
  readonly rows: readonly unknown[];
  readonly state: TableState;
  readonly layout: ColumnLayout;
  readonly titleId?: string;
  /** Of tables whose rows can be ticked. */
  readonly selection?: Selection | undefined;
  /** All rows before filtering, from which filters take their choices. */
  readonly allRows: readonly unknown[];
}
