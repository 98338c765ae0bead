import { type MouseEvent, type PointerEvent, useRef, useState } from 'react';

/** How far a pointer goes before it drags, in px. */
const slack = 5;

/**
 * Drags an entry of a list to the place of another, which may stand in another line. A mouse takes the
 * whole entry, a finger its grip alone: elsewhere it scrolls the page.
 */
export function useChipDrag(
  keys: readonly string[],
  { isClosed, onMove }: { isClosed: boolean; onMove: (from: number, to: number) => void },
) {
  const start = useRef<{ key: string; x: number; y: number }>(undefined);
  const [dragged, setDragged] = useState<string>();
  const hasDragged = useRef(false);

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    const { currentTarget: list, clientX: x, clientY: y, pointerId } = event;
    const begun = start.current;
    if (!begun) return;
    if (dragged === undefined) {
      if (Math.hypot(x - begun.x, y - begun.y) < slack) return;
      list.setPointerCapture(pointerId);
      hasDragged.current = true;
      setDragged(begun.key);
    }
    const from = keys.indexOf(begun.key);
    const to = [...list.children].findIndex((entry) => isWithin(entry, x, y));
    const middle = to < 0 ? undefined : middleOf(list.children[to]);
    if (middle === undefined || to === from) return;
    // Past its middle: entries are of different widths, and would else change places to and fro.
    if (to > from ? x > middle : x < middle) onMove(from, to);
  }

  function end() {
    start.current = undefined;
    setDragged(undefined);
  }

  /** The click at the end of a drag ticks nothing. */
  function onClickCapture(event: MouseEvent) {
    if (hasDragged.current) event.stopPropagation();
    hasDragged.current = false;
  }

  const ends = { onPointerUp: end, onPointerCancel: end, onLostPointerCapture: end };
  return {
    dragged,
    list: { onPointerMove, onClickCapture, ...ends },
    entry: (key: string) => ({
      onPointerDown(event: PointerEvent<HTMLElement>) {
        const isGrip = (event.target as Element).closest('.chip-grip') !== null;
        if (isClosed || event.button !== 0 || (event.pointerType !== 'mouse' && !isGrip)) return;
        hasDragged.current = false;
        start.current = { key, x: event.clientX, y: event.clientY };
      },
    }),
  };
}

function isWithin(element: Element, x: number, y: number): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return x >= left && x <= right && y >= top && y <= bottom;
}

function middleOf(element: Element | undefined): number | undefined {
  if (!element) return undefined;
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}
