import './tableTools.css';
import { Button } from '@blueprintjs/core';
import { useEffect, useId, useMemo, useState } from 'react';
import { EmptyState } from '../../core/EmptyState.tsx';
import { useIsNarrow } from '../../core/mediaQuery.ts';
import type { NodeProps } from '../../core/node.ts';
import { Skeleton } from '../../core/Skeleton.tsx';
import { SourceError } from '../../core/SourceError.tsx';
import { useText } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import { useFullscreen } from '../../core/useFullscreen.ts';
import { NoMatches } from './NoMatches.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { TableCards } from './TableCards.tsx';
import { TableGrid } from './TableGrid.tsx';
import { TableHead } from './TableHead.tsx';
import { TablePager } from './TablePager.tsx';
import { TableTabs } from './TableTabs.tsx';
import { chosenTab, splitGroup, visibleColumns } from './tableColumns.ts';
import { useTableState } from './tableState.ts';
import { useColumnLayout } from './useColumnLayout.ts';
import { useSelection } from './useSelection.ts';
import { useTableRows } from './useTableRows.ts';

/** No checkboxes where nothing can be done with a selection: it is acted upon, or exported. */
function canUseSelection({
  selection,
  bulkActions = [],
  export: isExported,
}: NodeProps<'table'>['node']) {
  return bulkActions.length > 0 || (selection !== undefined && isExported === true);
}

/** Rows of a call, paged, sorted and searched by the server or by the browser; the address says how. */
export default function TableNode({ node }: NodeProps<'table'>) {
  const layout = useColumnLayout(node);
  const { t } = useTranslation();
  const text = useText();
  const titleId = useId();
  const isNarrow = useIsNarrow();
  const state = useTableState(node);
  const { page, size, search, setPage, filters } = state;
  const { all, rows, total, source, isUnderWay, collect } = useTableRows(node, state);
  const { error, isPending, isPlaceholder, refetch } = source;
  const isSelectable = canUseSelection(node);
  const fullscreen = useFullscreen();
  // A table of the browser begins with one set of rows and renders more on request.
  const [sets, setSets] = useState(1);
  const isClient = node.paging === 'client';
  const shown = useMemo(
    () => (isClient ? rows.slice(0, sets * size) : rows),
    [isClient, rows, sets, size],
  );
  const selection = useSelection({
    rowKey: node.rowKey,
    limit: node.selection?.limit,
    rows: shown,
  });
  const { columns: arranged, hidden } = layout;
  // By their names, for the address makes new filters at each render.
  const filtered = Object.keys(filters).join(' ');
  // All rows have the value of the tab that is chosen.
  const saidByTab = chosenTab(node, filters) === undefined ? undefined : node.tabs?.column;
  const columns = useMemo(
    () =>
      visibleColumns(
        arranged.filter(({ id }) => !hidden.has(id) && id !== saidByTab),
        shown.length > 0 ? shown : all,
        filtered.split(' '),
      ),
    [arranged, hidden, saidByTab, shown, all, filtered],
  );

  const inRows = useMemo(() => splitGroup(columns), [columns]);

  // A filter elsewhere can leave the address on a page that is no more.
  const isBeyond = !isClient && !isPlaceholder && total > 0 && rows.length === 0 && page > 0;
  useEffect(() => {
    if (isBeyond) setPage(0, { replace: true });
  });

  function renderRows() {
    if (error) return <SourceError error={error} onRetry={refetch} />;
    if (isPending || isBeyond) return <Skeleton shape="table" />;
    const isFiltered = search !== '' || filtered !== '';
    if (rows.length === 0 && !isFiltered) return <EmptyState {...node.empty} />;
    const isTable = (node.appearance ?? 'table') === 'table' && !isNarrow;
    const Rows = isTable ? TableGrid : TableCards;
    return (
      <div className="table-rows" aria-busy={isPlaceholder}>
        <Rows
          node={node}
          {...inRows}
          rows={shown}
          layout={layout}
          allRows={all}
          state={state}
          selection={isSelectable ? selection : undefined}
          {...(node.title && { titleId })}
        />
        {rows.length === 0 &&
          (search === '' && state.hasBegunFilters ? (
            <EmptyState {...node.empty} />
          ) : (
            <NoMatches columns={arranged} state={state} />
          ))}
      </div>
    );
  }

  const collectShown: typeof collect =
    selection.selected.size > 0 ? async () => [...selection.selected.values()] : collect;
  return (
    <section
      className={fullscreen.isOn ? 'table table-fullscreen' : 'table'}
      {...(node.title && { 'aria-labelledby': titleId })}
    >
      <TableHead
        node={node}
        titleId={titleId}
        state={state}
        layout={layout}
        columns={columns}
        fullscreen={fullscreen}
        refresh={{ again: refetch, isEnabled: isUnderWay }}
        collect={total > 0 ? collectShown : undefined}
        list={
          !error && (rows.length > 0 || isPending || search !== '' || filtered !== '')
            ? { rows: shown, allRows: all, selection: isSelectable ? selection : undefined }
            : undefined
        }
      />
      {node.tabs && <TableTabs node={node} state={state} />}
      {isSelectable && (
        <SelectionBar
          selection={selection}
          limit={node.selection?.limit}
          actions={node.bulkActions ?? []}
        />
      )}
      {renderRows()}
      {isClient && shown.length < rows.length && (
        <Button className="table-more" onClick={() => setSets(sets + 1)}>
          {t('ui:table.more', { count: Math.min(size, rows.length - shown.length) })}
        </Button>
      )}
      {!isClient && total > 0 && (
        <TablePager
          total={total}
          state={state}
          pageSizes={node.pageSizes}
          title={node.title && text(node.title)}
        />
      )}
    </section>
  );
}
