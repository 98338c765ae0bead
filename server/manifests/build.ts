import { z } from 'zod';
import { type Country, countries } from '../../schemas/entities/market.ts';
import {
  type FormSchemaName,
  formSchemas,
  isFormSchemaName,
} from '../../schemas/forms/formSchemas.ts';
import {
  type MarketFile,
  type ModuleFile,
  marketFileSchema,
  moduleFileSchema,
  type ScreenFile,
  screenFileSchema,
} from '../../schemas/manifest/files.ts';
import { type FormFile, formFileSchema } from '../../schemas/manifest/form.ts';
import type { Node } from '../../schemas/manifest/node.ts';
import { checkForm } from '../forms/checkForm.ts';
import { checkFiles } from './checkFiles.ts';
import { checkMarkets, checkRequired } from './checkMarkets.ts';
import { checkReferences } from './checkReferences.ts';
import { checkRoutes } from './checkRoutes.ts';
import { checkShape } from './checkShape.ts';
import type { Fault } from './faults.ts';
import { layerMarket, type MarketLayers } from './layerMarket.ts';
import { listNames } from './listNames.ts';
import type { LoadedFiles } from './load.ts';
import { faultAt, type Located, toValue } from './located.ts';
import type { ManifestSet, MarketManifests, MarketRoute, MarketScreen } from './manifestSet.ts';
import type { Names } from './names.ts';
import { listTexts, readTexts } from './texts.ts';

export interface BuildResult {
  /** Undefined as soon as a manifest has a fault; a missing text only looks bad. */
  readonly set: ManifestSet | undefined;
  readonly faults: readonly Fault[];
}

/** Checks and layers all files for all markets. */
export function buildManifests(loaded: LoadedFiles, manifestsName: string): BuildResult {
  const faults = [...loaded.faults];
  const textFaults = [...loaded.textFaults];
  const texts = readTexts(loaded, textFaults);
  checkFiles(loaded, faults);

  const marketFiles = new Map<string, MarketFile>();
  for (const [name, located] of loaded.markets) {
    const market = checkShape(marketFileSchema, located, faults);
    if (market) marketFiles.set(name, market);
  }
  checkMarkets(loaded, marketFiles, manifestsName, faults);

  const markets = new Map<Country, MarketManifests>();
  for (const country of countries) {
    const name = country.toLowerCase();
    const files = layerMarket(loaded, name, faults);
    const parsed = parseMarket(files, faults);
    // Without a module's file, everything that refers to it would look wrong.
    if ([...loaded.unreadable].some((file) => file.endsWith('/module.json'))) continue;
    const names = listNames(files, texts, loaded.unreadable);
    checkMarketReferences(loaded.markets.get(name), files, names, faults);
    const market = marketFiles.get(name);
    const located = loaded.markets.get(name);
    if (!market || !located) continue;
    const requires = new Map([...parsed.modules].map(([id, { requires }]) => [id, requires]));
    checkRequired(market, located, requires, faults);
    markets.set(country, keepEnabled(market, parsed));
  }

  const [pl, cz, dk] = [markets.get('PL'), markets.get('CZ'), markets.get('DK')];
  const isSound = faults.length === 0 && pl && cz && dk;
  const set = isSound
    ? {
        markets: { PL: pl, CZ: cz, DK: dk },
        licences: readLicences(loaded),
        texts: listTexts(loaded),
      }
    : undefined;
  return { set, faults: [...textFaults, ...faults] };
}

interface ParsedMarket {
  readonly modules: ReadonlyMap<string, ModuleFile>;
  readonly screens: ReadonlyMap<string, MarketScreen>;
  readonly forms: ReadonlyMap<string, FormFile>;
}

function parseMarket(files: MarketLayers, faults: Fault[]): ParsedMarket {
  const modules = new Map<string, ModuleFile>();
  for (const [id, located] of files.modules) {
    const module = checkShape(moduleFileSchema, located, faults);
    if (module) modules.set(id, module);
  }
  const screens = new Map<string, MarketScreen>();
  for (const [id, { module, located }] of files.screens) {
    const screen: ScreenFile | undefined = checkShape(screenFileSchema, located, faults);
    if (screen) screens.set(id, { module, screen });
  }
  const forms = new Map<string, FormFile>();
  for (const [id, { located }] of files.forms) {
    const form: FormFile | undefined = checkShape(formFileSchema, located, faults);
    if (form) forms.set(id, form);
  }
  return { modules, screens, forms };
}

