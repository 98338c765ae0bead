import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { useTranslation } from '../../core/translation.ts';
import { maxPrintedRows, useIsPrinting } from '../../core/useIsPrinting.ts';
import type { RowsProps } from './rows.ts';
import { GridTable } from './TableGrid.tsx';

const rowHeight = 41;

/** A grid of very many rows, which scrolls within itself and draws what is in sight. */
export default function VirtualGrid(props: RowsProps) {
  const { t } = useTranslation();
  const isPrinting = useIsPrinting();
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: props.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const total = props.rows.length;
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1);
  const inSight = {
    scroller,
    indexes: items.map(({ index }) => index),
    before: items[0]?.start ?? 0,
    after: last ? virtualizer.getTotalSize() - last.end : 0,
  };
  const printed = Math.min(total, maxPrintedRows);
  return (
    <>
      <GridTable
        {...props}
        window={isPrinting ? { scroller, indexes: upTo(printed), before: 0, after: 0 } : inSight}
      />
      {isPrinting && printed < total && <p>{t('ui:table.printed', { shown: printed, total })}</p>}
    </>
  );
}

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
