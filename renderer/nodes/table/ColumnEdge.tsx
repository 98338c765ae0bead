import type { KeyboardEvent, MouseEvent, TouchEvent } from 'react';
import { useTranslation } from '../../core/translation.ts';
import type { ColumnArranging } from './columnLayout.ts';

interface ColumnEdgeProps {
  readonly id: string;
  readonly label: string;
  /** Pixels, when the reader has sized it. */
  readonly width: number | undefined;
  readonly arranging: ColumnArranging;
}

/** Pixels for one press of an arrow key. */
const step = 16;

/** The edge by which a column is made wider or narrower: with a pointer, or with the arrow keys. */
export function ColumnEdge({ id, label, width, arranging }: ColumnEdgeProps) {
  const { t } = useTranslation();
  const drag = (event: MouseEvent | TouchEvent) =>
    arranging.drag(id, measure(event.currentTarget), event);
  const press = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -step, ArrowRight: step }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    arranging.resize(id, measure(event.currentTarget), by);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line between contents is no splitter.
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t('ui:table.width', { column: label })}
      aria-valuenow={width ?? 0}
      tabIndex={0}
      className="column-edge"
      onPointerEnter={arranging.preload}
      onMouseDown={(event) => {
        // Or what the pointer passes would be selected.
        event.preventDefault();
        drag(event);
      }}
      onTouchStart={drag}
      onKeyDown={press}
    />
  );
}

/** Pixels that each column takes now: once one of them has a width of its own, all keep theirs. */
function measure(edge: Element): Record<string, number> {
  const headings = edge.closest('tr')?.querySelectorAll<HTMLElement>('th[data-column]') ?? [];
  const widths = [...headings].map((one) => [
    one.dataset['column'] ?? '',
    one.getBoundingClientRect().width,
  ]);
  return Object.fromEntries(widths);
}
