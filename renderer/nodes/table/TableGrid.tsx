import { Fragment, lazy, memo, type Ref, Suspense, useMemo } from 'react';
import { readField } from '../../core/bindings.ts';
import type { NodeProps } from '../../core/node.ts';
import { showFullText } from '../../core/showFullText.ts';
import { useText } from '../../core/text.ts';
import { type CellTools, drawCell, drawUnder, rowName, useCellTools } from './drawCell.tsx';
import { HeaderCell } from './HeaderCell.tsx';
import { RowActions } from './RowActions.tsx';
import { RowCheck } from './RowCheck.tsx';
import type { RowsProps } from './rows.ts';
import { SelectAll } from './SelectAll.tsx';
import {
  alignOf,
  beginsGroup,
  edgeOf,
  isWords,
  type PlacedColumn,
  placeColumns,
  primaryColumn,
} from './tableColumns.ts';
import type { Selection } from './useSelection.ts';

/** More rows than these are drawn only as far as they are in sight. */
const manyRows = 150;
/** With more columns than these a table scrolls sideways on most screens anyway. */
const manyColumns = 7;
const VirtualGrid = lazy(() => import('./VirtualGrid.tsx'));

/** A table as a table. Its head stays in sight; of very many rows only those in sight are drawn. */
export function TableGrid(props: RowsProps) {
  if (props.rows.length <= manyRows) return <GridTable {...props} />;
  return (
    <Suspense fallback={<GridTable {...props} rows={props.rows.slice(0, manyRows)} />}>
      <VirtualGrid {...props} />
    </Suspense>
  );
}

/** The part of the rows that is drawn. */
export interface RowWindow {
  readonly scroller: Ref<HTMLDivElement>;
  readonly indexes: readonly number[];
  /** Pixels that the rows before and after it take. */
  readonly before: number;
  readonly after: number;
}

