import { Button } from '@blueprintjs/core';
import { useText } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import type { ColumnFilterProps } from './ColumnFilterButton.tsx';
import FilterInputs from './FilterInputs.tsx';

/** What a column's filter asks for, and a way to ask for nothing. */
export default function ColumnFilterPanel(props: ColumnFilterProps) {
  const { t } = useTranslation();
  const text = useText();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a popover's content, named for screen readers.
    <div
      className="column-filter"
      role="group"
      aria-label={t('ui:table.filter', { column: text(props.column.label) })}
    >
      <FilterInputs {...props} />
      <Button
        variant="minimal"
        size="small"
        disabled={!props.filter}
        onClick={() => props.onChange(undefined)}
      >
        {t('ui:table.clearFilter')}
      </Button>
    </div>
  );
}
