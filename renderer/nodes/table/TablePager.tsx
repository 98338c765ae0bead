import { Button } from '@blueprintjs/core';
import type { Format } from '../../../schemas/manifest/parts.ts';
import { useFormat } from '../../core/format.ts';
import { Icon } from '../../core/Icon.tsx';
import { Select } from '../../core/Select.tsx';
import { useTranslation } from '../../core/translation.ts';
import type { TableState } from './tableState.ts';

interface TablePagerProps {
  readonly total: number;
  readonly state: TableState;
  readonly pageSizes: readonly number[];
  /** What the table is called, for a screen may have several. */
  readonly title: string | undefined;
}

const wholeNumber: Format = { as: 'integer' };

/** Which rows these are, and the way to the others. */
export function TablePager({ total, state, pageSizes, title }: TablePagerProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { page, size, setPage, setSize } = state;
  const last = Math.max(0, Math.ceil(total / size) - 1);
  const integer = (value: number) => format(wholeNumber, value);
  return (
    <nav
      className="pager"
      aria-label={title ? `${t('ui:table.pages')}: ${title}` : t('ui:table.pages')}
    >
      <p className="pager-range" role="status">
        {t('ui:table.range', {
          first: integer(Math.min(page * size + 1, total)),
          last: integer(Math.min((page + 1) * size, total)),
          total: integer(total),
        })}
      </p>
      {total > Math.min(...pageSizes) && (
        <Select
          aria-label={t('ui:table.pageSize')}
          value={size}
          onChange={(event) => setSize(Number(event.currentTarget.value))}
          options={pageSizes.map((one) => ({
            value: one,
            label: t('ui:table.perPage', { size: integer(one) }),
          }))}
        />
      )}
      {last > 0 && (
        <div className="pager-steps">
          <Button
            icon={<Icon name="chevron-left" />}
            aria-label={t('ui:table.previous')}
            disabled={page === 0}
            onClick={() => setPage(page - 1)}
          />
          <span className="figures">
            {t('ui:table.page', { page: integer(page + 1), pages: integer(last + 1) })}
          </span>
          <Button
            icon={<Icon name="chevron-right" />}
            aria-label={t('ui:table.next')}
            disabled={page >= last}
            onClick={() => setPage(page + 1)}
          />
        </div>
      )}
    </nav>
  );
}
