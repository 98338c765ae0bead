import { useText } from '../../core/text.ts';
import { ColumnFilterButton } from './ColumnFilterButton.tsx';
import type { RowsProps } from './rows.ts';
import { SelectAll } from './SelectAll.tsx';
import { SortChoice } from './SortChoice.tsx';

/** What the heading of a table offers: ticking all, the order, the filters. */
export default function CardsBar({ node, columns, rows, state, selection, allRows }: RowsProps) {
  const text = useText();
  return (
    <div className="cards-bar">
      {selection && <SelectAll selection={selection} rows={rows} hasWords />}
      <SortChoice columns={columns} state={state} paging={node.paging} />
      {columns
        .filter(({ filter }) => filter)
        .map((column) => (
          <span key={column.id} className="cards-filter">
            {text(column.label)}
            <ColumnFilterButton
              column={column}
              filter={state.filters[column.id]}
              rows={allRows}
              onChange={(filter) => state.setFilter(column.id, filter)}
            />
          </span>
        ))}
    </div>
  );
}
