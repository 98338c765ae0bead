import {
  createContext,
  createElement,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
} from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import type { ScreenManifest } from '../../schemas/manifest/compiled.ts';
import type { Value, Values } from '../../schemas/manifest/references.ts';
import { useData } from './dataContext.ts';
import { useManifestIndex } from './manifest.ts';
import { useSession } from './session.ts';

/** Of a control that picks several, their ids. */
export type QueryValue = string | number | boolean | readonly number[];
export type QueryValues = Readonly<Record<string, QueryValue | undefined>>;

/** All that a binding can name. */
export interface BindingContext {
  /** Parts of the address; in a panel what it was opened with, which may be lists. */
  readonly route: Readonly<Record<string, unknown>>;
  readonly query: QueryValues;
  /** What the reader chose of it, which links carry along: without the screen's defaults. */
  readonly chosen?: QueryValues;
  readonly row?: unknown;
  readonly data?: unknown;
  readonly session?: unknown;
  readonly market?: unknown;
  readonly device?: unknown;
  /** The selected rows of a table. */
  readonly selection?: readonly unknown[] | undefined;
  /** What a form submits. */
  readonly form?: unknown;
}

/** The value at a dotted path, or undefined as soon as a step is missing. */
export function readField(object: unknown, path: string): unknown {
  // Asked once for each cell of a table, and most paths have one step.
  if (!path.includes('.')) return readOwn(object, path);
  return path.split('.').reduce(readOwn, object);
}

function readOwn(object: unknown, key: string): unknown {
  if (typeof object !== 'object' || object === null || !Object.hasOwn(object, key))
    return undefined;
  return (object as Record<string, unknown>)[key];
}

const bindingPattern = /^\$(route|query|row|data|session|selection|form|market|device)\.(.+)$/;

/** Asked each time: nothing is drawn by it that would have to follow a change. */
const device = {
  get darkMode() {
    return window.matchMedia('(prefers-color-scheme: dark)').matches;
  },
};

/** A literal as it is; a binding's value, or undefined when it isn't known. */
export function resolveValue(value: Value, context: BindingContext): unknown {
  if (typeof value !== 'string' || !value.startsWith('$')) return value;
  const [, space, path] = bindingPattern.exec(value) ?? [];
  if (!space || !path) return value;
  if (space === 'selection') return context.selection?.map((row) => readField(row, path));
  return readField(context[space as keyof BindingContext], path);
}

export function resolveValues(
  values: Readonly<Record<string, Values>> | undefined,
  context: BindingContext,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values ?? {}).map(([name, value]) => [
      name,
      Array.isArray(value)
        ? value.map((one) => resolveValue(one, context))
        : resolveValue(value, context),
    ]),
  );
}

/** Sets query parameters; undefined, or a screen's default, takes one out of the address. */
export type SetQuery = (
  patch: Readonly<Record<string, QueryValue | undefined>>,
  options?: { replace?: boolean },
) => void;

const SecretsContext = createContext<QueryValues>({});

/** Query parameters of the screen that are kept out of the address. */
export const SecretsProvider = SecretsContext.Provider;

type QueryState = readonly [values: QueryValues, set: SetQuery, chosen: QueryValues];
const QueryStateContext = createContext<QueryState | undefined>(undefined);

/** The query parameters that a screen reads. */
export type DeclaredQuery = Readonly<Record<string, DeclaredParameter>>;
export type DeclaredParameter = ScreenManifest['query'][string] & {
  /** Any other value is as none. */
  readonly accepts?: (value: string) => boolean;
  /** The parameter that it isn't less than: it is as large then. */
  readonly atLeast?: string;
  /** It is a list of ids, at most so many. */
  readonly most?: number;
};

interface QueryDefaultsProviderProps {
  readonly value: DeclaredQuery;
  readonly children: ReactNode;
}

/** Reads the address's query part once for everything below, which would each take it apart anew. */
export function QueryDefaultsProvider({ value, children }: QueryDefaultsProviderProps) {
  const state = useAddressQuery(value);
  return createElement(QueryStateContext, { value: state }, children);
}

/** The address's query part with the screen's defaults, and how to change it. */
export function useQueryState(): QueryState {
  const state = useContext(QueryStateContext);
  if (!state) throw new Error('There is no QueryDefaultsProvider above this component.');
  return state;
}

function useAddressQuery(declared: DeclaredQuery): QueryState {
  const [search, setSearch] = useSearchParams();
  const secrets = useContext(SecretsContext);

  const chosen = useMemo(() => readChosen(search, declared), [search, declared]);
  const values = useMemo(() => {
    const defaults = Object.entries(declared).map(([name, { default: value }]) => [name, value]);
    return { ...Object.fromEntries(defaults), ...chosen, ...secrets } as QueryValues;
  }, [chosen, declared, secrets]);

  const set = useCallback<SetQuery>(
    (patch, { replace = false } = {}) => {
      setSearch(
        (previous) => {
          const next = new URLSearchParams(previous);
          for (const [name, value] of Object.entries(patch)) {
            // Off is what a switch is without a default.
            const preset = declared[name]?.default ?? false;
            const isDefault = value === undefined || value === preset;
            if (isDefault) next.delete(name);
            else next.set(name, String(value));
          }
          return next;
        },
        // Filtering must not throw the reader back to the top.
        { replace, preventScrollReset: true },
      );
    },
    [setSearch, declared],
  );
  return useMemo(() => [values, set, chosen], [values, set, chosen]);
}

/** An address can hold anything, and a call would be refused for it. */
function readChosen(search: URLSearchParams, declared: DeclaredQuery): QueryValues {
  const open = [...search].filter(([name, value]) => {
    const { secret, accepts } = declared[name] ?? {};
    return !secret && (accepts?.(value) ?? true);
  });
  const chosen: Record<string, QueryValue> = Object.fromEntries(open);
  for (const [name, { most }] of Object.entries(declared)) {
    if (most === undefined || chosen[name] === undefined) continue;
    const ids = readIds(String(chosen[name])).slice(0, most);
    if (ids.length > 0) chosen[name] = ids;
    else delete chosen[name];
  }
  for (const [name, { atLeast }] of Object.entries(declared)) {
    const [value, least] = [chosen[name], chosen[atLeast ?? '']];
    if (value !== undefined && least !== undefined && value < least) chosen[name] = least;
  }
  return chosen;
}

function readIds(text: string): number[] {
  const ids = text.split(',').filter((id) => /^[1-9]\d{0,14}$/.test(id));
  return [...new Set(ids.map(Number))];
}

const RouteParametersContext = createContext<BindingContext['route'] | undefined>(undefined);

/** What `$route` names in a screen that is opened over the one of the address. */
export const RouteParametersProvider = RouteParametersContext.Provider;

/** What bindings resolve against at this place of the screen; add `row` for a row's. */
export function useBindings(): BindingContext {
  const ofAddress = useParams();
  const route = useContext(RouteParametersContext) ?? ofAddress;
  const [query, , chosen] = useQueryState();
  const { data } = useData();
  const session = useSession();
  const { market } = useManifestIndex();
  return useMemo(
    () => ({ route, query, chosen, data, session, market, device }),
    [route, query, chosen, data, session, market],
  );
}
