import { useEffect, useMemo, useState } from 'react';
import type { OperationId } from '../../../schemas/api/operations.ts';
import { compileCondition } from '../../../schemas/conditions.ts';
import { useCallOperation } from '../../core/api.ts';
import { resolveValue, resolveValues, useBindings } from '../../core/bindings.ts';
import { readRows, useSource } from '../../core/data.ts';
import type { NodeProps } from '../../core/node.ts';
import { splitParameters } from '../../core/operations.ts';
import { useTranslation } from '../../core/translation.ts';
import { useChanges } from '../../core/useChanges.ts';
import { filterRows, keepGroups, sortRows } from './clientRows.ts';
import { weighAhead } from './sortWeights.ts';
import { splitGroup } from './tableColumns.ts';
import { directionOf, sortNameOf, type TableState } from './tableState.ts';
import { writeFilters } from './writeFilters.ts';

/** What one call may answer at most (see the API's `size`), and what one file should hold. */
const exportPage = 1000;
const maxExported = 100_000;
/** Sorting more than these by a text takes long enough to be prepared. */
const manyRows = 5000;

interface TableRows {
  /** All that the call answered. */
  readonly all: readonly unknown[];
  /** What the filters leave, in order; of a server's table its page. */
  readonly rows: readonly unknown[];
  readonly total: number;
  readonly source: ReturnType<typeof useSource>;
  /** Whether something is under way, for which a live table asks again. */
  readonly isUnderWay: boolean;
  /** Every row that the filters leave, for a file. */
  readonly collect: (onProgress: (part: number) => void, signal: AbortSignal) => Promise<unknown[]>;
}

/** The rows of a table: cut, sorted and searched by the server, or by the browser. */
export function useTableRows(node: NodeProps<'table'>['node'], state: TableState): TableRows {
  const { i18n } = useTranslation();
  const call = useCallOperation();
  const bindings = useBindings();
  const isClient = node.paging === 'client';
  const { page, size, sort, search, filters } = state;
  // By its text, for the address makes a new object at each render.
  const filterKey = JSON.stringify(filters);
  const filter = useMemo(
    () => writeFilters(node.columns, JSON.parse(filterKey)),
    [node.columns, filterKey],
  );
  const ask = { sort, filter, ...(search && { search }) };
  const again = useAgain(node);
  const [isHearing, setIsHearing] = useState(false);
  // The first page goes without saying: so it is the same question as that of a head over the table.
  const extra = isClient ? undefined : { ...(page > 0 && { page }), size, ...ask };
  const source = useSource(node.source, {
    table: node.id,
    ...(extra && { extra }),
    // Who is told of changes needn't ask whether there are any.
    ...(again && !isHearing && { again }),
  });
  const isUnderWay = again?.(source.data) !== undefined;
  useChanges(node.source.call, isUnderWay, setIsHearing);
  const all = readRows(source.data, node.rows ?? 'content');

  useEffect(() => {
    if (!isClient || all.length < manyRows) return undefined;
    const fields = node.columns.map(({ field }) => field);
    return weighAhead(all, fields, i18n.language);
  }, [isClient, all, node.columns, i18n.language]);
  // Sorted first: what a filter leaves keeps its order, and the next letter needn't sort again.
  const sorted = useMemo(() => {
    if (!isClient || !sort) return all;
    const column = node.columns.find(
      (one) => directionOf(sortNameOf(one, 'client') ?? '', sort) !== 'none',
    );
    const rows = sortRows(all, column, sort.startsWith('-'), i18n.language);
    return keepGroups(rows, splitGroup(node.columns).group, all);
  }, [isClient, all, node.columns, sort, i18n.language]);
  const rows = useMemo(
    () => (isClient ? filterRows(sorted, node.columns, search, JSON.parse(filterKey)) : all),
    [isClient, sorted, all, node.columns, search, filterKey],
  );
  const total = isClient
    ? rows.length
    : ((source.data as { total?: number } | undefined)?.total ?? 0);

  async function collect(onProgress: (part: number) => void, signal: AbortSignal) {
    if (isClient) return [...rows];
    const id = node.source.call as OperationId;
    const params = resolveValues(node.source.params, bindings);
    const wanted = Math.min(total, maxExported);
    const collected: unknown[] = [];
    for (let at = 0; collected.length < wanted; at += 1) {
      const given = await splitParameters(id, { ...params, ...ask, page: at, size: exportPage });
      const content = readRows(await call(id, given, { signal }), 'content');
      if (content.length === 0) break;
      collected.push(...content);
      onProgress(Math.min(1, collected.length / wanted));
    }
    return collected;
  }

  return { all, rows, total, source, isUnderWay, collect };
}

/** When a table asks again by itself: while what it waits for holds of one of its rows, or always. */
function useAgain({ live, rows = 'content' }: NodeProps<'table'>['node']) {
  return useMemo(() => {
    if (!live) return undefined;
    const milliseconds = live.seconds * 1000;
    if (!live.while) return () => milliseconds;
    const holds = compileCondition(live.while);
    return (data: unknown) => {
      const isUnderWay = readRows(data, rows).some((row) =>
        holds((operand) => resolveValue(operand, { route: {}, query: {}, row })),
      );
      return isUnderWay ? milliseconds : undefined;
    };
  }, [live, rows]);
}
