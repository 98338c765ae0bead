import {
  createContext,
  createElement,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
} from 'react';
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  useLocation,
  useParams,
  useSearchParams,
} from 'react-router-dom';
import type { ScreenManifest } from '../../schemas/manifest/compiled.ts';
import type { Value, Values } from '../../schemas/manifest/references.ts';
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
  /** The answer of the call that has just been made. */
  readonly answer?: unknown;
}

// What manifests name is known after the first row: a table asks once for each cell.
const steps = new Map<string, readonly string[]>();

/** The value at a dotted path, or undefined as soon as a step is missing. */
export function readField(object: unknown, path: string): unknown {
  let keys = steps.get(path);
  if (!keys) {
    keys = path.split('.');
    steps.set(path, keys);
  }
  return keys.length === 1 ? readOwn(object, path) : keys.reduce(readOwn, object);
}

function readOwn(object: unknown, key: string): unknown {
  if (typeof object !== 'object' || object === null || !Object.hasOwn(object, key))
    return undefined;
  return (object as Record<string, unknown>)[key];
}

/** The space of a binding and the path in it; undefined of a text that is none. */
type Binding = { readonly space: keyof BindingContext; readonly path: string } | undefined;

const bindingPattern =
  /^\$(route|query|row|data|session|selection|form|answer|market|device)\.(.+)$/;
const parsed = new Map<string, Binding>();

function parseBinding(value: string): Binding {
  const [, space, path] = bindingPattern.exec(value) ?? [];
  const binding = space && path ? { space: space as keyof BindingContext, path } : undefined;
  parsed.set(value, binding);
  return binding;
}

/** Asked each time: nothing is drawn by it that would have to follow a change. */
const device = {
  get darkMode() {
    return window.matchMedia('(prefers-color-scheme: dark)').matches;
  },
};

/** A literal as it is; a binding's value, or undefined when it isn't known. */
export function resolveValue(value: Value, context: BindingContext): unknown {
  if (typeof value !== 'string' || !value.startsWith('$')) return value;
  const binding = parsed.has(value) ? parsed.get(value) : parseBinding(value);
  if (!binding) return value;
  const { space, path } = binding;
  if (space === 'selection') return context.selection?.map((row) => readField(row, path));
  return readField(context[space], path);
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

const BindingsContext = createContext<BindingContext | undefined>(undefined);

const SecretsContext = createContext<QueryValues>({});

/** Query parameters of the screen that are kept out of the address. */
export const SecretsProvider = SecretsContext.Provider;

type QueryState = readonly [values: QueryValues, set: SetQuery, chosen: QueryValues];
const QueryStateContext = createContext<QueryState | undefined>(undefined);

/** The query parameters that a screen reads. */
export type DeclaredQuery = ScreenManifest['query'];

interface QueryDefaultsProviderProps {
  readonly value: DeclaredQuery;
  readonly children: ReactNode;
}

/**
 * A screen's bindings: the address's query part, which everything below would each take apart anew,
 * who is signed in and where, and of the place around it the rest.
 */
export function QueryDefaultsProvider({ value, children }: QueryDefaultsProviderProps) {
  const state = useAddressQuery(value);
  const [query, , chosen] = state;
  const around = useContext(BindingsContext);
  const ofAddress = useParams();
  const route = around?.route ?? ofAddress;
  const session = useSession();
  const { market } = useManifestIndex();
  const bindings = useMemo(
    () => ({ ...around, route, query, chosen, session, market, device }),
    [around, route, query, chosen, session, market],
  );
  return createElement(
    QueryStateContext,
    { value: state },
    createElement(BindingsContext, { value: bindings }, children),
  );
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
  const router = useContext(DataRouterContext)?.router;
  const { pathname } = useLocation();

  const chosen = useMemo(() => readChosen(search, declared), [search, declared]);
  const values = useMemo(() => {
    const defaults = Object.entries(declared).map(([name, { default: value }]) => [name, value]);
    return { ...Object.fromEntries(defaults), ...chosen, ...secrets } as QueryValues;
  }, [chosen, declared, secrets]);

  const set = useCallback<SetQuery>(
    (patch, { replace = false } = {}) => {
      // A page that is being left, until the next one is loaded, would lead back to itself.
      if (router && router.state.location.pathname !== pathname) return;
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
    [setSearch, declared, router, pathname],
  );
  return useMemo(() => [values, set, chosen], [values, set, chosen]);
}

/** An address can hold anything, and a call would be refused for it. */
function readChosen(search: URLSearchParams, declared: DeclaredQuery): QueryValues {
  const chosen: Record<string, QueryValue> = {};
  for (const [name, value] of search) {
    const { secret, only, isDay: isDated } = declared[name] ?? {};
    if (secret || (only && !only.includes(value)) || (isDated && !isDay(value))) continue;
    chosen[name] = value;
  }
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

/** From 1900 to 2999, as calls take them. */
function isDay(value: string): boolean {
  if (!/^(?:19|2\d)\d\d-\d\d-\d\d$/.test(value)) return false;
  const instant = new Date(`${value}T00:00:00Z`);
  // 31 February is read as a day in March.
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(value);
}

function readIds(text: string): number[] {
  const ids = text.split(',').filter((id) => /^[1-9]\d{0,14}$/.test(id));
  return [...new Set(ids.map(Number))];
}

/** What bindings resolve against at this place of the screen; add `row` for a row's. */
export function useBindings(): BindingContext {
  const bindings = useContext(BindingsContext);
  if (!bindings) throw new Error('There is no QueryDefaultsProvider above this component.');
  return bindings;
}

interface BindingsProviderProps {
  readonly name: 'route' | 'data';
  readonly value: BindingContext['route'] | BindingContext['data'];
  readonly children: ReactNode;
}

/** What one space names for everything below, such as `$route` in a screen that lies over another. */
export function BindingsProvider({ name, value, children }: BindingsProviderProps) {
  const around = useBindings();
  const bindings = useMemo(() => ({ ...around, [name]: value }), [around, name, value]);
  return createElement(BindingsContext, { value: bindings }, children);
}
