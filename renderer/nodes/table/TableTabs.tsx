import '../../core/tabList.css';
import { readField } from '../../core/bindings.ts';
import { readRows, useSource } from '../../core/data.ts';
import { useFormat } from '../../core/format.ts';
import type { NodeProps } from '../../core/node.ts';
import { useText } from '../../core/text.ts';
import { chosenTab, tabsColumn } from './tableColumns.ts';
import type { TableState } from './tableState.ts';
import { writeFilters } from './writeFilters.ts';

interface TableTabsProps extends NodeProps<'table'> {
  readonly state: TableState;
}

/** The choices of a column's filter, one of which is chosen at a time, with how many rows each has. */
export function TableTabs({ node, state }: TableTabsProps) {
  const text = useText();
  const format = useFormat();
  const { search, filters } = state;
  const column = tabsColumn(node);
  // The tabs count what all other filters leave.
  const others = node.columns.filter((one) => one !== column);
  const filter = writeFilters(others, filters);
  const { data } = useSource(node.tabs?.counts, {
    extra: { ...(filter && { filter }), ...(search && { search }) },
  });
  if (!column) return null;

  const counts = readRows(data, 'content');
  const countOf = (value: string) =>
    readField(
      counts.find((one) => String(readField(one, 'value')) === value),
      'count',
    ) ?? 0;
  const chosen = chosenTab(node, filters);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div role="group" aria-label={text(column.label)} className="tab-list">
      {(column.choices ?? []).map((value) => (
        <button
          key={value}
          type="button"
          className="tab"
          aria-pressed={value === chosen}
          onClick={() => state.setFilter(column.id, { kind: 'choice', values: [value] })}
        >
          {format(column.format ?? { as: 'text' }, value)}
          {data && (
            <>
              {' '}
              <span className="tab-count">{format({ as: 'integer' }, countOf(value))}</span>
            </>
          )}
        </button>
      ))}
    </div>
  );
}
