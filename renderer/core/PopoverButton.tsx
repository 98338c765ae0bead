import { Classes } from '@blueprintjs/core';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';

/** A small button that looks like one, beside others of its kind. */
export const toolClass = `${Classes.BUTTON} ${Classes.SMALL}`;

interface PopoverButtonProps {
  /** What the button shows. */
  readonly children: ReactNode;
  readonly label?: string;
  readonly className?: string;
  /** Gets the scripts of the content as soon as a click is likely. */
  readonly preload?: () => void;
  /** Drawn while it is open; `close` closes it. */
  readonly content: (close: () => void) => ReactNode;
}

/**
 * A button with a panel under it: the browser's own popover, which closes on Escape and on a click
 * elsewhere, and gives the focus back.
 */
export function PopoverButton({
  children,
  label,
  className,
  preload,
  content,
}: PopoverButtonProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (!isOpen || !panel.current || typeof ResizeObserver === 'undefined') return undefined;
    // What comes later changes its size.
    const resized = new ResizeObserver(() => {
      if (panel.current) placeUnder(panel.current, button.current);
    });
    resized.observe(panel.current);
    return () => resized.disconnect();
  }, [isOpen]);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className ?? `${toolClass} ${Classes.MINIMAL}`}
        popoverTarget={id}
        aria-expanded={isOpen}
        onFocus={preload}
        onPointerEnter={preload}
        {...(label && { 'aria-label': label, title: label })}
      >
        {children}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        className="popover-panel"
        onToggle={(event) => {
          setIsOpen(event.newState === 'open');
          if (event.newState === 'open') placeUnder(event.currentTarget, button.current);
        }}
      >
        {isOpen && content(() => panel.current?.hidePopover())}
      </div>
    </>
  );
}

const gap = 4;

/** Under its anchor, and within the window. */
export function placeUnder(panel: HTMLElement, anchor: HTMLElement | null): void {
  if (!anchor) return;
  const { bottom, left } = anchor.getBoundingClientRect();
  const place = () => {
    const { width, height } = panel.getBoundingClientRect();
    const top = Math.min(bottom + gap, window.innerHeight - height - gap);
    panel.style.top = `${Math.max(gap, top)}px`;
    panel.style.left = `${Math.max(gap, Math.min(left, window.innerWidth - width - gap))}px`;
  };
  place();
  // Its content is drawn after it has opened.
  requestAnimationFrame(place);
}
