import { cloneElement, lazy, type ReactElement, Suspense, useEffect, useId, useRef } from 'react';

// Few tooltips have any markup, and reading it takes a library.
const MarkedText = lazy(() => import('./markdown/MarkedText.tsx'));

/** Specification §9. */
const distance = 10;
const showMilliseconds = 300;
const hideMilliseconds = 100;
const margin = 4;

interface HoverTextProps {
  /** One of our own: Markdown in it is drawn as nodes. */
  readonly text: string;
  /** Shows the text while it, or the text, is pointed at or has the focus. */
  readonly children: ReactElement<TargetProps>;
}

interface TargetProps {
  readonly 'aria-describedby'?: string;
  readonly onPointerEnter?: () => void;
  readonly onPointerLeave?: () => void;
  readonly onFocus?: () => void;
  readonly onBlur?: () => void;
  readonly onKeyDown?: (event: { key: string }) => void;
  readonly ref?: (element: HTMLElement | null) => void;
}

/** A tooltip at the right of its target, or under it where there is no room. */
export function HoverText({ text, children }: HoverTextProps) {
  const id = useId();
  const target = useRef<HTMLElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function after(milliseconds: number, act: () => void) {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, milliseconds);
  }

  function show() {
    if (!tip.current || !target.current) return;
    tip.current.showPopover();
    placeBeside(tip.current, target.current.getBoundingClientRect());
  }
  const hide = () => tip.current?.hidePopover();
  /** A link in the text must be there to be reached. */
  const keep = () => clearTimeout(timer.current);
  const leave = () => after(hideMilliseconds, hide);
  const onKeyDown = ({ key }: { key: string }) => key === 'Escape' && after(0, hide);

  return (
    <>
      {cloneElement(children, {
        ref: (element) => {
          target.current = element;
        },
        'aria-describedby': id,
        onPointerEnter: () => after(showMilliseconds, show),
        onPointerLeave: leave,
        onFocus: () => after(0, show),
        onBlur: leave,
        onKeyDown,
      })}
      <div
        ref={tip}
        id={id}
        popover="manual"
        role="tooltip"
        className="hover-text"
        onPointerEnter={keep}
        onPointerLeave={leave}
        onFocus={keep}
        onBlur={leave}
        onKeyDown={onKeyDown}
      >
        {/[*_`[\n]/.test(text) ? (
          <Suspense fallback={text}>
            <MarkedText text={text} />
          </Suspense>
        ) : (
          text
        )}
      </div>
    </>
  );
}

function placeBeside(tip: HTMLElement, target: DOMRect): void {
  const { width, height } = tip.getBoundingClientRect();
  const hasRoom = target.right + distance + width + margin <= window.innerWidth;
  const left = hasRoom ? target.right + distance : target.left;
  const top = hasRoom ? target.top + (target.height - height) / 2 : target.bottom + distance;
  tip.style.left = `${Math.max(margin, Math.min(left, window.innerWidth - width - margin))}px`;
  tip.style.top = `${Math.max(margin, Math.min(top, window.innerHeight - height - margin))}px`;
}
