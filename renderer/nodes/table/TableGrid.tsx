import { Fragment, lazy, memo, type Ref, Suspense, useMemo } from 'react';
import { readField } from '../../core/bindings.ts';
import type { NodeProps } from '../../core/node.ts';
import { useText } from '../../core/text.ts';
import { type CellTools, drawCell, useCellTools } from './drawCell.tsx';
import { HeaderCell } from './HeaderCell.tsx';
import { RowActions } from './RowActions.tsx';
import { RowCheck } from './RowCheck.tsx';
import type { RowsProps } from './rows.ts';
import { SelectAll } from './SelectAll.tsx';
import { alignOf, beginsGroup, primaryColumn, type TableColumn } from './tableColumns.ts';
import type { Selection } from './useSelection.ts';

/** More rows than these are drawn only as far as they are in sight. */
const manyRows = 150;
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
  const cells = useMemo(
    () =>
      columns.map((column) => ({
        column,
        className: `cell-${alignOf(column)}`,
        link: column === primary ? node.rowLink : undefined,
      })),
    [columns, primary, node.rowLink],
  );
  const shown = window?.indexes ?? Array.from(rows.keys());
  const width = columns.length + Number(Boolean(selection)) + Number(Boolean(node.rowActions));
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
        {...(sized && { className: 'table-sized', style: { width: sized } })}
      >
        <thead>
          <tr>
            {selection && (
              <th scope="col" className="cell-check">
                <SelectAll selection={selection} rows={rows} />
              </th>
            )}
            {columns.map((column) => (
              <HeaderCell
                key={column.id}
                column={column}
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
                primary={primary}
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
interface Cells {
  readonly column: TableColumn;
  readonly className: string;
  readonly link: NodeProps<'table'>['node']['rowLink'];
}

interface GridRowProps extends Pick<RowsProps, 'node' | 'rows'> {
  readonly cells: readonly Cells[];
  readonly primary: TableColumn | undefined;
  readonly at: number;
  /** Undefined when rows can't be selected. */
  readonly isSelected: boolean | undefined;
  readonly onToggle: Selection['toggle'] | undefined;
  readonly tools: CellTools;
}

/** Remembered, so that what changes in one row, or beside the rows, leaves the others alone. */
const GridRow = memo(function GridRow(props: GridRowProps) {
  const { node, cells, primary, rows, at, isSelected, onToggle, tools } = props;
  const row = rows[at];
  const name = String(primary ? (readField(row, primary.field) ?? '') : at + 1);
  return (
    <tr
      className={node.rowLink && 'row-linked'}
      aria-rowindex={rows.length > manyRows ? at + 2 : undefined}
      aria-selected={isSelected}
    >
      {onToggle && (
        <td className="cell-check">
          <RowCheck
            row={String(readField(row, node.rowKey))}
            label={tools.selectLabel(name)}
            isChecked={isSelected ?? false}
            onTick={onToggle}
          />
        </td>
      )}
      {cells.map(({ column, className, link }) => (
        <td key={column.id} className={className}>
          {drawCell({ column, row, link }, tools)}
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
  return columns.reduce((sum, { id }) => sum + (widths[id] ?? newColumnWidth), own);
}

/** Stands for the rows that are out of sight. */
function Spacer({ height, width }: { height: number; width: number }) {
  return (
    <tr style={{ height }}>
      <td colSpan={width} className="table-spacer" aria-hidden="true" />
    </tr>
  );
}
