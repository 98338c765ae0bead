import './cards.css';
import { Fragment, useId } from 'react';
import { readField } from '../../core/bindings.ts';
import { Select } from '../../core/Select.tsx';
import { useText } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import { ColumnFilterButton } from './ColumnFilterButton.tsx';
import { drawCell, drawUnder, rowName, useCellTools } from './drawCell.tsx';
import { RowActions } from './RowActions.tsx';
import { RowCheck } from './RowCheck.tsx';
import type { RowsProps } from './rows.ts';
import { SelectAll } from './SelectAll.tsx';
import { beginsGroup, edgeOf, primaryColumn } from './tableColumns.ts';
import { sortNameOf } from './tableState.ts';

const shapes = { table: 'cards', cards: 'cards cards-wide', list: 'cards cards-list' } as const;

/** A table as cards or as a list, headed by its primary column; on a narrow screen any table. */
export function TableCards(props: RowsProps) {
  const { node, columns, group, rows, titleId, selection } = props;
  const tools = useCellTools();
  const text = useText();
  const primary = primaryColumn(columns);
  const under = primary ? columns.filter((column) => column.under === primary.id) : [];
  const rest = columns.filter((column) => column !== primary && !under.includes(column));
  return (
    <>
      <CardsBar {...props} />
      <ul
        className={shapes[node.appearance ?? 'table']}
        {...(titleId && { 'aria-labelledby': titleId })}
      >
        {rows.map((row, at) => (
          <Fragment key={String(readField(row, node.rowKey))}>
            {beginsGroup(group, rows, at) && (
              <li className="cards-group">{drawCell({ column: group, row }, tools)}</li>
            )}
            <li
              className={['card', node.rowLink && 'row-linked', edgeOf(columns, row)]
                .filter(Boolean)
                .join(' ')}
            >
              {selection && (
                <RowCheck
                  className="cell-check"
                  row={String(readField(row, node.rowKey))}
                  label={tools.selectLabel(
                    primary ? rowName({ column: primary, under }, row, tools) : String(at + 1),
                  )}
                  isChecked={selection.isSelected(row)}
                  onTick={selection.toggle}
                />
              )}
              {primary && (
                <p className="card-title">
                  {drawCell({ column: primary, row, link: node.rowLink }, tools)}
                </p>
              )}
              {drawUnder(under, row, tools)}
              <dl>
                {rest.map((column) => (
                  <div key={column.id}>
                    <dt>{text(column.label)}</dt>
                    <dd>{drawCell({ column, row }, tools)}</dd>
                  </div>
                ))}
              </dl>
              {node.rowActions && <RowActions actions={node.rowActions} row={row} />}
            </li>
          </Fragment>
        ))}
      </ul>
    </>
  );
}

/** What the heading of a table offers: ticking all, the order, the filters. */
function CardsBar({ node, columns, rows, state, selection, allRows }: RowsProps) {
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

function SortChoice({
  columns,
  state,
  paging,
}: Pick<RowsProps, 'columns' | 'state'> & Pick<RowsProps['node'], 'paging'>) {
  const { t } = useTranslation();
  const text = useText();
  const id = useId();
  const options = columns.flatMap((column) => {
    const sort = sortNameOf(column, paging);
    if (sort === undefined) return [];
    const name = text(column.label);
    return [
      { value: sort, label: t('ui:table.ascending', { column: name }) },
      { value: `-${sort}`, label: t('ui:table.descending', { column: name }) },
    ];
  });
  return options.length === 0 ? null : (
    <div className="cards-sort">
      <label htmlFor={id}>{t('ui:table.sort')}</label>
      <Select
        id={id}
        fill
        value={state.sort ?? ''}
        onChange={(event) => state.setSort(event.currentTarget.value || undefined)}
        options={[{ value: '', label: t('ui:table.unsorted') }, ...options]}
      />
    </div>
  );
}
