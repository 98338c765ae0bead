import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import type { Overlays } from './overlays.ts';

const load = () => import('./OverlayLayer.tsx');
const OverlayLayer = lazy(load);

/** Where toasts, questions and panels appear; their code is loaded when the first one does. */
export function OverlayHost({ overlays }: { overlays: Overlays }) {
  const state = useSyncExternalStore(overlays.subscribe, overlays.current);
  // What closes is animated, so the layer stays once it was needed.
  const [isNeeded, setIsNeeded] = useState(false);
  const isUsed =
    state.toasts.length > 0 || state.question !== undefined || state.panel !== undefined;
  if (isUsed && !isNeeded) setIsNeeded(true);
  return isNeeded ? (
    <Suspense>
      <OverlayLayer overlays={overlays} state={state} />
    </Suspense>
  ) : null;
}