export function GridTable({ window, ...props }: RowsProps & { readonly window?: RowWindow }) {
  const { node, columns, group, rows, state, layout, titleId, selection, allRows } = props;
  const text = useText();
  const tools = useCellTools();
  const { t } = tools;
  const isVirtual = window !== undefined;
  const primary = primaryColumn(columns);
  const cells = useMemo(() => {
    // A sticky cell's link ends with the cell, so a second one in another cell covers the rest of the
    // row. There is none where the primary value has a link of its own.
    const cover = primary?.format?.as === 'link' ? undefined : node.rowLink;
    const placed = placeColumns(columns);
    const other = placed.find(({ column }) => column !== primary)?.column;
    return placed.map(({ column, under }) => ({
      column,
      under,
      className: `cell-${alignOf(column)}${column === primary ? ' cell-primary' : ''}`,
      link: column === primary ? node.rowLink : undefined,
      cover: column === other ? cover : undefined,
    }));
  }, [columns, primary, node.rowLink]);
  const shown = window?.indexes ?? Array.from(rows.keys());
  const width = cells.length + Number(Boolean(selection)) + Number(Boolean(node.rowActions));
  const sized = sizedWidth(props);

  return (
    <div
      ref={window?.scroller}
      className={isVirtual ? 'table-scroll table-scroll-tall' : 'table-scroll'}
      // What scrolls must be reachable by the keyboard.
      {...(isVirtual && { tabIndex: 0, role: 'region', 'aria-labelledby': titleId })}
    >
      <table
        {...(titleId && { 'aria-labelledby': titleId })}
        {...(isVirtual && { 'aria-rowcount': rows.length + 1 })}
        className={classOf(cells, width > manyColumns, sized !== undefined)}
        {...(sized && { style: { width: sized } })}
        onMouseMove={showFullText}
      >
        <thead>
          <tr>
            {selection && (
              <th scope="col" className="cell-check">
                <SelectAll selection={selection} rows={rows} />
              </th>
            )}
            {cells.map(({ column, under, className }) => (
              <HeaderCell
                key={column.id}
                column={column}
                under={under}
                className={className}
                paging={node.paging}
                state={state}
                rows={allRows}
                text={text}
                layout={layout}
              />
            ))}
            {node.rowActions && (
              <th scope="col" className="cell-actions">
                <span className="visually-hidden">{t('ui:table.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {window && window.before > 0 && <Spacer height={window.before} width={width} />}
          {shown.map((at) => {
            const key = String(readField(rows[at], node.rowKey));
            const drawn = (
              <GridRow
                key={key}
                node={node}
                cells={cells}
                columns={columns}
                rows={rows}
                at={at}
                isSelected={selection?.isSelected(rows[at])}
                onToggle={selection?.toggle}
                tools={tools}
              />
            );
            if (!group) return drawn;
            return (
              <Fragment key={key}>
                {beginsGroup(group, rows, at) && (
                  <tr className="table-group">
                    <th scope="rowgroup" colSpan={width}>
                      {drawCell({ column: group, row: rows[at] }, tools)}
                    </th>
                  </tr>
                )}
                {drawn}
              </Fragment>
            );
          })}
          {window && window.after > 0 && <Spacer height={window.after} width={width} />}
        </tbody>
      </table>
    </div>
  );
}

/** A column and what its cells share. */
interface Cells extends PlacedColumn {
  readonly className: string;
  readonly link: NodeProps<'table'>['node']['rowLink'];
  /** The row's link again, to cover the whole row; in one column. */
  readonly cover: NodeProps<'table'>['node']['rowLink'];
}

interface GridRowProps extends Pick<RowsProps, 'node' | 'rows' | 'columns'> {
  readonly cells: readonly Cells[];
  readonly at: number;
  /** Undefined when rows can't be selected. */
  readonly isSelected: boolean | undefined;
  readonly onToggle: Selection['toggle'] | undefined;
  readonly tools: CellTools;
}

/** Remembered, so that what changes in one row, or beside the rows, leaves the others alone. */
const GridRow = memo(function GridRow(props: GridRowProps) {
  const { node, cells, columns, rows, at, isSelected, onToggle, tools } = props;
  const row = rows[at];
  const named = cells.find(({ className }) => className.includes('cell-primary'));
  const edge = edgeOf(columns, row);
  return (
    <tr
      className={[node.rowLink && 'row-linked', edge].filter(Boolean).join(' ') || undefined}
      aria-rowindex={rows.length > manyRows ? at + 2 : undefined}
      aria-selected={isSelected}
    >
      {onToggle && (
        <td className="cell-check">
          <RowCheck
            row={String(readField(row, node.rowKey))}
            label={tools.selectLabel(named ? rowName(named, row, tools) : String(at + 1))}
            isChecked={isSelected ?? false}
            onTick={onToggle}
          />
        </td>
      )}
      {cells.map(({ column, under, className, link, cover }) => (
        <td key={column.id} className={className}>
          <div className={isWords(column) ? 'cell-text' : undefined}>
            {drawCell({ column, row, link }, tools)}
          </div>
          {drawUnder(under, row, tools)}
          {cover && (
            // biome-ignore lint/a11y/useAnchorContent: for the pointer only; the row's link has the words.
            <a
              className="row-cover"
              aria-hidden="true"
              tabIndex={-1}
              href={tools.href(cover, row)}
              onClick={tools.follow}
            />
          )}
        </td>
      ))}
      {node.rowActions && (
        <td className="cell-actions">
          <RowActions actions={node.rowActions} row={row} />
        </td>
      )}
    </tr>
  );
});

function classOf(cells: readonly Cells[], isWide: boolean, isSized: boolean) {
  const shape = isSized ? 'table-sized' : isWide && 'table-wide';
  const lines = cells.some(({ under }) => under.length > 0) && 'table-two-lines';
  return [shape, lines].filter(Boolean).join(' ') || undefined;
}

/** Pixels for a column that came after the others were sized. */
const newColumnWidth = 140;
/** Pixels of the columns that the table itself adds, as tableTools.css has them. */
const checkWidth = 48;
const actionsWidth = 120;

/** Browsers keep to the widths of columns only when the table has one, too. */
function sizedWidth({ node, columns, layout, selection }: RowsProps): number | undefined {
  const { widths } = layout;
  if (Object.keys(widths).length === 0) return undefined;
  const own = (selection ? checkWidth : 0) + (node.rowActions ? actionsWidth : 0);
  return placeColumns(columns).reduce(
    (sum, { column: { id } }) => sum + (widths[id] ?? newColumnWidth),
    own,
  );
}

/** Stands for the rows that are out of sight. */
function Spacer({ height, width }: { height: number; width: number }) {
  return (
    <tr style={{ height }}>
      <td colSpan={width} className="table-spacer" aria-hidden="true" />
    </tr>
  );
}
