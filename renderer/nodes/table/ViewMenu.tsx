import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import type { NodeProps } from '../../core/node.ts';
import { PopoverButton, toolClass } from '../../core/PopoverButton.tsx';
import type { ColumnArranging } from './columnLayout.ts';
import type { TableState } from './tableState.ts';

const loadPanel = () => import('./ViewPanel.tsx');
const ViewPanel = lazy(loadPanel);

export interface ViewMenuProps extends NodeProps<'table'> {
  readonly state: TableState;
  readonly arranging: ColumnArranging;
}

/** Views that the reader has kept under a name: filters, search, order and columns. */
export function ViewMenu(props: ViewMenuProps) {
  const { t } = useTranslation();
  return (
    <PopoverButton
      className={toolClass}
      preload={loadPanel}
      content={(close) => <ViewPanel {...props} close={close} />}
    >
      {t('ui:table.views')}
    </PopoverButton>
  );
}
