import { useEffect, useMemo, useState } from 'react';
import { useActions } from '../../core/actions.ts';
import { ConnectionError } from '../../core/callError.ts';
import { loadAhead } from '../../core/lazyPart.tsx';
import type { NodeProps } from '../../core/node.ts';
import { readStored, writeStored } from '../../core/storage.ts';
import {
  arrange,
  asGiven,
  type ColumnArranging,
  type ColumnLayout,
  parseLayout,
  type StoredLayout,
  useStorageKey,
} from './columnLayout.ts';
import { watchPointer } from './watchPointer.ts';

// What follows the pointer is a library, which comes when a pointer nears an edge.
const loadDrag = () => import('./dragColumn.ts');
/** Pixels that a column may take. */
const least = 56;
const most = 800;

/** Which columns a table shows, in what order and how wide, remembered per user and table. */
export function useColumnLayout(node: NodeProps<'table'>['node']): ColumnLayout {
  const { columns: given } = node;
  const canArrange = node.columnChoice === true || node.views === true;
  const { report } = useActions();
  const key = useStorageKey(node);
  const usual = useMemo(() => asGiven(given), [given]);
  // Read once, at the beginning.
  const [made, setMade] = useState(() => (canArrange ? readLayout(key) : undefined));
  useEffect(() => {
    if (!canArrange) return;
    const text = made && JSON.stringify(made);
    writeStored(key, text === JSON.stringify(usual) ? undefined : text);
  }, [canArrange, key, made, usual]);

  const stored = made ?? usual;
  const columns = useMemo(() => arrange(given, stored.order), [given, stored.order]);
  const hidden = useMemo(() => new Set(stored.hidden), [stored.hidden]);
  const change = (part: Partial<StoredLayout>) =>
    setMade((before = usual) => ({ ...before, ...part }));
  const setWidths = (widths: ColumnLayout['widths']) => {
    const sizes = Object.entries(widths).map(([one, width]) => [
      one,
      Math.round(Math.min(most, Math.max(least, width))),
    ]);
    change({ widths: Object.fromEntries(sizes) });
  };
  const arranging: ColumnArranging = {
    toggle(column) {
      const others = stored.hidden.filter((one) => one !== column);
      change({ hidden: hidden.has(column) ? others : [...others, column] });
    },
    move(column, by) {
      const ids = columns.map((one) => one.id);
      const to = ids.indexOf(column) + by;
      if (to < 0 || to >= ids.length) return;
      const order = ids.filter((one) => one !== column);
      order.splice(to, 0, column);
      change({ order });
    },
    drag(column, widths, event) {
      // From what the browser gave it, for only sized columns have a size of their own.
      setWidths(widths);
      const pointer = watchPointer(event);
      loadDrag().then(
        ({ dragColumn }) => {
          if (pointer.isDown()) dragColumn(column, widths, event, setWidths);
          else setWidths({ ...widths, [column]: (widths[column] ?? 0) + pointer.way() });
        },
        (cause: unknown) => report(new ConnectionError({ cause })),
      );
    },
    preload: () => loadAhead(loadDrag),
    resize: (column, widths, by) => setWidths({ ...widths, [column]: (widths[column] ?? 0) + by }),
    reset: () => setMade(undefined),
    stored,
    restore: setMade,
  };
  return { columns, hidden, widths: stored.widths, ...(canArrange && { arrange: arranging }) };
}

function readLayout(key: string): StoredLayout | undefined {
  const text = readStored(key);
  if (text === undefined) return undefined;
  try {
    return parseLayout(JSON.parse(text));
  } catch {
    return undefined;
  }
}
