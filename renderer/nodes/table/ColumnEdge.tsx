import type { KeyboardEvent, MouseEvent, TouchEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ColumnLayout } from './columnLayout.ts';

interface ColumnEdgeProps {
  readonly id: string;
  readonly label: string;
  readonly layout: ColumnLayout;
}

/** Pixels for one press of an arrow key. */
const step = 16;

/** The edge by which a column is made wider or narrower: with a pointer, or with the arrow keys. */
export function ColumnEdge({ id, label, layout }: ColumnEdgeProps) {
  const { t } = useTranslation();
  const widthNow = (edge: Element) => edge.parentElement?.getBoundingClientRect().width ?? 0;
  const drag = (event: MouseEvent | TouchEvent) =>
    layout.drag(id, widthNow(event.currentTarget), event);
  const press = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -step, ArrowRight: step }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    layout.resize(id, widthNow(event.currentTarget) + by);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line between contents is no splitter.
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t('ui:table.width', { column: label })}
      aria-valuenow={layout.widths[id] ?? 0}
      tabIndex={0}
      className="column-edge"
      onMouseDown={drag}
      onTouchStart={drag}
      onKeyDown={press}
    />
  );
}
