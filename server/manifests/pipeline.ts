import { featuresOf } from '../../schemas/entities/featureSets.ts';
import { type Country, countries } from '../../schemas/entities/market.ts';
import { formSchemas, isFormSchemaName } from '../../schemas/forms/formSchemas.ts';
import {
  type MarketFile,
  type ModuleFile,
  marketFileSchema,
  moduleFileSchema,
  type ScreenFile,
  screenFileSchema,
} from '../../schemas/manifest/files.ts';
import { type FormFile, formFileSchema } from '../../schemas/manifest/form.ts';
import { presetFileSchema } from '../../schemas/manifest/preset.ts';
import { checkFiles } from './check/checkFiles.ts';
import { checkForm } from './check/checkForm.ts';
import { checkMarkets, checkRequired } from './check/checkMarkets.ts';
import { checkPreset } from './check/checkPreset.ts';
import { checkReferences } from './check/checkReferences.ts';
import { checkEntryRoutes, checkRoutes } from './check/checkRoutes.ts';
import { checkShape } from './check/checkShape.ts';
import type { MarketFiles } from './expand/expandMarket.ts';
import { isPlainMarket, type MarketReading, readMarketFiles } from './expand/marketFiles.ts';
import { dropConsequences, dropHidden, type Fault } from './ground/faults.ts';
import { createKept } from './ground/kept.ts';
import { faultAt, type Located, toValue } from './ground/located.ts';
import type { Names } from './ground/names.ts';
import { startScope } from './ground/scope.ts';
import type { MarketLayers } from './layer/layerMarket.ts';
import { aboutPart } from './layer/takeParts.ts';
import type { LoadedFiles } from './read/load.ts';
import { aboutText, listTexts, readTexts } from './read/texts.ts';
import {
  type ManifestSet,
  type MarketForm,
  type MarketManifests,
  type MarketPreset,
  type MarketScreen,
  type ParsedMarket,
  readForm,
  readMarket,
  readScreen,
} from './session/manifestSet.ts';

export interface BuildResult {
  /** Undefined as soon as a manifest has a fault; a missing text only looks bad. */
  readonly set: ManifestSet | undefined;
  readonly faults: readonly Fault[];
}

/** Checks, layers and expands all files for all markets. */
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
  let plain: Readable | undefined;
  for (const country of countries) {
    const name = country.toLowerCase();
    const isPlain = isPlainMarket(loaded, name);
    const read = (isPlain && plain) || readFiles(loaded, name, texts, faults);
    if (isPlain) plain = read;
    const market = marketFiles.get(name);
    const located = loaded.markets.get(name);
    if (!read.files || !located) continue;
    checkReferences(marketFileSchema, located, startScope(''), read.names, faults);
    if (!market) continue;
    checkRequired(market, located, read.parsed.modules, faults);
    markets.set(country, readMarket(market, { ...read, marketFile: located }));
  }

  const isSound = faults.length === 0 && countries.every((country) => markets.has(country));
  const set = isSound
    ? {
        markets: Object.fromEntries(markets) as Record<Country, MarketManifests>,
        licences: readLicences(loaded),
        texts: listTexts(loaded),
      }
    : undefined;
  const judged = dropHidden([...textFaults, ...faults], listUnread(loaded));
  return { set, faults: dropConsequences(judged) };
}

type Readable =
  | { readonly files: MarketFiles; readonly names: Names; readonly parsed: ParsedMarket }
  | { readonly files: undefined };

/** Whether what a fault is about stands in a file that can't be read, which has a fault of its own. */
function listUnread({ unreadable, unreadTexts }: LoadedFiles): (about: string) => boolean {
  const parts = [...unreadable].flatMap((name) => {
    const [, owner, part] = /([^/]+)\/([\w-]+)\.part\.json$/.exec(name) ?? [];
    return owner === undefined ? [] : [`${owner}.${part}`];
  });
  const texts = [...unreadTexts].map((namespace) => aboutText(`${namespace}:`));
  const whole = new Set(parts.map(aboutPart));
  const begun = [
    ...texts,
    ...(texts.length > 0 ? [aboutText(':')] : []),
    ...(unreadable.size > 0 ? [aboutOpened] : []),
  ];
  return (about) => whole.has(about) || begun.some((one) => about.startsWith(one));
}

/** What opens a screen may stand in another screen, or in a part. */
const aboutOpened = 'opened ';

