import { Button } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../core/Icon.tsx';

interface NoMatchesProps {
  readonly search: string;
  readonly onClear: () => void;
}

/** Nothing fits what was searched for, which is no reason to show the table's own empty state. */
export function NoMatches({ search, onClear }: NoMatchesProps) {
  const { t } = useTranslation();
  return (
    <div className="empty-state" role="status">
      <Icon name="search" size={32} className="empty-state-icon" />
      <p className="empty-state-title">{t('ui:table.noMatches', { search })}</p>
      <Button onClick={onClear}>{t('ui:table.clearSearch')}</Button>
    </div>
  );
}
