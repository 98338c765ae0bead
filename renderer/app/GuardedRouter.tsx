import { type ReactNode, useLayoutEffect, useMemo, useState } from 'react';
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  createPath,
  parsePath,
  Router,
  type To,
} from 'react-router-dom';
import type { NavigationGuard } from '../core/navigationGuard.ts';

/**
 * The browser's history behind a guard. The library's own way to hold a navigation back is its data
 * router, which would make the page's first scripts a seventh larger. Changes are no transitions: a
 * control must show what was chosen at once, not when a graph has been drawn.
 */
export function GuardedRouter({
  guard,
  children,
}: {
  guard: NavigationGuard;
  children: ReactNode;
}) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [place, setPlace] = useState({ action: history.action, location: history.location });

  useLayoutEffect(() => {
    let isPassing = false;
    return history.listen(({ action, location, delta }) => {
      const asking = action === 'POP' && !isPassing ? guard.ask() : undefined;
      isPassing = false;
      if (!asking || !delta) {
        setPlace({ action, location });
        return;
      }
      // Back and forward have already happened: undone, asked, and done again.
      isPassing = true;
      window.history.go(-delta);
      void asking.then((mayLeave) => {
        if (!mayLeave) return;
        isPassing = true;
        window.history.go(delta);
      });
    });
  }, [history, guard]);

  const navigator = useMemo(() => {
    const pass = (to: To, go: () => void) => {
      const { pathname } = typeof to === 'string' ? parsePath(to) : to;
      const staysHere = pathname === undefined || pathname === window.location.pathname;
      const asking = staysHere ? undefined : guard.ask();
      if (!asking) go();
      else void asking.then((mayLeave) => mayLeave && go());
    };
    return {
      createHref: (to: To) => (typeof to === 'string' ? to : createPath(to)),
      go: history.go,
      push: (to: To, state?: unknown) => pass(to, () => history.push(to, state)),
      replace: (to: To, state?: unknown) => pass(to, () => history.replace(to, state)),
    };
  }, [history, guard]);

  return (
    <Router location={place.location} navigationType={place.action} navigator={navigator}>
      {children}
    </Router>
  );
}
