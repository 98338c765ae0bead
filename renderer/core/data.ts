import {
  keepPreviousData,
  type UseQueryResult,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { OperationId, OperationResponse } from '../../schemas/api/operations.ts';
import { compileCondition } from '../../schemas/conditions.ts';
import type { Source } from '../../schemas/manifest/parts.ts';
import { useCallOperation } from './api.ts';
import {
  type BindingContext,
  readField,
  resolveValue,
  resolveValues,
  useBindings,
} from './bindings.ts';
import { callingFrom } from './callError.ts';
import { useData } from './dataContext.ts';
import { splitParameters, usePathParameters } from './operations.ts';
import { usePlace } from './place.ts';

/** So old is a failure at most that came while its node's scripts were on their way. */
const justNowMilliseconds = 2000;

export interface SourceState<Response> {
  /** The last answer; while new parameters load, the one before (`isPlaceholder`). */
  readonly data: Response | undefined;
  readonly error: Error | null;
  /** Nothing to show yet. */
  readonly isPending: boolean;
  readonly isFetching: boolean;
  readonly isPlaceholder: boolean;
  readonly refetch: () => void;
}

export interface SourceOptions {
  /** What `$row` is. */
  readonly row?: unknown;
  /** Parameters that the node adds to the manifest's, such as the page of a table. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** After how many milliseconds an answer is asked for again; undefined: not by itself. */
  readonly again?: (data: unknown) => number | undefined;
  /** The id of the table that asks: its answer is also for what stands over it. */
  readonly table?: string;
  /** The id of a table below that asks the same: while the address orders or filters it, its answer is taken. */
  readonly over?: string | undefined;
}

/**
 * The answer of a node's source. Name the operation that the node is made for as type argument
 * (`useSource<'consumption.graph'>`), or read fields by path. It waits while `$data` that it is
 * bound to loads, or while a path parameter is unknown; without a source it stays pending.
 */
export function useSource<Id extends OperationId = OperationId>(
  source: Source | undefined,
  options: SourceOptions = {},
): SourceState<OperationResponse<Id>> {
  const query = useQuery(useSourceQuery()(source, options));
  return toState(query);
}

/** The answers of several sources, in their order; those that are undefined stay pending. */
export function useSources<Id extends OperationId = OperationId>(
  sources: readonly (Source | undefined)[],
): SourceState<OperationResponse<Id>>[] {
  const sourceQuery = useSourceQuery();
  return useQueries({ queries: sources.map((source) => sourceQuery(source, {})) }).map((query) =>
    toState(query),
  );
}

/** Asks for a source's answer while what shows it is itself on its way, as `useSource` will. */
export function useEarlySource(source: Source | undefined): void {
  const queries = useQueryClient();
  const query = useSourceQuery()(source, {});
  if (query.enabled && !queries.getQueryState(query.queryKey)) void queries.prefetchQuery(query);
}

/** The key of a source's answer in the cache. */
export function useSourceKey(source: Source | undefined): readonly unknown[] {
  return useSourceQuery()(source, {}).queryKey;
}

/** How a source is asked for, with what the place knows. */
function useSourceQuery() {
  const call = callingFrom(usePlace(), useCallOperation());
  const bindings = useBindings();
  const { isPending: isDataPending } = useData();
  const pathParameters = usePathParameters();
  const queries = useQueryClient();
  return (source: Source | undefined, { row, extra, again, over, table = over }: SourceOptions) => {
    const id = source?.call as OperationId;
    const context = { ...bindings, row };
    const own = resolveValues(source?.params, context);
    const params = { ...own, ...extra };
    const shared = [id, { ...own, size: undefined }, table];
    const isShared =
      over && Object.keys(bindings.query).some((name) => name.startsWith(`${over}.`));
    const body = source?.body && withoutEmpty(resolveValues(source.body, context));
    const isReady =
      source !== undefined &&
      !(isDataPending && bindsData(source)) &&
      (pathParameters(id)?.every((name) => params[name] !== undefined) ?? false);
    return {
      queryKey: isShared ? shared : [id, params, ...(body ? [body] : [])],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const given = await splitParameters(id, params);
        const answer = await call(id, { ...given, ...(body && { body }) }, { signal });
        if (table) queries.setQueryData(shared, answer);
        return answer;
      },
      enabled: isReady && !isShared,
      // What has just failed early says so, and isn't asked for again at once.
      retryOnMount: ({ state }: { state: { errorUpdatedAt: number } }) =>
        Date.now() - state.errorUpdatedAt > justNowMilliseconds,
      refetchInterval: ({ state: { data } }: { state: { data?: unknown } }) =>
        again?.(data) ?? (source?.live && nextAsking(source.live, { ...context, data })) ?? false,
      // Graphs and tables keep their size while the next answer is on its way.
      placeholderData: keepPreviousData,
    };
  };
}

/** After how many milliseconds a live answer is asked for again; undefined when what it waits for is over. */
function nextAsking(
  { while: condition, seconds }: NonNullable<Source['live']>,
  context: BindingContext,
): number | undefined {
  const holds =
    !condition || compileCondition(condition)((operand) => resolveValue(operand, context));
  return holds ? seconds * 1000 : undefined;
}

/** What nothing was chosen for isn't asked about. */
function withoutEmpty(body: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== ''));
}

function toState<Response>(query: UseQueryResult<unknown>): SourceState<Response> {
  return {
    data: query.data as Response | undefined,
    error: query.error,
    isPending: query.isPending,
    isFetching: query.isFetching,
    isPlaceholder: query.isPlaceholderData,
    refetch: () => void query.refetch(),
  };
}

/** The rows of an answer, which may be a list itself; empty while there is none. */
export function readRows(data: unknown, field: string): readonly unknown[] {
  if (Array.isArray(data)) return data;
  const rows = readField(data, field);
  return Array.isArray(rows) ? rows : [];
}

function bindsData(source: Source): boolean {
  return Object.values({ ...source.params, ...source.body }).some(
    (value) => typeof value === 'string' && value.startsWith('$data.'),
  );
}