function checkMarketReferences(
  market: Located | undefined,
  files: MarketLayers,
  names: ReturnType<typeof listNames>,
  faults: Fault[],
): void {
  const nothing = { routeParameters: undefined, query: new Map<string, unknown>() };
  if (market) {
    checkReferences(marketFileSchema, market, { module: '', ...nothing }, names, faults);
  }
  for (const [module, located] of files.modules) {
    checkReferences(moduleFileSchema, located, { module, ...nothing }, names, faults);
    for (const entry of ['navigation', 'tile', 'topBar', 'userMenu']) {
      const value = located.entries?.get(entry)?.value.entries?.get('route')?.value.scalar;
      const target = typeof value === 'string' ? names.routes.get(value) : undefined;
      if (!target?.parameters.size) continue;
      const message = `expected a route without path parameters, found "${target.route.path}"`;
      faults.push(faultAt(located, [entry, 'route'], message));
    }
  }
  checkRoutes(names.routes, files.modules, faults);
  checkForms(files, names, faults);
  for (const [id, { module, located }] of files.screens) {
    const showing = [...names.routes.values()].filter(({ route }) => route.screen === id);
    if (showing.length === 0 && !listPanelScreens(files.modules.get(module)).includes(id)) {
      const message = `expected a route that shows "${id}", found none in modules/${module}/module.json`;
      faults.push(faultAt(located, [], message));
    }
    const [first, ...others] = showing.map(({ parameters }) => parameters);
    const routeParameters =
      first &&
      new Set([...first].filter((one) => others.every((parameters) => parameters.has(one))));
    const query = names.screens.get(id) ?? new Map<string, unknown>();
    checkReferences(screenFileSchema, located, { module, routeParameters, query }, names, faults);
  }
}

/** The screens that a module shows in the notification panel. */
function listPanelScreens(module: Located | undefined): unknown[] {
  const sections = module?.entries?.get('notifications')?.value.entries?.values() ?? [];
  return [...sections].map(({ value }) => value.entries?.get('screen')?.value.scalar);
}

function checkForms(files: MarketLayers, names: Names, faults: Fault[]): void {
  const nothing = { routeParameters: undefined, query: new Map<string, unknown>() };
  for (const [id, { module, located }] of files.forms) {
    const name = located.entries?.get('schema')?.value.scalar;
    const form = isFormSchemaName(String(name)) ? formSchemas[name as FormSchemaName] : undefined;
    const query = queryAround(id, files, names);
    const scope = { module, ...nothing, query, form: form ?? z.any() };
    checkReferences(formFileSchema, located, scope, names, faults);
    if (form) checkForm(located, name as FormSchemaName, faults);
  }
}

/** The query parameters that every screen with the form declares. */
function queryAround(form: string, files: MarketLayers, names: Names): Map<string, unknown> {
  const around = [...files.screens]
    .filter(([, { located }]) => listForms(toValue(located)).includes(form))
    .map(([id]) => names.screens.get(id) ?? new Map<string, unknown>());
  const [first = new Map<string, unknown>(), ...others] = around;
  return new Map([...first].filter(([name]) => others.every((query) => query.has(name))));
}

/** The forms in a screen as it is written, be it sound or not. */
function listForms(part: unknown): unknown[] {
  if (typeof part !== 'object' || part === null) return [];
  const { type, form } = part as { type?: unknown; form?: unknown };
  return [...(type === 'form' ? [form] : []), ...Object.values(part).flatMap(listForms)];
}

function keepEnabled(market: MarketFile, parsed: ParsedMarket): MarketManifests {
  const isOn = (module: string) => market.modules[module] === true;
  const modules = new Map([...parsed.modules].filter(([id]) => isOn(id)));
  const screens = new Map([...parsed.screens].filter(([, { module }]) => isOn(module)));
  const forms = new Map([...parsed.forms].filter(([id]) => isOn(id.split('.')[0] ?? '')));
  const routes = new Map<string, MarketRoute>();
  for (const [module, { routes: own }] of modules) {
    for (const [name, route] of Object.entries(own)) routes.set(name, { module, route });
  }
  return { market, modules, screens, forms, routes, submitting: listSubmitting(screens) };
}

function listSubmitting(screens: ParsedMarket['screens']): MarketManifests['submitting'] {
  const submitting = new Map<string, Set<string>>();
  for (const [id, { screen }] of screens) {
    for (const call of listSubmits(screen.root)) {
      submitting.set(call, (submitting.get(call) ?? new Set()).add(id));
    }
  }
  return new Map([...submitting].map(([call, ids]) => [call, [...ids]]));
}

function listSubmits(node: Node): string[] {
  if (node.type === 'form') return node.submit.do === 'call' ? [node.submit.call] : [];
  return 'children' in node ? Object.values(node.children).flatMap(listSubmits) : [];
}

function readLicences(loaded: LoadedFiles): ManifestSet['licences'] {
  return new Map(
    [...loaded.modules].flatMap(([id, { file }]) => {
      const parsed = file && moduleFileSchema.safeParse(toValue(file));
      return parsed?.success ? [[id, parsed.data.licence?.anyFeature ?? []] as const] : [];
    }),
  );
}
