import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useRef } from 'react';
import type { SessionUser } from '../../../schemas/entities/account.ts';
import { type Api, useApi } from '../../core/api.ts';
import { applyTheme } from '../theme.ts';
import { preferencesQuery } from './choices.ts';
import type { SessionLife } from './sessionLife.ts';
import { followTabs } from './tabs.ts';
import { useIdleSignOut } from './useIdleSignOut.ts';
import { watchSession } from './watchSession.ts';

const IdleWarning = lazy(() => import('./IdleWarning.tsx'));

interface SessionKeeperProps {
  readonly life: SessionLife;
  readonly session: SessionUser;
  /** Logs out as a click on the menu's entry does. */
  readonly onSignOut: () => void;
}

/** What goes on while somebody is signed in: it is watched, ends when idle, and with other tabs. */
export function SessionKeeper({ life, session, onSignOut }: SessionKeeperProps) {
  const { userId } = session;
  const signOutIdle = useCallback(() => void life.signOut('idle'), [life]);
  const secondsLeft = useIdleSignOut(true, signOutIdle);
  useEffect(() => followTabs(userId, life.end), [userId, life]);
  useEffect(() => watchSession(life), [life]);
  useSavedTheme(useApi(), userId);
  return secondsLeft === undefined ? null : (
    <Suspense>
      <IdleWarning secondsLeft={secondsLeft} onSignOut={onSignOut} />
    </Suspense>
  );
}

/** Follows the saved preference as the cache has it, also while it is only being tried out. */
function useSavedTheme(api: Api, userId: string): void {
  const { data } = useQuery({ ...preferencesQuery(api, userId), enabled: false });
  const isKnown = data !== undefined;
  const darkMode = data?.darkMode;
  const wasKnown = useRef(false);
  useEffect(() => {
    // What was never chosen leaves the browser's own choice; what is given up follows the device.
    if (darkMode !== undefined || wasKnown.current) applyTheme(darkMode);
    wasKnown.current = isKnown;
  }, [isKnown, darkMode]);
}
