import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { createBrowserRouter, RouterProvider, useBlocker, useRouteError } from 'react-router-dom';
import type { NavigationGuard } from '../core/navigationGuard.ts';

const ContentContext = createContext<ReactNode>(null);

/**
 * The browser's history behind a guard. Its one route shows whatever `children` are: the portal's own
 * change with the manifest, and a router that is made anew would take what was typed with it.
 * Changes are no transitions: a control must show what was chosen at once, not when a graph has been
 * drawn.
 */
export function PortalRouter({ guard, children }: { guard: NavigationGuard; children: ReactNode }) {
  const [router] = useState(() =>
    createBrowserRouter([{ path: '*', Component: Content, ErrorBoundary: Fault }]),
  );
  return (
    <ContentContext
      value={
        <>
          <LeaveQuestion guard={guard} />
          {children}
        </>
      }
    >
      <RouterProvider router={router} useTransitions={false} />
    </ContentContext>
  );
}

function Content() {
  return useContext(ContentContext);
}

/** Faults of the page itself go on to the browser, as without the router. */
function Fault(): never {
  throw useRouteError();
}

/** Holds a change of the page back until the guard's question is answered. */
function LeaveQuestion({ guard }: { guard: NavigationGuard }) {
  const asking = useRef<Promise<boolean>>(undefined);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const staysHere = currentLocation.pathname === nextLocation.pathname;
    asking.current = staysHere ? undefined : guard.ask();
    return asking.current !== undefined;
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void asking.current?.then((mayLeave) => (mayLeave ? blocker.proceed() : blocker.reset()));
  }, [blocker]);
  return null;
}
