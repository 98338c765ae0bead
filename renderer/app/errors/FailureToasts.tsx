import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import type { Failures } from './failures.ts';

const load = () => import('./FailureToaster.tsx');
const FailureToaster = lazy(load);

/** Toasts for failed calls. They are loaded while the page is idle: later there may be no network. */
export function FailureToasts({ failures }: { failures: Failures }) {
  const current = useSyncExternalStore(failures.subscribe, failures.current);
  // Its dialog outlives the toasts, so it stays once it was needed.
  const [isNeeded, setIsNeeded] = useState(false);
  if (current.length > 0 && !isNeeded) setIsNeeded(true);

  useEffect(() => {
    const timer = setTimeout(() => {
      load().catch(() => undefined);
    }, 2000);
    return () => clearTimeout(timer);
  }, []);

  return isNeeded ? (
    <Suspense>
      <FailureToaster failures={failures} current={current} />
    </Suspense>
  ) : null;
}
