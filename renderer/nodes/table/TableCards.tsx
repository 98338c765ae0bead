import './cards.css';
import { Fragment } from 'react';
import { readField } from '../../core/bindings.ts';
import { lazyPart } from '../../core/lazyPart.tsx';
import { useIsNarrow } from '../../core/mediaQuery.ts';
import { useText } from '../../core/text.ts';
import { columnsWithValue, drawCell, drawUnder, rowName, useCellTools } from './drawCell.tsx';
import { RowActions } from './RowActions.tsx';
import { RowCheck } from './RowCheck.tsx';
import type { RowsProps } from './rows.ts';
import { beginsGroup, edgeOf, primaryColumn } from './tableColumns.ts';

// Of cards on wide screens alone: a phone has TableMenu.tsx, a table its headings.
const CardsBar = lazyPart(() => import('./CardsBar.tsx'));

const shapes = { table: 'cards', cards: 'cards cards-wide', list: 'cards cards-list' } as const;

/** A table as cards or as a list, headed by its primary column; on a narrow screen any table. */
export function TableCards(props: RowsProps) {
  const { node, columns, group, rows, titleId, selection } = props;
  const tools = useCellTools();
  const text = useText();
  const isNarrow = useIsNarrow();
  const primary = primaryColumn(columns);
  const under = primary ? columns.filter((column) => column.under === primary.id) : [];
  const rest = columns.filter((column) => column !== primary && !under.includes(column));
  return (
    <>
      {!isNarrow && <CardsBar {...props} />}
      <ul
        className={shapes[node.appearance ?? 'table']}
        {...(titleId && { 'aria-labelledby': titleId })}
      >
        {rows.map((row, at) => (
          <Fragment key={String(readField(row, node.rowKey))}>
            {beginsGroup(group, rows, at) && (
              <li className="cards-group">{drawCell({ column: group, row }, tools)}</li>
            )}
            <li
              className={['card', node.rowLink && 'row-linked', edgeOf(columns, row)]
                .filter(Boolean)
                .join(' ')}
            >
              {selection && (
                <RowCheck
                  className="cell-check"
                  row={String(readField(row, node.rowKey))}
                  label={tools.selectLabel(
                    primary ? rowName({ column: primary, under }, row, tools) : String(at + 1),
                  )}
                  isChecked={selection.isSelected(row)}
                  onTick={selection.toggle}
                />
              )}
              {primary && (
                <p className="card-title">
                  {drawCell({ column: primary, row, link: node.rowLink }, tools)}
                </p>
              )}
              {drawUnder(under, row, tools)}
              <dl>
                {/* A list of dashes says nothing: a card has what is known. */}
                {columnsWithValue(rest, row).map((column) => (
                  <div key={column.id}>
                    <dt>{text(column.label)}</dt>
                    <dd>{drawCell({ column, row }, tools)}</dd>
                  </div>
                ))}
              </dl>
              {node.rowActions && <RowActions actions={node.rowActions} row={row} />}
            </li>
          </Fragment>
        ))}
      </ul>
    </>
  );
}
