import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { RowsProps } from './rows.ts';
import { GridTable } from './TableGrid.tsx';

const rowHeight = 41;

/** A grid of very many rows, which scrolls within itself and draws what is in sight. */
export default function VirtualGrid(props: RowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: props.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1);
  const window = {
    scroller,
    indexes: items.map(({ index }) => index),
    before: items[0]?.start ?? 0,
    after: last ? virtualizer.getTotalSize() - last.end : 0,
  };
  return <GridTable {...props} window={window} />;
}
