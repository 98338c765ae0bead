import { cloneElement, type ReactElement, useEffect, useRef } from 'react';

/** Specification §9. */
const distance = 10;
const showMilliseconds = 300;
const hideMilliseconds = 100;
const margin = 4;

interface HoverTextProps {
  readonly text: string;
  /** Shows the text while it is pointed at or has the focus. Says it to screen readers itself. */
  readonly children: ReactElement<TargetProps>;
}

interface TargetProps {
  readonly onPointerEnter?: () => void;
  readonly onPointerLeave?: () => void;
  readonly onFocus?: () => void;
  readonly onBlur?: () => void;
  readonly onKeyDown?: (event: { key: string }) => void;
  readonly ref?: (element: HTMLElement | null) => void;
}

/** A tooltip at the right of its target, or under it where there is no room; text only. */
export function HoverText({ text, children }: HoverTextProps) {
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

  return (
    <>
      {cloneElement(children, {
        ref: (element) => {
          target.current = element;
        },
        onPointerEnter: () => after(showMilliseconds, show),
        onPointerLeave: () => after(hideMilliseconds, hide),
        onFocus: () => after(0, show),
        onBlur: () => after(hideMilliseconds, hide),
        onKeyDown: ({ key }) => key === 'Escape' && after(0, hide),
      })}
      <div ref={tip} popover="manual" role="tooltip" className="hover-text">
        {text}
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
