import funnel from '@blueprintjs/icons/lib/esm/generated/16px/paths/filter.js';
import { IconDrawing } from '../../core/IconDrawing.tsx';
import { lazyPart } from '../../core/lazyPart.tsx';
import { PopoverButton } from '../../core/PopoverButton.tsx';
import { useText } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import type { ColumnFilter } from './clientRows.ts';
import type { TableColumn } from './tableColumns.ts';

const ColumnFilterPanel = lazyPart(() => import('./ColumnFilterPanel.tsx'));

export interface ColumnFilterProps {
  readonly column: TableColumn;
  readonly filter: ColumnFilter | undefined;
  readonly rows: readonly unknown[];
  readonly onChange: (filter: ColumnFilter | undefined) => void;
}

/** A column's own filter, by its type. */
export function ColumnFilterButton(props: ColumnFilterProps) {
  const { column, filter } = props;
  const { t } = useTranslation();
  const text = useText();
  const label = t('ui:table.filter', { column: text(column.label) });
  return (
    <PopoverButton
      className={
        filter ? 'filter-button filter-button-active icon-button' : 'filter-button icon-button'
      }
      preload={ColumnFilterPanel.preload}
      label={filter ? `${label} (${t('ui:table.filtered')})` : label}
      content={() => <ColumnFilterPanel {...props} />}
    >
      <IconDrawing paths={funnel} size={12} />
    </PopoverButton>
  );
}
