import type { MouseEvent, TouchEvent } from 'react';

/** A pointer that has gone down: whether it still is, and how many pixels it has gone to the right. */
export function watchPointer(event: MouseEvent | TouchEvent) {
  const start = 'touches' in event ? (event.touches[0]?.clientX ?? 0) : event.clientX;
  const lifted = new AbortController();
  const { signal } = lifted;
  let now = start;
  const follow = ({ clientX }: PointerEvent) => {
    now = clientX;
  };
  const end = (last: PointerEvent) => {
    // One that the browser has taken away, as for scrolling, says no place.
    if (last.type === 'pointerup') follow(last);
    lifted.abort();
  };
  document.addEventListener('pointermove', follow, { signal });
  document.addEventListener('pointerup', end, { signal });
  document.addEventListener('pointercancel', end, { signal });
  return { isDown: () => !signal.aborted, way: () => now - start };
}
