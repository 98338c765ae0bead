import { useId } from 'react';
import { Select } from '../../core/Select.tsx';
import { useText } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import type { RowsProps } from './rows.ts';
import { sortNameOf } from './tableState.ts';

/** The order of a table that has no headings to click on. */
export function SortChoice({
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
