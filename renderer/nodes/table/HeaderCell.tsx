import { Icon } from '../../core/Icon.tsx';
import type { NodeProps } from '../../core/node.ts';
import type { useText } from '../../core/text.ts';
import { ColumnEdge } from './ColumnEdge.tsx';
import { ColumnFilterButton } from './ColumnFilterButton.tsx';
import type { ColumnLayout } from './columnLayout.ts';
import type { TableColumn } from './tableColumns.ts';
import {
  directionOf,
  nextSort,
  type SortDirection,
  sortNameOf,
  type TableState,
} from './tableState.ts';

const sortIcons = {
  none: 'unsorted',
  ascending: 'sort-ascending',
  descending: 'sort-descending',
} as const satisfies Record<SortDirection, string>;

interface HeaderCellProps {
  readonly column: TableColumn;
  /** As that of the cells under it. */
  readonly className: string;
  readonly paging: NodeProps<'table'>['node']['paging'];
  readonly state: TableState;
  readonly rows: readonly unknown[];
  readonly text: ReturnType<typeof useText>;
  readonly layout: ColumnLayout;
}

/** A column's heading: its name, its order (unset, ascending, descending) and its filter. */
export function HeaderCell(props: HeaderCellProps) {
  const { column, className, paging, state, rows, text, layout } = props;
  const sort = sortNameOf(column, paging);
  const direction = sort === undefined ? undefined : directionOf(sort, state.sort);
  const width = layout.widths[column.id];
  return (
    <th
      scope="col"
      className={className}
      aria-sort={direction}
      {...(layout.arrange && { 'data-column': column.id })}
      style={width === undefined ? undefined : { width }}
    >
      {sort !== undefined && direction ? (
        <button
          type="button"
          className="sort-button"
          onClick={() => state.setSort(nextSort(sort, state.sort))}
        >
          <span>{text(column.label)}</span>
          <Icon name={sortIcons[direction]} className={`sort-icon sort-icon-${direction}`} />
        </button>
      ) : (
        text(column.label)
      )}
      {column.filter && (
        <ColumnFilterButton
          column={column}
          filter={state.filters[column.id]}
          rows={rows}
          onChange={(filter) => state.setFilter(column.id, filter)}
        />
      )}
      {layout.arrange && (
        <ColumnEdge
          id={column.id}
          label={text(column.label)}
          width={width}
          arranging={layout.arrange}
        />
      )}
    </th>
  );
}
