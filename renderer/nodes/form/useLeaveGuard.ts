import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router-dom';
import { useActions } from '../../core/actions.ts';

/** Asks before what was typed is lost: on the way to another page, and when the tab closes. */
export function useLeaveGuard(isDirty: boolean): {
  readonly letGo: () => void;
  readonly hold: () => void;
} {
  const { t } = useTranslation();
  const { confirm } = useActions();
  // Set just before the navigation that follows a submit, which no render comes between.
  const isFree = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && !isFree.current && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const question = {
      title: t('forms:leave.title'),
      text: t('forms:leave.text'),
      accept: t('forms:leave.accept'),
      intent: 'danger' as const,
    };
    void confirm(question).then((isAccepted) => (isAccepted ? blocker.proceed() : blocker.reset()));
  }, [blocker, confirm, t]);

  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (!isFree.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isDirty]);

  return {
    letGo: () => {
      isFree.current = true;
    },
    hold: () => {
      isFree.current = false;
    },
  };
}
