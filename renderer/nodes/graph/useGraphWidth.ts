import { type RefObject, useLayoutEffect, useState } from 'react';

/** Where nothing has a size: outside of browsers. */
const anyWidth = 640;
/** Of an A4 page without its margins, as app/styles/print.css has them, in CSS pixels. */
const paperWidth = 680;

/** Pixels that there are for a drawing: its container's width, or that of paper. */
export function useGraphWidth(
  container: RefObject<HTMLElement | null>,
  isPrinting: boolean,
): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = container.current;
    if (!element || typeof ResizeObserver === 'undefined') return undefined;
    const measure = () => setWidth(Math.round(element.getBoundingClientRect().width));
    // Before the first paint, so that nothing jumps.
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [container]);
  if (isPrinting) return paperWidth;
  return width || anyWidth;
}
