import './sidebar.css';
import './notifications.css';
import { useState } from 'react';
import { useManifestIndex } from '../../core/manifest.ts';
import { useText } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';
import { SlideOver } from '../overlays/SlideOver.tsx';
import { ScreenPage } from '../ScreenPage.tsx';

interface NotificationPanelProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** What awaits the reader, in sections that the modules bring along. */
export default function NotificationPanel({ isOpen, onClose }: NotificationPanelProps) {
  const { t } = useTranslation();
  const text = useText();
  const { notifications } = useManifestIndex();
  const [chosen, setChosen] = useState<string>();
  const selected = notifications.find(({ id }) => id === chosen) ?? notifications[0];
  if (!selected) return null;
  return (
    <SlideOver
      isOpen={isOpen}
      onClose={onClose}
      title={t('ui:notifications.title')}
      closeLabel={t('ui:notifications.close')}
      className="notifications"
    >
      <div className="notifications-body">
        <nav aria-label={t('ui:notifications.sections')} className="notifications-menu">
          {notifications.map(({ id, label }) => (
            <button
              key={id}
              type="button"
              className="sidebar-option"
              aria-current={id === selected.id ? 'true' : undefined}
              onClick={() => setChosen(id)}
            >
              {text(label)}
            </button>
          ))}
        </nav>
        <div className="notifications-screen">
          <ScreenPage screen={selected.screen} />
        </div>
      </div>
    </SlideOver>
  );
}
