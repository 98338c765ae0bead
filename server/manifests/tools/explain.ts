import { type AccessSubject, accessRuleSchema, findRefusal } from '../../../schemas/accessRule.ts';
import { type OperationId, operations } from '../../../schemas/api/operations.ts';
import { guardRoute, refuseOperation } from '../access.ts';
import { layerMarket, type MarketLayers } from '../layerMarket.ts';
import type { LoadedFiles } from '../load.ts';
import { findLocated, type Located, toValue } from '../located.ts';
import type { ManifestSet, MarketManifests } from '../manifestSet.ts';
import { placeOf } from './provenance.ts';

/** One rule that was asked, and what it answered. */
interface Step {
  readonly passes: boolean;
  readonly words: string;
  /** `file:line:column (layer)`. */
  readonly place: string;
}

export interface Explanation {
  readonly isShown: boolean;
  readonly steps: readonly Step[];
}

const refusals: Readonly<Record<string, (rule: Record<string, unknown>) => string>> = {
  signIn: () => 'it needs somebody who is signed in',
  countries: ({ countries }) => `it is for ${list(countries)} only`,
  notRole: ({ notRole }) => `it is closed to ${list(notRole)}`,
  anyRole: ({ anyRole }) => `it needs one of the roles ${list(anyRole)}`,
  anyFeature: ({ anyFeature }) => `it needs one of the features ${list(anyFeature)}`,
};

/** Why a subject sees a screen, or a part of it, or doesn't. Undefined when there is none such. */
export function explainScreen(
  { set, loaded }: { set: ManifestSet; loaded: LoadedFiles },
  subject: AccessSubject,
  screen: string,
  partPath: readonly string[] = [],
): Explanation | undefined {
  const market = subject.country.toLowerCase();
  const layers = layerMarket(loaded, market, []);
  const file = layers.screens.get(screen);
  const module = file && layers.modules.get(file.module);
  const marketFile = loaded.markets.get(market);
  if (!file || !module || !marketFile) return undefined;
  const steps: Step[] = [stepOfSwitch(marketFile, file.module)];
  steps.push(...stepsOfRule(module, ['access'], `module ${file.module}`, subject));
  steps.push(...stepsOfRoutes(layers, file.module, screen, subject));
  steps.push(...stepsOfLicence(module, file.module, subject));
  const manifests = set.markets[subject.country];
  let at: string[] = ['root'];
  steps.push(...stepsOfPart(file.located, at, subject, manifests));
  for (const key of partPath) {
    const found = childPath(file.located, at, key);
    if (!found) return undefined;
    at = found;
    steps.push(...stepsOfPart(file.located, at, subject, manifests));
  }
  return { isShown: steps.every(({ passes }) => passes), steps };
}

/** The screens that an address leads to, nearest first. */
export function findScreens(manifests: MarketLayers, address: string): string[] {
  const routes = [...manifests.modules.values()].flatMap((module) =>
    Object.values((toValue(module) as { routes?: Record<string, RouteLike> }).routes ?? {}),
  );
  return routes
    .filter(({ path }) => {
      const pattern = path.replaceAll(/\{\w+\}/g, '[^/]+');
      return path === address || new RegExp(`^${pattern}/?$`).test(address);
    })
    .toSorted((one, other) => one.path.split('{').length - other.path.split('{').length)
    .flatMap((route) => route.screen ?? []);
}

interface RouteLike {
  readonly path: string;
  readonly screen?: string;
}

function stepOfSwitch(market: Located, module: string): Step {
  const modules = findLocated(market, ['modules']);
  const entry = modules.entries?.get(module);
  const isOn = entry?.value.scalar === true;
  return {
    passes: isOn,
    words: `the market has the module ${module} switched ${isOn ? 'on' : 'off'}`,
    place: placeOf(entry ? { ...entry.value, offset: entry.keyOffset } : modules),
  };
}

function stepsOfRoutes(
  layers: MarketLayers,
  module: string,
  screen: string,
  subject: AccessSubject,
): Step[] {
  const located = layers.modules.get(module) as Located;
  const routes = findLocated(located, ['routes']).entries ?? new Map();
  return [...routes].flatMap(([name, { value }]) => {
    if (value.entries?.get('screen')?.value.scalar !== screen) return [];
    const path = String(value.entries?.get('path')?.value.scalar);
    return stepsOfRule(located, ['routes', name, 'access'], `route ${name} (${path})`, subject);
  });
}

function stepsOfLicence(module: Located, name: string, subject: AccessSubject): Step[] {
  const licence = module.entries?.get('licence');
  if (!licence) return [];
  const rule = { public: true, ...(toValue(licence.value) as object) };
  return [judge(rule, licence.value, `licence of the module ${name}`, subject)];
}

function stepsOfRule(
  located: Located,
  path: readonly string[],
  what: string,
  subject: AccessSubject,
): Step[] {
  const parent = findLocated(located, path.slice(0, -1));
  const rule = parent.entries?.get(String(path.at(-1)));
  // Without a rule, whoever is signed in may.
  return [judge(rule ? toValue(rule.value) : {}, rule?.value ?? parent, what, subject)];
}

/** The rule of a node or of a part of one, and the calls that it makes. */
function stepsOfPart(
  file: Located,
  path: readonly string[],
  subject: AccessSubject,
  manifests: MarketManifests,
): Step[] {
  const part = findLocated(file, path);
  const name = path.join('.');
  const steps: Step[] = [];
  const access = part.entries?.get('access');
  if (access) steps.push(judge(toValue(access.value), access.value, name, subject));
  for (const member of ['source', 'submit', 'action']) {
    const call = part.entries?.get(member)?.value.entries?.get('call')?.value;
    const id = call?.scalar;
    if (!call || typeof id !== 'string' || !Object.hasOwn(operations, id)) continue;
    const refusal = refuseOperation(manifests, id as OperationId, subject);
    steps.push({
      passes: refusal === undefined,
      words: `${name} calls ${id}, which this session ${refusal ? `may not call (${refusal})` : 'may call'}`,
      place: placeOf(call),
    });
  }
  return steps;
}

/** A child by its id, in whichever map of parts it stands; `columns.name` says which. */
function childPath(file: Located, at: readonly string[], key: string): string[] | undefined {
  const part = findLocated(file, at);
  const maps = ['children', 'columns', 'items', 'rowActions', 'bulkActions', 'routes'];
  const [map, id] = key.includes('.') ? key.split('.') : [undefined, key];
  for (const member of map ? [map] : maps) {
    if (id && part.entries?.get(member)?.value.entries?.has(id)) return [...at, member, id];
  }
  return undefined;
}

function judge(rule: unknown, located: Located, what: string, subject: AccessSubject): Step {
  const parsed = accessRuleSchema.safeParse(rule);
  const refusal = parsed.success ? findRefusal(parsed.data, subject) : 'signIn';
  const reason = refusal && refusals[refusal]?.(rule as Record<string, unknown>);
  return {
    passes: refusal === undefined,
    words: reason ? `${what}: ${reason}` : `${what}: open to this session`,
    place: placeOf(located),
  };
}

function list(values: unknown): string {
  return Array.isArray(values) ? values.join(', ') : String(values);
}

/** The entries of the shell that lead to a screen, and whether this session has them. */
export function explainEntries(
  manifests: MarketManifests,
  subject: AccessSubject,
  screen: string,
): string[] {
  return [...manifests.routes]
    .filter(([, { route }]) => route.screen === screen)
    .map(([name, route]) => `route ${name}: ${guardRoute(manifests, route, subject)}`);
}
