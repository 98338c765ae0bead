import type { MouseEvent } from 'react';

/** A text that is cut off shows in full as a tooltip. Above the text may be the link that covers its row. */
export function showFullText({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>): void {
  const under = document.elementsFromPoint(clientX, clientY);
  const text = under.find((one) => one.matches('.cell-text, .cell-under'));
  const isCut =
    text && (text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight);
  currentTarget.title = isCut ? (text.textContent ?? '') : '';
}
