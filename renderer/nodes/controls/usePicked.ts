import { useState } from 'react';
import { readField, useQueryState } from '../../core/bindings.ts';
import { readRows, type SourceState, useSource } from '../../core/data.ts';
import type { Control } from './PeriodControl.tsx';

export type Pick = Extract<Control, { kind: 'pick' }>;

export interface PickOption {
  /** Undefined: none. */
  readonly value: string | undefined;
  readonly label: string;
}

/** What there is to pick that holds what was typed. */
export interface PickRows {
  readonly state: SourceState<unknown>;
  readonly found: readonly PickOption[];
  /** With what the list has no room for. */
  readonly total: number;
}

/** Enough to see that typing is faster than scrolling. */
const pageSize = 50;

function usePickRows(item: Pick, search: string): PickRows {
  const state = useSource(item.source, {
    extra: { page: 0, size: pageSize, search: search || undefined },
  });
  const found = readRows(state.data, 'content').map((row) => toOption(item, row));
  const total = (state.data as { total?: number } | undefined)?.total ?? found.length;
  return { state, found, total };
}

/** What there is to pick that holds `search`, and what is picked, with its label. */
export function usePicked(item: Pick, search: string) {
  const [query, setQuery] = useQueryState();
  // A search can hide the row that was picked, whose label stays.
  const [last, setLast] = useState<PickOption>();
  const rows = usePickRows(item, search);
  const current = query[item.query];
  const value = current === undefined || current === '' ? undefined : String(current);
  const known = [...rows.found, ...(last ? [last] : [])].find((one) => one.value === value);
  const isElsewhere = value !== undefined && !known && !rows.state.isPending;
  const { data: chosen } = useSource(isElsewhere ? item.chosen : undefined);
  const found = isElsewhere && chosen !== undefined ? toOption(item, chosen).label : undefined;

  return {
    rows,
    value,
    /** While the row is looked up, and when there is none, the value itself. */
    label: value === undefined ? undefined : (known?.label ?? found ?? value),
    pick: (option: PickOption) => {
      setLast(option);
      setQuery({ [item.query]: option.value });
    },
  };
}

/** What there is to pick that holds `search`, and all that is picked, with their labels. */
export function useSeveralPicked(item: Pick, search: string) {
  const [query, setQuery] = useQueryState();
  const rows = usePickRows(item, search);
  const current = query[item.query];
  const values = Array.isArray(current) ? current.map(String) : [];
  // Searching and paging hide rows that were picked, whose labels stay.
  const [seen, setSeen] = useState<ReadonlyMap<string, PickOption>>(new Map());
  const known = new Map([...seen, ...rows.found.map((one) => [String(one.value), one] as const)]);
  const isElsewhere = !rows.state.isPending && values.some((value) => !known.has(value));
  const { data } = useSource(isElsewhere ? item.chosen : undefined);
  for (const row of readRows(data, 'content')) {
    const option = toOption(item, row);
    known.set(String(option.value), option);
  }
  const picked = values.map((value) => known.get(value) ?? { value, label: value });

  function set(next: readonly PickOption[]) {
    setSeen(new Map([...seen, ...next.map((one) => [String(one.value), one] as const)]));
    const ids = next.map(({ value }) => Number(value));
    setQuery({ [item.query]: ids.length > 0 ? ids : undefined });
  }
  return { rows, picked, set };
}

function toOption(item: Pick, row: unknown): PickOption {
  return {
    value: String(readField(row, item.value)),
    label: String(readField(row, item.text) ?? ''),
  };
}
