import './tableMenu.css';
import { useId } from 'react';
import { Icon } from '../../core/Icon.tsx';
import { useText } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import ColumnFilterPanel from './ColumnFilterPanel.tsx';
import { SelectAll } from './SelectAll.tsx';
import { SortChoice } from './SortChoice.tsx';
import type { TableHeadProps } from './TableHead.tsx';
import { hasTools, TableTools } from './TableTools.tsx';

/** What a phone has behind one button: ticking all, the order, each filter, the tools. */
export default function TableMenu(props: TableHeadProps) {
  const { node, state, columns, list, titleId: _, ...tools } = props;
  const { t } = useTranslation();
  const text = useText();
  const id = useId();
  const filtered = columns.filter(({ filter }) => filter);
  return (
    <div className="table-menu">
      {list && <SortChoice columns={columns} state={state} paging={node.paging} />}
      {list?.selection && <SelectAll selection={list.selection} rows={list.rows} hasWords />}
      {list && filtered.length > 0 && (
        <div>
          <p id={id} className="table-menu-label">
            {t('ui:table.filters')}
          </p>
          <ul aria-labelledby={id}>
            {filtered.map((column) => (
              <li key={column.id}>
                <details>
                  <summary>
                    <span>{text(column.label)}</span>
                    {state.filters[column.id] && (
                      <span className="table-menu-filtered">{t('ui:table.filtered')}</span>
                    )}
                    <Icon name="caret-down" />
                  </summary>
                  <ColumnFilterPanel
                    column={column}
                    filter={state.filters[column.id]}
                    rows={list.allRows}
                    onChange={(filter) => state.setFilter(column.id, filter)}
                  />
                </details>
              </li>
            ))}
          </ul>
        </div>
      )}
      {hasTools(props) && <TableTools node={node} state={state} columns={columns} {...tools} />}
    </div>
  );
}
