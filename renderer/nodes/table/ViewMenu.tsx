import { lazyPart } from '../../core/lazyPart.tsx';
import type { NodeProps } from '../../core/node.ts';
import { PopoverButton, toolClass } from '../../core/PopoverButton.tsx';
import { useTranslation } from '../../core/translation.ts';
import type { ColumnArranging } from './columnLayout.ts';
import type { TableState } from './tableState.ts';

const ViewPanel = lazyPart(() => import('./ViewPanel.tsx'));

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
      preload={ViewPanel.preload}
      content={(close) => <ViewPanel {...props} close={close} />}
    >
      {t('ui:table.views')}
    </PopoverButton>
  );
}
