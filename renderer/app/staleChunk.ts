import { isLoadingAhead } from '../core/lazyPart.tsx';

const marker = 'meterhouse.reloadedAt';
const pauseMilliseconds = 60_000;

/** After a deployment an open page asks for chunks that are gone: load the new page, but not in a loop. */
export function reloadOnStaleChunk(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const before = Number(sessionStorage.getItem(marker) ?? 0);
    if (isLoadingAhead() || !navigator.onLine || Date.now() - before < pauseMilliseconds) return;
    sessionStorage.setItem(marker, String(Date.now()));
    event.preventDefault();
    window.location.reload();
  });
}
