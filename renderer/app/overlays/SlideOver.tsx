import './overlays.css';
import { Drawer } from '@blueprintjs/core';
import { type ReactNode, useId } from 'react';
import { PanelHead } from './PanelHead.tsx';
import { slideMilliseconds } from './slide.ts';

interface SlideOverProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Said to screen readers alone: what is in it has a title of its own. */
  readonly isTitleHidden?: boolean;
  readonly closeLabel: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Enters from the right (specification §2); Blueprint's drawer alone is no dialog to screen readers. */
export function SlideOver({ isOpen, onClose, className = '', children, ...head }: SlideOverProps) {
  const titleId = useId();
  return (
    <Drawer
      isOpen={isOpen}
      onClose={onClose}
      position="right"
      transitionDuration={slideMilliseconds}
      className={`slide-over ${className}`}
    >
      <div role="dialog" aria-modal="true" aria-labelledby={titleId} className="panel">
        <PanelHead {...head} titleId={titleId} onClose={onClose} />
        {children}
      </div>
    </Drawer>
  );
}
