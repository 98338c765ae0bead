import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { readField } from '../../core/bindings.ts';
import { Select } from '../../core/Select.tsx';
import { useText } from '../../core/text.ts';
import { Cell } from './Cell.tsx';
import type { RowsProps } from './rows.ts';
import { primaryColumn, type TableColumn } from './tableColumns.ts';
import type { TableState } from './tableState.ts';

/** A table on a narrow screen: a card for each row, headed by its primary column. */
export function TableCards({ node, columns, rows, state, titleId }: RowsProps) {
  const text = useText();
  const primary = primaryColumn(columns);
  return (
    <>
      <SortChoice columns={columns} state={state} />
      <ul className="cards" {...(titleId && { 'aria-labelledby': titleId })}>
        {rows.map((row) => (
          <li
            key={String(readField(row, node.rowKey))}
            className={node.rowLink ? 'card row-linked' : 'card'}
          >
            {primary && (
              <p className="card-title">
                <Cell column={primary} row={row} {...(node.rowLink && { link: node.rowLink })} />
              </p>
            )}
            <dl>
              {columns
                .filter((column) => column !== primary)
                .map((column) => (
                  <div key={column.id}>
                    <dt>{text(column.label)}</dt>
                    <dd>
                      <Cell column={column} row={row} />
                    </dd>
                  </div>
                ))}
            </dl>
          </li>
        ))}
      </ul>
    </>
  );
}

function SortChoice({ columns, state }: { columns: readonly TableColumn[]; state: TableState }) {
  const { t } = useTranslation();
  const text = useText();
  const id = useId();
  const options = columns.flatMap(({ sort, label }) =>
    sort === undefined
      ? []
      : [
          { value: sort, label: t('ui:table.ascending', { column: text(label) }) },
          { value: `-${sort}`, label: t('ui:table.descending', { column: text(label) }) },
        ],
  );
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
