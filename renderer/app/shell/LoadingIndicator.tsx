import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../core/translation.ts';

const hideMilliseconds = 200;

/** A bar while calls are pending; it hides 200 ms after the last (specification §9). */
export function LoadingIndicator() {
  const { t } = useTranslation();
  const pendingCount = useIsFetching() + useIsMutating();
  const isPending = pendingCount > 0;
  const [isShown, setIsShown] = useState(isPending);

  useEffect(() => {
    if (isPending) {
      setIsShown(true);
      return undefined;
    }
    const timer = setTimeout(() => setIsShown(false), hideMilliseconds);
    return () => clearTimeout(timer);
  }, [isPending]);

  return isShown ? (
    <div className="loading-indicator" role="progressbar" aria-label={t('ui:loading')} />
  ) : null;
}
