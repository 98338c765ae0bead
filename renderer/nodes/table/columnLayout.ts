import type { MouseEvent, TouchEvent } from 'react';
import type { NodeProps } from '../../core/node.ts';
import { useSession } from '../../core/session.ts';
import type { TableColumn } from './tableColumns.ts';

/** What a reader made of a table's columns: those not named are as the manifest has them. */
export interface StoredLayout {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  /** Pixels by column. */
  readonly widths: Readonly<Record<string, number>>;
}

export interface ColumnLayout {
  /** All columns in the reader's order. */
  readonly columns: readonly TableColumn[];
  readonly hidden: ReadonlySet<string>;
  /** Pixels by column; empty until the reader has made one wider or narrower. */
  readonly widths: Readonly<Record<string, number>>;
  /** Absent when the reader can't arrange columns. */
  readonly arrange?: ColumnArranging;
}

/** What a reader can do with columns. */
export interface ColumnArranging {
  readonly toggle: (id: string) => void;
  /** By one place, up or down. */
  readonly move: (id: string, by: -1 | 1) => void;
  /** Follows a pointer that has gone down on a column's edge; `widths` are the pixels taken now. */
  readonly drag: (
    id: string,
    widths: ColumnLayout['widths'],
    event: MouseEvent | TouchEvent,
  ) => void;
  /** Gets the scripts of `drag` as soon as that is likely. */
  readonly preload: () => void;
  /** By so many pixels. */
  readonly resize: (id: string, widths: ColumnLayout['widths'], by: number) => void;
  readonly reset: () => void;
  readonly stored: StoredLayout;
  readonly restore: (layout: StoredLayout) => void;
}

/** What nobody has made anything of: columns as the manifest has them. */
export function asGiven(columns: readonly TableColumn[]): StoredLayout {
  const hidden = columns.filter((column) => column.hidden).map(({ id }) => id);
  return { order: [], hidden, widths: {} };
}

/** Where what a reader made of a table is remembered: per user, in this browser. */
export function useStorageKey({ id, source }: NodeProps<'table'>['node']): string {
  return `meterhouse.table.${useSession()?.userId ?? 'visitor'}.${source.call}.${id}`;
}

/** Columns that the order names come in it; a new one keeps its place from the manifest. */
export function arrange(
  columns: readonly TableColumn[],
  order: readonly string[],
): readonly TableColumn[] {
  const known = order.filter((id) => columns.some((column) => column.id === id));
  const placed = known.map((id) => columns.find((column) => column.id === id) as TableColumn);
  const arranged = [...placed];
  for (const [at, column] of columns.entries()) {
    if (!known.includes(column.id)) arranged.splice(at, 0, column);
  }
  return arranged;
}

/** A layout out of a browser's storage, which anything may have written; undefined if it is none. */
export function parseLayout(value: unknown): StoredLayout | undefined {
  const { order, hidden, widths = {} } = (value ?? {}) as Partial<StoredLayout>;
  if (!Array.isArray(order) || !Array.isArray(hidden) || typeof widths !== 'object')
    return undefined;
  const sizes = Object.entries(widths).filter(([, width]) => typeof width === 'number');
  return {
    order: order.map(String),
    hidden: hidden.map(String),
    widths: Object.fromEntries(sizes),
  };
}
