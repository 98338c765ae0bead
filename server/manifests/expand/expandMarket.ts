import { z } from 'zod';
import { formSchemas, isFormSchemaName } from '../../../schemas/forms/formSchemas.ts';
import { moduleFileSchema, screenFileSchema } from '../../../schemas/manifest/files.ts';
import { formFileSchema } from '../../../schemas/manifest/form.ts';
import { presetFileSchema } from '../../../schemas/manifest/preset.ts';
import type { Fault } from '../ground/faults.ts';
import { createKept } from '../ground/kept.ts';
import { type Located, toValue } from '../ground/located.ts';
import type { Names } from '../ground/names.ts';
import { type Scope, startScope } from '../ground/scope.ts';
import type { MarketLayers } from '../layer/layerMarket.ts';
import { expand } from './expand.ts';
import type { Knowledge } from './fill.ts';
import { listOpened } from './openedScreens.ts';

interface ExpandedFile {
  readonly module: string;
  readonly located: Located;
  /** What names in it can refer to. */
  readonly scope: Scope;
}

/** The files of one market with everything that needn't be said. */
export interface MarketFiles {
  readonly modules: ReadonlyMap<string, Located>;
  readonly screens: ReadonlyMap<string, ExpandedFile & { readonly isShown: boolean }>;
  readonly forms: ReadonlyMap<string, ExpandedFile>;
  readonly presets: ReadonlyMap<string, ExpandedFile>;
}

interface Expanded {
  readonly located: Located;
  readonly scope: Scope;
}

const keepExpanded = createKept<Located, Expanded & { readonly faults: readonly Fault[] }>();

/** `market` may be any name by which what the same files came to is found again. */
export function expandMarket(
  layers: MarketLayers,
  { names, faults }: Knowledge,
  market: string,
): MarketFiles {
  /** A file with what comes along, and the scope of what it names; `besides` decides about it too. */
  const expandFile = (
    schema: z.ZodType,
    written: Located,
    makeScope: () => Scope,
    besides: readonly string[] = [],
  ): Expanded => {
    const kept = keepExpanded(
      written,
      market,
      () => [names, ...besides],
      () => {
        const own: Fault[] = [];
        const scope = makeScope();
        const located = expand(schema, written, scope, { names, faults: own });
        return { located, scope, faults: own };
      },
    );
    faults.push(...kept.faults);
    const { located, scope } = kept;
    return { located, scope };
  };
  const modules = new Map<string, Located>();
  for (const [module, written] of layers.modules) {
    const { located } = expandFile(moduleFileSchema, written, () => startScope(module));
    modules.set(module, located);
  }
  const opened = new Set<string>();
  const screensByForm = new Map<unknown, string[]>();
  for (const [id, { located }] of layers.screens) {
    const screen = toValue(located);
    for (const one of listOpened(screen)) opened.add(one);
    for (const form of new Set(listForms(screen))) {
      screensByForm.set(form, [...(screensByForm.get(form) ?? []), id]);
    }
  }
  const screens = new Map<string, ExpandedFile & { isShown: boolean }>();
  for (const [id, { module, located }] of layers.screens) {
    const { isRouted, ...routed } = scopeOfScreen(id, module, names);
    const isShown =
      isRouted || opened.has(id) || listPanelScreens(layers.modules.get(module)).includes(id);
    const expanded = expandFile(screenFileSchema, located, () => routed.scope);
    screens.set(id, { module, isShown, ...expanded });
  }
  const forms = new Map<string, ExpandedFile>();
  for (const [id, { module, located }] of layers.forms) {
    const around = screensByForm.get(id) ?? [];
    const makeScope = () => scopeOfForm(id, module, around, names);
    forms.set(id, { module, ...expandFile(formFileSchema, located, makeScope, around) });
  }
  const presets = new Map<string, ExpandedFile>();
  for (const [id, { module, located }] of layers.presets) {
    presets.set(id, { module, ...expandFile(presetFileSchema, located, () => startScope(module)) });
  }
  return { modules, screens, forms, presets };
}

/** Of the routes' parameters, a screen can count on those that all routes to it have. */
function scopeOfScreen(
  id: string,
  module: string,
  names: Names,
): { scope: Scope; isRouted: boolean } {
  const showing = [...names.routes.values()].filter(({ route }) => route.screen === id);
  const [first, ...others] = showing.map(({ parameters }) => parameters);
  const routeParameters =
    first && new Set([...first].filter((one) => others.every((parameters) => parameters.has(one))));
  const query = names.screens.get(id) ?? new Map<string, unknown>();
  const secrets = names.secrets.get(id) ?? new Set<string>();
  return {
    scope: { ...startScope(module), screen: id, routeParameters, query, secrets },
    isRouted: showing.length > 0,
  };
}

/** The screens that a module shows in the notification panel. */
function listPanelScreens(module: Located | undefined): unknown[] {
  const sections = module?.entries?.get('notifications')?.value.entries?.values() ?? [];
  return [...sections].map(({ value }) => value.entries?.get('screen')?.value.scalar);
}

function scopeOfForm(id: string, module: string, screens: string[], names: Names): Scope {
  const name = String(names.forms.get(id));
  const form = isFormSchemaName(name) ? formSchemas[name] : z.any();
  const query = queryAround(screens, names);
  return { ...startScope(module), query, form, fieldsOf: form };
}

/** The query parameters that each of the screens declares. */
function queryAround(screens: readonly string[], names: Names): Map<string, unknown> {
  const around = screens.map((id) => names.screens.get(id) ?? new Map<string, unknown>());
  const [first = new Map<string, unknown>(), ...others] = around;
  return new Map([...first].filter(([name]) => others.every((query) => query.has(name))));
}

/** The forms in a screen as it is written, be it sound or not. */
function* listForms(part: unknown): Generator<unknown> {
  if (typeof part !== 'object' || part === null) return;
  const { type, form } = part as { type?: unknown; form?: unknown };
  if (type === 'form') yield form;
  for (const member of Object.values(part)) yield* listForms(member);
}
