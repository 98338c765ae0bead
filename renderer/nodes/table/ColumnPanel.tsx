import { Button, Checkbox } from '@blueprintjs/core';
import { useText } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import type { ColumnMenuProps } from './ColumnMenu.tsx';

/** A tick and two arrows for each column. */
export default function ColumnPanel({ layout, arranging }: ColumnMenuProps) {
  const { t } = useTranslation();
  const text = useText();
  const { columns } = layout;
  const shown = columns.filter(({ id }) => !layout.hidden.has(id));
  return (
    <div className="column-menu">
      <ul>
        {columns.map(({ id, label }, at) => (
          <li key={id}>
            <Checkbox
              label={text(label)}
              checked={!layout.hidden.has(id)}
              // A table without columns could not be mended.
              disabled={shown.length === 1 && !layout.hidden.has(id)}
              onChange={() => arranging.toggle(id)}
            />
            <Button
              variant="minimal"
              size="small"
              disabled={at === 0}
              aria-label={t('ui:table.moveUp', { column: text(label) })}
              icon={<span aria-hidden="true">↑</span>}
              onClick={() => arranging.move(id, -1)}
            />
            <Button
              variant="minimal"
              size="small"
              disabled={at === columns.length - 1}
              aria-label={t('ui:table.moveDown', { column: text(label) })}
              icon={<span aria-hidden="true">↓</span>}
              onClick={() => arranging.move(id, 1)}
            />
          </li>
        ))}
      </ul>
      <Button variant="minimal" size="small" onClick={arranging.reset}>
        {t('ui:table.resetColumns')}
      </Button>
    </div>
  );
}
