import { Tooltip } from '@blueprintjs/core';
import type { ReactElement } from 'react';

interface HoverTextProps {
  readonly text: string;
  readonly children: ReactElement;
}

const distance = 10;

/** A tooltip with the specification's placement and delays (§9). The target takes the focus. */
export default function HoverText({ text, children }: HoverTextProps) {
  return (
    <Tooltip
      content={text}
      placement="right"
      hoverOpenDelay={300}
      hoverCloseDelay={100}
      modifiers={{ offset: { enabled: true, options: { offset: [0, distance] } } }}
      className="hover-text"
      targetProps={{ tabIndex: undefined }}
    >
      {children}
    </Tooltip>
  );
}
