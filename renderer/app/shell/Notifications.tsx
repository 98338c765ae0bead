import { lazy, Suspense, useState } from 'react';
import { Icon } from '../../core/Icon.tsx';
import { useManifestIndex } from '../../core/manifest.ts';
import { readStored, writeStored } from '../../core/storage.ts';
import { useTranslation } from '../../core/translation.ts';

const NotificationPanel = lazy(() => import('./NotificationPanel.tsx'));
const storageKey = 'meterhouse.notifications';

/** Opens the notification panel; whether it is open is remembered in this browser. */
export function Notifications() {
  const { t } = useTranslation();
  const { notifications } = useManifestIndex();
  const [isOpen, setIsOpen] = useState(() => readStored(storageKey) === 'open');
  // Drawn from the first opening on, so that it can slide out.
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (notifications.length === 0) return null;

  function show(next: boolean) {
    setIsOpen(next);
    if (next) setWasOpen(true);
    writeStored(storageKey, next ? 'open' : undefined);
  }

  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={t('ui:notifications.title')}
        title={t('ui:notifications.title')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => show(!isOpen)}
      >
        <Icon name="bell" />
      </button>
      {wasOpen && (
        <Suspense>
          <NotificationPanel isOpen={isOpen} onClose={() => show(false)} />
        </Suspense>
      )}
    </>
  );
}
