import { type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Link as LinkManifest } from '../../../schemas/manifest/parts.ts';
import { readField } from '../../core/bindings.ts';
import { drawValue } from '../../core/FormattedValue.tsx';
import { useFormat } from '../../core/format.ts';
import { Icon } from '../../core/Icon.tsx';
import { useHref } from '../../core/link.ts';
import { useRunAction } from '../../core/runAction.ts';
import type { Translate } from '../../core/text.ts';
import type { TableColumn } from './tableColumns.ts';

/** What the cells of a table need: hooks in each of them would cost more than the cells. */
export interface CellTools {
  readonly t: Translate;
  readonly formatValue: ReturnType<typeof useFormat>;
  readonly href: ReturnType<typeof useHref>;
  /** Copies a field of a row; a toast says so for three seconds. */
  readonly copy: (field: string, row: unknown) => void;
}

export function useCellTools(): CellTools {
  const { t } = useTranslation();
  const formatValue = useFormat();
  const href = useHref();
  const run = useRunAction();
  const copy = useCallback(
    // By its name: a text from the data could read as a binding.
    (field: string, row: unknown) => void run({ do: 'copy', value: `$row.${field}` }, { row }),
    [run],
  );
  return useMemo(() => ({ t, formatValue, href, copy }), [t, formatValue, href, copy]);
}

interface CellContent {
  readonly column: TableColumn;
  readonly row: unknown;
  /** Where the row leads, in its primary column. */
  readonly link?: LinkManifest | undefined;
}

/** One value of a row. */
export function drawCell({ column, row, link }: CellContent, tools: CellTools): ReactNode {
  const value = readField(row, column.field);
  const drawn = drawValue({ format: column.format ?? { as: 'text' }, value, row }, tools);
  // A link in a link is none: the value's own goes before the row's.
  const address = column.format?.as === 'link' ? undefined : link && tools.href(link, row);
  const shown =
    address === undefined ? (
      drawn
    ) : (
      <Link className="row-link" to={address}>
        {drawn}
      </Link>
    );
  if (!column.copy || value === undefined || value === null || value === '') return shown;
  const label = tools.t('ui:table.copy', { value });
  return (
    <>
      {shown}
      <button
        type="button"
        className="copy-button icon-button"
        aria-label={label}
        title={label}
        onClick={() => tools.copy(column.field, row)}
      >
        <Icon name="clipboard-copy" size={14} />
      </button>
    </>
  );
}
