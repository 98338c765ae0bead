import { OverlayHost } from './overlays/OverlayHost.tsx';
import { PortalRoutes } from './PortalRoutes.tsx';
import { useIsBlocked, usePortal } from './portalContext.ts';

/** The page of the address, and what lies over it. */
export function PortalPages() {
  const { overlays } = usePortal();
  return (
    <>
      <PortalRoutes isBlocked={useIsBlocked()} />
      <OverlayHost overlays={overlays} />
    </>
  );
}
