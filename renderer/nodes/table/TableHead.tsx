import { Button } from '@blueprintjs/core';
import { Icon } from '../../core/Icon.tsx';
import type { NodeProps } from '../../core/node.ts';
import { SearchField } from '../../core/SearchField.tsx';
import { useText } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import type { useFullscreen } from '../../core/useFullscreen.ts';
import { ColumnMenu } from './ColumnMenu.tsx';
import type { ColumnLayout } from './columnLayout.ts';
import { ExportMenu } from './ExportMenu.tsx';
import type { TableColumn } from './tableColumns.ts';
import type { TableState } from './tableState.ts';
import type { useTableRows } from './useTableRows.ts';
import { ViewMenu } from './ViewMenu.tsx';

interface TableHeadProps extends NodeProps<'table'> {
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
}

/** A table's title, its search, and its tools. */
export function TableHead(props: TableHeadProps) {
  const { node, titleId, state, layout, columns, fullscreen, refresh, collect } = props;
  const { t } = useTranslation();
  const text = useText();
  const hasTools =
    node.views || node.columnChoice || node.export || node.fullscreen || node.refresh;
  if (!node.title && !node.search && !hasTools) return null;
  return (
    <header className="table-head">
      {node.title && <h2 id={titleId}>{text(node.title)}</h2>}
      {node.search && (
        <SearchField
          placeholder={text(node.search.placeholder)}
          value={state.search}
          onChange={state.setSearch}
        />
      )}
      {hasTools && (
        <div className="table-tools">
          {node.views && layout.arrange && (
            <ViewMenu node={node} state={state} arranging={layout.arrange} />
          )}
          {node.columnChoice && layout.arrange && (
            <ColumnMenu layout={layout} arranging={layout.arrange} />
          )}
          {node.export && collect && (
            <ExportMenu
              title={node.title ? text(node.title) : node.id}
              columns={columns}
              collect={collect}
            />
          )}
          {node.refresh && (
            <Button
              size="small"
              icon={<Icon name="refresh" />}
              disabled={!refresh.isEnabled}
              onClick={refresh.again}
            >
              {t('ui:table.refresh')}
            </Button>
          )}
          {node.fullscreen && (
            <Button size="small" aria-pressed={fullscreen.isOn} onClick={fullscreen.toggle}>
              {t(fullscreen.isOn ? 'ui:table.leaveFullscreen' : 'ui:table.fullscreen')}
            </Button>
          )}
        </div>
      )}
    </header>
  );
}
