import '../overlays/overlays.css';
import './sidebar.css';
import './notifications.css';
import { Drawer } from '@blueprintjs/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../core/Icon.tsx';
import { useManifestIndex } from '../../core/manifest.ts';
import { useText } from '../../core/text.ts';
import { slideMilliseconds } from '../overlays/slide.ts';
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
  const titleId = useId();
  const [chosen, setChosen] = useState<string>();
  const selected = notifications.find(({ id }) => id === chosen) ?? notifications[0];
  if (!selected) return null;
  return (
    <Drawer
      isOpen={isOpen}
      onClose={onClose}
      aria-labelledby={titleId}
      position="right"
      transitionDuration={slideMilliseconds}
      className="slide-over notifications"
    >
      <div className="notifications-head">
        <h2 id={titleId}>{t('ui:notifications.title')}</h2>
        <button
          type="button"
          className="icon-button"
          aria-label={t('ui:notifications.close')}
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      </div>
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
    </Drawer>
  );
}
