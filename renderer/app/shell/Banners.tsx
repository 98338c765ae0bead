import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Icon } from '../../core/Icon.tsx';
import { useManifestIndex } from '../../core/manifest.ts';
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

/** Which manifest files are broken; the server tells support only. */
export function SupportBanner() {
  const { t } = useTranslation();
  const { problems } = useManifestIndex();
  return problems.length === 0 ? null : (
    <details className="banner banner-warning">
      <summary>
        <Icon name="warning" />
        {t('ui:problems', { count: problems.length })}
      </summary>
      <ul>
        {problems.map((problem) => (
          <li key={problem}>
            <code>{problem}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}