/** The files as a market has them. */
function readFiles(
  loaded: LoadedFiles,
  market: string,
  texts: ReadonlyMap<string, string>,
  faults: Fault[],
): Readable {
  const reading = readMarketFiles(loaded, market, texts);
  const { layers, layerFaults, names, files, fileFaults } = reading;
  faults.push(...layerFaults);
  const hasShape = findSound(layers, faults);
  // Without a module's file, everything that refers to it would look wrong.
  if ([...loaded.unreadable].some((file) => file.endsWith('/module.json'))) {
    return { files: undefined };
  }
  faults.push(...fileFaults);
  checkAllReferences(reading, faults);
  return { files, names, parsed: parseMarket(files, hasShape, faults) };
}

/** Checks what was written before anything is added to it; answers whether a file fits its schema. */
function findSound(
  files: MarketLayers,
  faults: Fault[],
): (located: Located | undefined) => boolean {
  const sound = new Set<string>();
  const check = (schema: Parameters<typeof checkShape>[0], located: Located) => {
    if (checkShape(schema, located, faults)) sound.add(located.file.name);
  };
  for (const located of files.modules.values()) check(moduleFileSchema, located);
  for (const { located } of files.screens.values()) check(screenFileSchema, located);
  for (const { located } of files.forms.values()) check(formFileSchema, located);
  for (const { located } of files.presets.values()) check(presetFileSchema, located);
  return (located) => located !== undefined && sound.has(located.file.name);
}

const keepScreen = createKept<ScreenFile, MarketScreen>();
const keepForm = createKept<FormFile, MarketForm>();
const noOthers = () => [];

function parseMarket(
  files: MarketFiles,
  hasShape: (located: Located | undefined) => boolean,
  faults: Fault[],
): ParsedMarket {
  const modules = new Map<string, ModuleFile>();
  for (const [id, located] of files.modules) {
    const module = hasShape(located) && checkShape(moduleFileSchema, located, faults);
    if (module) modules.set(id, module);
  }
  const screens = new Map<string, MarketScreen>();
  for (const [id, { module, located }] of files.screens) {
    const screen = hasShape(located) && checkShape(screenFileSchema, located, faults);
    if (screen)
      screens.set(
        id,
        keepScreen(screen, id, noOthers, () => readScreen(module, screen)),
      );
  }
  const forms = new Map<string, MarketForm>();
  for (const [id, { located }] of files.forms) {
    const form = hasShape(located) && checkShape(formFileSchema, located, faults);
    if (form)
      forms.set(
        id,
        keepForm(form, id, noOthers, () => readForm(id, form)),
      );
  }
  const presets = new Map<string, MarketPreset>();
  for (const [id, { module, located }] of files.presets) {
    const preset = hasShape(located) && checkShape(presetFileSchema, located, faults);
    if (!preset) continue;
    checkPreset(located, preset, faults);
    presets.set(id, { module, preset });
  }
  return { modules, screens, forms, presets };
}

const keepFaults = createKept<Located, readonly Fault[]>();

function checkAllReferences(
  { market, names, files }: Pick<MarketReading, 'market' | 'names' | 'files'>,
  faults: Fault[],
): void {
  const check = (located: Located, checkFile: (own: Fault[]) => void) => {
    const found = keepFaults(
      located,
      market,
      () => [names],
      () => {
        const own: Fault[] = [];
        checkFile(own);
        return own;
      },
    );
    faults.push(...found);
  };
  for (const [module, located] of files.modules) {
    check(located, (own) =>
      checkReferences(moduleFileSchema, located, startScope(module), names, own),
    );
  }
  checkEntryRoutes(files.modules, names.routes, faults);
  checkRoutes(names.routes, files.modules, faults);
  for (const { located, scope } of files.forms.values()) {
    check(located, (own) => {
      checkReferences(formFileSchema, located, scope, names, own);
      const name = String(located.entries?.get('schema')?.value.scalar);
      if (isFormSchemaName(name) && formSchemas[name]) checkForm(located, name, own);
    });
  }
  for (const { located, scope } of files.presets.values()) {
    check(located, (own) => checkReferences(presetFileSchema, located, scope, names, own));
  }
  for (const [id, { module, located, scope, isShown }] of files.screens) {
    if (!isShown) {
      const message = `expected a route that shows "${id}", or an action that opens it, found none in modules/${module}/module.json`;
      faults.push({ ...faultAt(located, [], message), about: [`${aboutOpened}${id}`] });
    }
    check(located, (own) => checkReferences(screenFileSchema, located, scope, names, own));
  }
}

function readLicences(loaded: LoadedFiles): ManifestSet['licences'] {
  return new Map(
    [...loaded.modules].flatMap(([id, { file }]) => {
      const parsed = file && moduleFileSchema.safeParse(toValue(file));
      const features = parsed?.data?.licence?.anyFeature ?? [];
      // As it is written: the whole of a short form is for the markets.
      const whole = typeof features === 'string' ? featuresOf(features) : features;
      return parsed?.success ? [[id, whole] as const] : [];
    }),
  );
}
