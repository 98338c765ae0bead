import { useEffect, useId } from 'react';
import { readRows, useSource } from '../../core/data.ts';
import { EmptyState } from '../../core/EmptyState.tsx';
import { useIsNarrow } from '../../core/mediaQuery.ts';
import type { NodeProps } from '../../core/node.ts';
import { Skeleton } from '../../core/Skeleton.tsx';
import { SourceError } from '../../core/SourceError.tsx';
import { useText } from '../../core/text.ts';
import { NoMatches } from './NoMatches.tsx';
import { TableCards } from './TableCards.tsx';
import { TableGrid } from './TableGrid.tsx';
import { TablePager } from './TablePager.tsx';
import { TableSearch } from './TableSearch.tsx';
import { visibleColumns } from './tableColumns.ts';
import { useTableState } from './tableState.ts';

/** Rows of a paged call. The server sorts, searches and cuts; the address says how. */
export function TableNode({ node }: NodeProps<'table'>) {
  const text = useText();
  const titleId = useId();
  const isNarrow = useIsNarrow();
  const state = useTableState(node);
  const { page, size, sort, search, setPage } = state;
  const { data, error, isPending, isPlaceholder, refetch } = useSource(node.source, {
    extra: { page, size, sort, search: search || undefined },
  });
  const rows = readRows(data, 'content');
  const total = (data as { total?: number } | undefined)?.total ?? 0;

  // A filter elsewhere can leave the address on a page that is no more.
  const isBeyond = !isPlaceholder && total > 0 && rows.length === 0 && page > 0;
  useEffect(() => {
    if (isBeyond) setPage(0, { replace: true });
  });

  function renderRows() {
    if (error) return <SourceError error={error} onRetry={refetch} />;
    if (isPending || isBeyond) return <Skeleton shape="table" />;
    if (rows.length === 0) {
      return search ? (
        <NoMatches search={search} onClear={() => state.setSearch('')} />
      ) : (
        <EmptyState {...node.empty} />
      );
    }
    const Rows = isNarrow ? TableCards : TableGrid;
    return (
      <div className="table-rows" aria-busy={isPlaceholder}>
        <Rows
          node={node}
          columns={visibleColumns(node.columns, rows)}
          rows={rows}
          state={state}
          {...(node.title && { titleId })}
        />
      </div>
    );
  }

  return (
    <section className="table" {...(node.title && { 'aria-labelledby': titleId })}>
      {(node.title || node.search) && (
        <header className="table-head">
          {node.title && <h2 id={titleId}>{text(node.title)}</h2>}
          {node.search && (
            <TableSearch
              placeholder={text(node.search.placeholder)}
              value={search}
              onChange={state.setSearch}
            />
          )}
        </header>
      )}
      {renderRows()}
      {total > 0 && <TablePager total={total} state={state} pageSizes={node.pageSizes} />}
    </section>
  );
}
