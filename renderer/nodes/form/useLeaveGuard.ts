import { useEffect, useRef } from 'react';
import { useActions } from '../../core/actions.ts';
import { useNavigationGuard } from '../../core/navigationGuard.ts';
import { useTranslation } from '../../core/translation.ts';

/** Asks before what was typed is lost: on the way to another page, and when the tab closes. */
export function useLeaveGuard(isDirty: boolean): {
  readonly letGo: () => void;
  readonly hold: () => void;
} {
  const { t } = useTranslation();
  const { confirm } = useActions();
  const guard = useNavigationGuard();
  // Set just before the navigation that follows a submit, which no render comes between.
  const isFree = useRef(false);

  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (!isFree.current) event.preventDefault();
    };
    guard.hold(async () => {
      if (isFree.current) return true;
      const title = t('forms:leave.title');
      const [text, accept] = [t('forms:leave.text'), t('forms:leave.accept')];
      return confirm({ title, text, accept, intent: 'danger' });
    });
    window.addEventListener('beforeunload', warn);
    return () => {
      guard.hold(undefined);
      window.removeEventListener('beforeunload', warn);
    };
  }, [isDirty, guard, confirm, t]);

  return {
    letGo: () => {
      isFree.current = true;
    },
    hold: () => {
      isFree.current = false;
    },
  };
}
