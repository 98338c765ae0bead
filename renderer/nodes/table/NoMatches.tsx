import { Button } from '@blueprintjs/core';
import { formatDate, useFormat } from '../../core/format.ts';
import { Icon } from '../../core/Icon.tsx';
import { useText } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import type { ColumnFilter } from './clientRows.ts';
import type { TableColumn } from './tableColumns.ts';
import type { TableState } from './tableState.ts';

interface NoMatchesProps {
  readonly columns: readonly TableColumn[];
  readonly state: TableState;
}

/** Nothing fits what was searched for, which is no reason to show the table's own empty state. */
export function NoMatches({ columns, state }: NoMatchesProps) {
  const { t } = useTranslation();
  const text = useText();
  const format = useFormat();
  const { search, filters } = state;

  function describe(column: TableColumn, filter: ColumnFilter): string {
    if (filter.kind === 'text') return filter.text;
    if (filter.kind === 'choice') {
      return filter.values.map((one) => format(column.format ?? { as: 'text' }, one)).join(', ');
    }
    const [from, to] = [filter.from, filter.to].map(
      (end) => end && (column.filter === 'date' ? formatDate(end) : end),
    );
    if (from && to) return `${from}–${to}`;
    return from ? `≥ ${from}` : `≤ ${to}`;
  }

  const activeFilters = [
    ...(search === '' ? [] : [t('ui:table.wish', { wanted: search })]),
    ...columns.flatMap((column) => {
      const filter = filters[column.id];
      if (!filter) return [];
      const wish = t('ui:table.wish', { wanted: describe(column, filter) });
      return [`${text(column.label)}: ${wish}`];
    }),
  ];

  return (
    <div className="empty-state" role="status">
      <Icon name="search" size={32} className="empty-state-icon" />
      <p className="empty-state-title">
        {t('ui:table.noMatches', { wishes: activeFilters.join(', ') })}
      </p>
      <Button onClick={state.clearWishes}>{t('ui:table.clearSearch')}</Button>
    </div>
  );
}
