import { lazyPart } from '../../core/lazyPart.tsx';
import { PopoverButton, toolClass } from '../../core/PopoverButton.tsx';
import { useTranslation } from '../../core/translation.ts';
import type { ColumnArranging, ColumnLayout } from './columnLayout.ts';

const ColumnPanel = lazyPart(() => import('./ColumnPanel.tsx'));

export interface ColumnMenuProps {
  readonly layout: ColumnLayout;
  readonly arranging: ColumnArranging;
}

/** Which columns show, and in what order. */
export function ColumnMenu(props: ColumnMenuProps) {
  const { t } = useTranslation();
  return (
    <PopoverButton
      className={toolClass}
      preload={ColumnPanel.preload}
      content={() => <ColumnPanel {...props} />}
    >
      {t('ui:table.columns')}
    </PopoverButton>
  );
}
