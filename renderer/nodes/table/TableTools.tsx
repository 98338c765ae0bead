import { Button } from '@blueprintjs/core';
import { Icon } from '../../core/Icon.tsx';
import { useText } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import { ColumnMenu } from './ColumnMenu.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import type { TableHeadProps } from './TableHead.tsx';
import { ViewMenu } from './ViewMenu.tsx';

/** What can be done with a table as a whole. */
export function TableTools(props: Omit<TableHeadProps, 'titleId' | 'list'>) {
  const { node, state, layout, columns, fullscreen, refresh, collect } = props;
  const { t } = useTranslation();
  const text = useText();
  return (
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
  );
}

export function hasTools({ node }: Pick<TableHeadProps, 'node'>): boolean {
  const { views, columnChoice, export: isExported, fullscreen, refresh } = node;
  return [views, columnChoice, isExported, fullscreen, refresh].some(Boolean);
}
