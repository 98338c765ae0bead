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

interface HeadingProps {
  readonly column: TableColumn;
  readonly paging: NodeProps<'table'>['node']['paging'];
  readonly state: TableState;
  readonly rows: readonly unknown[];
  readonly text: ReturnType<typeof useText>;
}

interface HeaderCellProps extends HeadingProps {
  /** Those whose values stand in the same cells. */
  readonly under: readonly TableColumn[];
  /** As that of the cells under it. */
  readonly className: string;
  readonly layout: ColumnLayout;
}

/** The heading of a column, and in smaller type of those that stand in its cells. */
export function HeaderCell({ className, under, layout, ...heading }: HeaderCellProps) {
  const { column, paging, state, text } = heading;
  const orders = [column, ...under].map((one) => orderOf(one, paging, state));
  // Of several orders in one heading the one that is in effect counts.
  const direction = orders.find((order) => order && order !== 'none') ?? orders[0];
  const width = layout.widths[column.id];
  return (
    <th
      scope="col"
      className={className}
      aria-sort={direction}
      {...(layout.arrange && { 'data-column': column.id })}
      style={width === undefined ? undefined : { width }}
    >
      <Heading {...heading} />
      {under.length > 0 && (
        <div className="heading-under">
          {under.map((one) => (
            <span key={one.id}>
              <Heading {...heading} column={one} />
            </span>
          ))}
        </div>
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

function orderOf(column: TableColumn, paging: HeadingProps['paging'], state: TableState) {
  const sort = sortNameOf(column, paging);
  return sort === undefined ? undefined : directionOf(sort, state.sort);
}

/** A column's name, its order (unset, ascending, descending) and its filter. */
function Heading({ column, paging, state, rows, text }: HeadingProps) {
  const sort = sortNameOf(column, paging);
  const direction = orderOf(column, paging, state);
  return (
    <span className="heading">
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
    </span>
  );
}
