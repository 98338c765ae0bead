import { useState } from 'react';
import { readField, useQueryState } from '../../core/bindings.ts';
import { readRows, useSource } from '../../core/data.ts';
import type { Control } from './PeriodControl.tsx';

export type Pick = Extract<Control, { kind: 'pick' }>;

export interface PickOption {
  /** Undefined: none. */
  readonly value: string | undefined;
  readonly label: string;
}

/** Enough to see that typing is faster than scrolling. */
const pageSize = 50;

/** What there is to pick that holds `search`, and what is picked, with its label. */
export function usePicked(item: Pick, search: string) {
  const [query, setQuery] = useQueryState();
  // A search can hide the row that was picked, whose label stays.
  const [last, setLast] = useState<PickOption>();
  const rows = useSource(item.source, {
    extra: { page: 0, size: pageSize, search: search || undefined },
  });
  const options = readRows(rows.data, 'content').map((row) => toOption(item, row));
  const current = query[item.query];
  const value = current === undefined || current === '' ? undefined : String(current);
  const known = [...options, ...(last ? [last] : [])].find((one) => one.value === value);
  const isElsewhere = value !== undefined && !known && !rows.isPending;
  const { data: chosen } = useSource(isElsewhere ? item.chosen : undefined);
  const found = isElsewhere && chosen !== undefined ? toOption(item, chosen).label : undefined;

  return {
    rows,
    options,
    total: (rows.data as { total?: number } | undefined)?.total ?? options.length,
    value,
    /** While the row is looked up, and when there is none, the value itself. */
    label: value === undefined ? undefined : (known?.label ?? found ?? value),
    pick: (option: PickOption) => {
      setLast(option);
      setQuery({ [item.query]: option.value });
    },
  };
}

function toOption(item: Pick, row: unknown): PickOption {
  return {
    value: String(readField(row, item.value)),
    label: String(readField(row, item.text) ?? ''),
  };
}
