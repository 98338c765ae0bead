import { useState } from 'react';
import type { NodeProps } from '../../core/node.ts';
import { readStored, writeStored } from '../../core/storage.ts';
import { parseLayout, type StoredLayout, useStorageKey } from './columnLayout.ts';

/** A state of a table that its reader has given a name. */
export interface TableView {
  readonly name: string;
  readonly layout: StoredLayout;
  /** Filters, search, order and page size, as the address has them. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** The reader's views of a table, kept per user in this browser; the same name replaces a view. */
export function useTableViews(node: NodeProps<'table'>['node']) {
  const key = `${useStorageKey(node)}.views`;
  const [views, setViews] = useState(() => readViews(key));
  const change = (next: readonly TableView[]) => {
    setViews(next);
    writeStored(key, next.length === 0 ? undefined : JSON.stringify(next));
  };
  return {
    views,
    keep: (view: TableView) => change([...views.filter(({ name }) => name !== view.name), view]),
    forget: (name: string) => change(views.filter((view) => view.name !== name)),
  };
}

function readViews(key: string): readonly TableView[] {
  try {
    const stored: unknown = JSON.parse(readStored(key) ?? '[]');
    return Array.isArray(stored) ? stored.flatMap((one) => parseView(one) ?? []) : [];
  } catch {
    return [];
  }
}

function parseView(value: unknown): TableView | undefined {
  const { name, layout, parameters } = (value ?? {}) as Partial<TableView>;
  const parsed = parseLayout(layout);
  if (typeof name !== 'string' || !parsed || typeof parameters !== 'object') return undefined;
  const texts = Object.entries(parameters).map(([key, text]) => [key, String(text)]);
  return { name, layout: parsed, parameters: Object.fromEntries(texts) };
}
