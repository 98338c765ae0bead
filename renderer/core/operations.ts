import { type Address, first, loaders } from 'virtual:operations';
import { useSyncExternalStore } from 'react';
import { ConnectionError } from './callError.ts';

type Feature = typeof first;

/** Features that are there, or couldn't be loaded, by their names. */
let known: Readonly<Record<string, Feature | 'failed'>> = { manifest: first };
const loading = new Map([['manifest', Promise.resolve(first)]]);
const listeners = new Set<() => void>();

const featureOf = (id: string) => id.split('.')[0] ?? id;

/**
 * The address of an operation, and the check of its answer; undefined when there is no such operation.
 * Each feature's are loaded when they are first asked for. Throws a `ConnectionError`.
 */
export async function loadOperation(
  id: string,
): Promise<{ address: Address; check: Feature['checks'][string] } | undefined> {
  const { addresses = {}, checks = {} } = (await loadFeature(featureOf(id))) ?? {};
  const [address, check] = [addresses[id], checks[id]];
  return address && check && { address, check };
}

async function loadFeature(name: string): Promise<Feature | undefined> {
  if (!Object.hasOwn(loaders, name)) return loading.get(name);
  const promise = loading.get(name) ?? fetchFeature(name);
  loading.set(name, promise);
  return promise;
}

async function fetchFeature(name: string): Promise<Feature> {
  try {
    const feature = await loaders[name]?.();
    if (!feature) throw new Error(`The pages know no feature «${name}».`);
    note(name, feature);
    return feature;
  } catch (cause) {
    // Whoever calls again tries again.
    loading.delete(name);
    note(name, 'failed');
    throw new ConnectionError({ cause });
  }
}

function note(name: string, found: Feature | 'failed'): void {
  known = { ...known, [name]: found };
  for (const tell of listeners) tell();
}

/** Has the feature of an operation loaded that will be called soon: an early start, which may fail. */
export function expectOperation(id: string): void {
  loadFeature(featureOf(id)).catch(() => undefined);
}

/** The same for every source in a part of a manifest. */
export function expectSources(part: unknown): void {
  if (typeof part !== 'object' || part === null) return;
  if ('call' in part && typeof part.call === 'string' && !('do' in part))
    expectOperation(part.call);
  Object.values(part).forEach(expectSources);
}

/**
 * The names of an operation's path parameters, which are undefined while its feature is on its way:
 * whoever asks is drawn again then. None where that can't be loaded, as the call itself will say.
 */
export function usePathParameters(): (id: string) => readonly string[] | undefined {
  const features = useSyncExternalStore(listen, () => known);
  return (id) => {
    const feature = features[featureOf(id)];
    if (feature === undefined && Object.hasOwn(loaders, featureOf(id))) {
      expectOperation(id);
      return undefined;
    }
    return feature === undefined || feature === 'failed' ? [] : namesIn(feature.addresses[id]);
  };
}

function listen(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

/** Values by name as path parameters and query of a call. Throws a `ConnectionError`. */
export async function splitParameters(id: string, values: Readonly<Record<string, unknown>>) {
  const inPath = new Set(namesIn((await loadOperation(id))?.address));
  const entries = Object.entries(values);
  return {
    params: Object.fromEntries(entries.filter(([name]) => inPath.has(name))),
    query: Object.fromEntries(entries.filter(([name]) => !inPath.has(name))),
  };
}

function namesIn(address: Address | undefined): string[] {
  return [...(address?.path.matchAll(/\{(\w+)\}/g) ?? [])].map(([, name]) => name ?? '');
}
