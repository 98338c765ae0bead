import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { CallAction } from '../../schemas/manifest/actions.ts';
import { type BindingContext, resolveValues } from './bindings.ts';

/**
 * Shows what a call will have changed, in the kept answers of the operations that it invalidates:
 * the row of the context is altered or gone. Returns how to take that back.
 */
export function applyOptimistic(
  queries: QueryClient,
  { optimistic, invalidates = [] }: CallAction,
  context: BindingContext,
): () => void {
  if (!optimistic || context.row === undefined) return () => undefined;
  const change = (rows: readonly unknown[]) =>
    'remove' in optimistic
      ? rows.filter((row) => row !== context.row)
      : rows.map((row) =>
          row === context.row
            ? { ...(row as object), ...resolveValues(optimistic.set, context) }
            : row,
        );
  const before: [QueryKey, unknown][] = [];
  for (const call of invalidates) {
    for (const [key, data] of queries.getQueriesData({ queryKey: [call] })) {
      const rows = (data as { content?: unknown } | undefined)?.content;
      if (!Array.isArray(rows) || !rows.includes(context.row)) continue;
      before.push([key, data]);
      const total = (data as { total?: number }).total;
      const content = change(rows);
      const lost = rows.length - content.length;
      queries.setQueryData(key, {
        ...(data as object),
        content,
        ...(total !== undefined && { total: total - lost }),
      });
    }
  }
  return () => {
    for (const [key, data] of before) queries.setQueryData(key, data);
  };
}
