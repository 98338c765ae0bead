import './cells.css';
import { Fragment, type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import type { Format, Link as LinkManifest } from '../../../schemas/manifest/parts.ts';
import { readField } from '../../core/bindings.ts';
import { drawValue } from '../../core/FormattedValue.tsx';
import { useFormat } from '../../core/format.ts';
import { useFollow, useHref } from '../../core/link.ts';
import { useRunAction } from '../../core/runAction.ts';
import { sentenceOf, type Translate } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import { CopyButton } from './CopyButton.tsx';
import type { PlacedColumn, TableColumn } from './tableColumns.ts';

/** What the cells of a table need: hooks in each of them would cost more than the cells. */
export interface CellTools {
  readonly t: Translate;
  readonly formatValue: ReturnType<typeof useFormat>;
  readonly href: ReturnType<typeof useHref>;
  readonly follow: ReturnType<typeof useFollow>;
  /** What ticking a row does, by what a person calls it. */
  readonly selectLabel: (row: string) => string;
  readonly copyLabel: (value: unknown) => string;
  /** Copies a value; a toast says so for three seconds. */
  readonly copy: (value: unknown) => void;
}

export function useCellTools(): CellTools {
  const { t } = useTranslation();
  const formatValue = useFormat();
  const href = useHref();
  const follow = useFollow();
  const copy = useCopy();
  return useMemo(
    () => ({
      t,
      formatValue,
      href,
      follow,
      copy,
      selectLabel: sentenceOf(t, 'ui:table.select', 'row'),
      copyLabel: sentenceOf(t, 'ui:table.copy', 'value'),
    }),
    [t, formatValue, href, follow, copy],
  );
}

/** The same function always, for buttons that are drawn anew only when their value changes. */
function useCopy(): CellTools['copy'] {
  const run = useRunAction();
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  return useCallback(
    // By its name: a text from the data could read as a binding.
    (value) => void latest.current({ do: 'copy', value: '$row.value' }, { row: { value } }),
    [],
  );
}

interface CellContent {
  readonly column: TableColumn;
  readonly row: unknown;
  /** Where the row leads, in its primary column. */
  readonly link?: LinkManifest | undefined;
}

const plain: Format = { as: 'text' };

/** What stands under the value of a cell: the values that are there, on one line. */
export function drawUnder(
  columns: readonly TableColumn[],
  row: unknown,
  tools: CellTools,
): ReactNode {
  const there = columnsWithValue(columns, row);
  if (there.length === 0) return null;
  return (
    <div className="cell-under">
      {there.map((column, at) => (
        <Fragment key={column.id}>
          {at > 0 && ' · '}
          {drawCell({ column, row }, tools)}
        </Fragment>
      ))}
    </div>
  );
}

/** What a person calls a row: the value that it is known by, and what stands under it. */
export function rowName(
  { column, under }: PlacedColumn,
  row: unknown,
  { formatValue }: CellTools,
): string {
  const write = ({ format, field }: TableColumn) =>
    formatValue(format ?? plain, readField(row, field), row);
  return [column, ...columnsWithValue(under, row)].map(write).join(', ');
}

/** The columns that a row has a value in. */
export function columnsWithValue(
  columns: readonly TableColumn[],
  row: unknown,
): readonly TableColumn[] {
  return columns.filter(({ field }) => !isEmpty(readField(row, field)));
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** One value of a row. */
export function drawCell({ column, row, link }: CellContent, tools: CellTools): ReactNode {
  const value = readField(row, column.field);
  const drawn = drawValue({ format: column.format ?? plain, value, row }, tools);
  // A link in a link is none: the value's own goes before the row's.
  const address = column.format?.as === 'link' ? undefined : link && tools.href(link, row);
  const shown =
    address === undefined ? (
      drawn
    ) : (
      <a className="row-link" href={address} onClick={tools.follow}>
        {drawn}
      </a>
    );
  if (!column.copy || isEmpty(value)) return shown;
  return (
    <>
      {shown}
      <CopyButton value={value} onCopy={tools.copy} label={tools.copyLabel(value)} />
    </>
  );
}
