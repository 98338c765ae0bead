import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Icon } from '../../core/Icon.tsx';
import { useTranslation } from '../../core/translation.ts';
import { usePortal } from '../portalContext.ts';

/** Says that the browser is offline; calls wait until it is back. */
export function OfflineBanner() {
  const { t } = useTranslation();
  const isOnline = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  return isOnline ? null : (
    <div className="banner banner-warning" role="status">
      <Icon name="warning" />
      <p>{t('ui:offline')}</p>
    </div>
  );
}

/** Says that the session can't be renewed for now; what is there stays, and calls go on when it can. */
export function OutageBanner() {
  const { t } = useTranslation();
  const { outage } = usePortal().session().life;
  const isOn = useSyncExternalStore(outage.subscribe, outage.isOn);
  return isOn ? (
    <div className="banner banner-warning" role="status">
      <Icon name="warning" />
      <p>{t('ui:outage')}</p>
    </div>
  ) : null;
}
