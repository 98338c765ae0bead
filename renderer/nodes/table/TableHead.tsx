import { useIsNarrow } from '../../core/mediaQuery.ts';
import type { NodeProps } from '../../core/node.ts';
import { SearchField } from '../../core/SearchField.tsx';
import { useText } from '../../core/text.ts';
import type { useFullscreen } from '../../core/useFullscreen.ts';
import type { ColumnLayout } from './columnLayout.ts';
import { PhoneTools } from './PhoneTools.tsx';
import type { RowsProps } from './rows.ts';
import { hasTools, TableTools } from './TableTools.tsx';
import type { TableColumn } from './tableColumns.ts';
import type { TableState } from './tableState.ts';
import type { useTableRows } from './useTableRows.ts';

export interface TableHeadProps extends NodeProps<'table'> {
  readonly titleId: string;
  readonly state: TableState;
  readonly layout: ColumnLayout;
  /** Those that show. */
  readonly columns: readonly TableColumn[];
  readonly fullscreen: ReturnType<typeof useFullscreen>;
  /** Enabled while something is under way: what has ended stays as it is. */
  readonly refresh: {
    readonly again: () => void;
    readonly isEnabled: boolean;
  };
  /** Undefined while there is nothing to save. */
  readonly collect: ReturnType<typeof useTableRows>['collect'] | undefined;
  /** What a phone sorts, filters and ticks; undefined while there is nothing. */
  readonly list: Pick<RowsProps, 'rows' | 'allRows' | 'selection'> | undefined;
}

/** A table's title, its search, and its tools. */
export function TableHead(props: TableHeadProps) {
  const { node, titleId, state, list, ...tools } = props;
  const text = useText();
  const isNarrow = useIsNarrow();
  const has = hasTools(props);
  if (!node.title && !node.search && !has && !(isNarrow && list)) return null;
  return (
    <header className={isNarrow ? 'table-head table-head-narrow' : 'table-head'}>
      {node.title && <h2 id={titleId}>{text(node.title)}</h2>}
      {node.search && (
        <SearchField
          placeholder={text(node.search.placeholder)}
          value={state.search}
          onChange={state.setSearch}
        />
      )}
      {isNarrow ? (
        <PhoneTools {...props} />
      ) : (
        has && <TableTools node={node} state={state} {...tools} />
      )}
    </header>
  );
}
