import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { PopoverButton, toolClass } from '../../core/PopoverButton.tsx';
import type { ColumnArranging, ColumnLayout } from './columnLayout.ts';

const loadPanel = () => import('./ColumnPanel.tsx');
const ColumnPanel = lazy(loadPanel);

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
      preload={loadPanel}
      content={() => <ColumnPanel {...props} />}
    >
      {t('ui:table.columns')}
    </PopoverButton>
  );
}
