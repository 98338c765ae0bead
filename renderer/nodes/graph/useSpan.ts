import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import { type BucketSpan, bucketAt, type Plot, spanBetween } from './zoom.ts';

/** What the drawing tells of itself: where it draws, and which bucket its point focus is on. */
export interface Drawing {
  readonly plot: Plot | undefined;
  readonly focused: number | undefined;
}

interface Choice {
  readonly from: number;
  readonly to: number;
  readonly by: 'pointer' | 'keys';
}

interface Press {
  readonly pointerId: number;
  readonly x: number;
  readonly bucket: number;
}

/** Pixels that a hand may tremble, where buckets are narrower than that. */
const tremble = 4;

interface Chosen {
  /** Answers whether it led to another period; undefined where no span does. */
  readonly onChoose: ((span: BucketSpan) => boolean) | undefined;
  readonly onPick: ((bucket: number) => void) | undefined;
}

/**
 * Lets the reader pick a bucket by a click, and choose a span of them: by dragging over the
 * drawing, or with Shift and the arrows from the point focus, Enter and Escape. A press that stays
 * in its bucket is a click.
 */
export function useSpan({ onChoose, onPick }: Chosen) {
  const drawing = useRef<Drawing>({ plot: undefined, focused: undefined });
  const press = useRef<Press>(undefined);
  const isClickOfDrag = useRef(false);
  /** Another period is another drawing, which a reader with a keyboard goes on in. */
  const wantsFocus = useRef(false);
  // An event may come before what the one before it changed is drawn.
  const latest = useRef<Choice>(undefined);
  const [choice, setChoice] = useState<Choice>();

  function update(next: Choice | undefined) {
    latest.current = next;
    setChoice(next);
  }

  function giveUp() {
    press.current = undefined;
    update(undefined);
  }

  function choose() {
    const isByKeys = latest.current?.by === 'keys';
    const span = spanOf(latest.current);
    giveUp();
    const isOther = span !== undefined && onChoose?.(span) === true;
    wantsFocus.current = isByKeys && isOther;
  }

  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      giveUp();
      isClickOfDrag.current = false;
      wantsFocus.current = false;
      const bucket = bucketOf(event);
      if (!onChoose || bucket === undefined || !event.isPrimary || event.button !== 0) return;
      press.current = { pointerId: event.pointerId, x: xOf(event), bucket };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const { plot } = drawing.current;
      const started = press.current;
      if (!plot || started?.pointerId !== event.pointerId) return;
      // Released where nobody heard it.
      if (event.buttons === 0) return giveUp();
      const x = xOf(event);
      const to = bucketAt(x, plot);
      if (!latest.current && (to === started.bucket || Math.abs(x - started.x) < tremble)) return;
      // From here on it is a drag, wherever the pointer goes.
      event.currentTarget.setPointerCapture(event.pointerId);
      isClickOfDrag.current = true;
      if (latest.current?.to !== to) update({ from: started.bucket, to, by: 'pointer' });
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (press.current?.pointerId !== event.pointerId) return;
      choose();
    },
    onPointerCancel: giveUp,
    // Not the chart's own event, whose bucket lags behind a pointer that moves fast.
    onClick(event: MouseEvent<HTMLElement>) {
      const bucket = isClickOfDrag.current ? undefined : bucketOf(event);
      if (bucket !== undefined) onPick?.(bucket);
      isClickOfDrag.current = false;
    },
    onKeyDownCapture(event: KeyboardEvent) {
      const isHandled = handleKey(event);
      if (!isHandled) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onBlur: () => latest.current?.by === 'keys' && giveUp(),
  };

  /** Answers whether the key is used up: the chart and the page are then not to see it. */
  function handleKey({ key, shiftKey }: KeyboardEvent): boolean {
    if (key === 'ArrowLeft' || key === 'ArrowRight') {
      if (shiftKey) extend(key === 'ArrowRight' ? 1 : -1);
      else giveUp();
      return false;
    }
    if (!latest.current || (key !== 'Enter' && key !== 'Escape')) return false;
    if (key === 'Enter') choose();
    else giveUp();
    return true;
  }

  /** The chart moves its point focus at the same time. */
  function extend(step: 1 | -1) {
    const { plot, focused } = drawing.current;
    const from = latest.current?.from ?? focused;
    if (!onChoose || !plot || from === undefined) return;
    const to = Math.max(0, Math.min(plot.count - 1, (latest.current?.to ?? from) + step));
    update({ from, to, by: 'keys' });
  }

  /** Undefined beside the plot. */
  function bucketOf(event: MouseEvent<HTMLElement>): number | undefined {
    const { plot } = drawing.current;
    const x = xOf(event);
    const isInside = plot && x >= plot.left && x <= plot.left + plot.width;
    return isInside ? bucketAt(x, plot) : undefined;
  }

  return { drawing, wantsFocus, span: spanOf(choice), isByKeys: choice?.by === 'keys', handlers };
}

function spanOf(choice: Choice | undefined): BucketSpan | undefined {
  return choice && spanBetween(choice.from, choice.to);
}

function xOf({ clientX, currentTarget }: MouseEvent<HTMLElement>): number {
  return clientX - currentTarget.getBoundingClientRect().left;
}
