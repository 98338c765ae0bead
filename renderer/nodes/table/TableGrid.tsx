import { readField } from '../../core/bindings.ts';
import { Icon } from '../../core/Icon.tsx';
import { useText } from '../../core/text.ts';
import { Cell } from './Cell.tsx';
import type { RowsProps } from './rows.ts';
import { alignOf, primaryColumn, type TableColumn } from './tableColumns.ts';
import { directionOf, nextSort, type SortDirection, type TableState } from './tableState.ts';

const sortIcons = {
  none: 'unsorted',
  ascending: 'sort-ascending',
  descending: 'sort-descending',
} as const satisfies Record<SortDirection, string>;

/** A table as a table. */
export function TableGrid({ node, columns, rows, state, titleId }: RowsProps) {
  const primary = primaryColumn(columns);
  return (
    <div className="table-scroll">
      <table {...(titleId && { 'aria-labelledby': titleId })}>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} state={state} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={String(readField(row, node.rowKey))} className={node.rowLink && 'row-linked'}>
              {columns.map((column) => (
                <td key={column.id} className={`cell-${alignOf(column)}`}>
                  <Cell
                    column={column}
                    row={row}
                    {...(column === primary && node.rowLink && { link: node.rowLink })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function HeaderCell({ column, state }: { column: TableColumn; state: TableState }) {
  const text = useText();
  const { sort } = column;
  if (sort === undefined) {
    return (
      <th scope="col" className={`cell-${alignOf(column)}`}>
        {text(column.label)}
      </th>
    );
  }
  const direction = directionOf(sort, state.sort);
  return (
    <th scope="col" className={`cell-${alignOf(column)}`} aria-sort={direction}>
      <button
        type="button"
        className="sort-button"
        onClick={() => state.setSort(nextSort(sort, state.sort))}
      >
        <span>{text(column.label)}</span>
        <Icon name={sortIcons[direction]} className={`sort-icon sort-icon-${direction}`} />
      </button>
    </th>
  );
}
