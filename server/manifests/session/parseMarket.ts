import {
  type ModuleFile,
  moduleFileSchema,
  type ScreenFile,
  screenFileSchema,
} from '../../../schemas/manifest/files.ts';
import { type FormFile, formFileSchema } from '../../../schemas/manifest/form.ts';
import { pageSchema } from '../../../schemas/manifest/node.ts';
import { presetFileSchema } from '../../../schemas/manifest/preset.ts';
import { checkPreset } from '../check/checkPreset.ts';
import { checkShape } from '../check/checkShape.ts';
import type { HasShape } from '../check/checkShapes.ts';
import type { MarketFiles } from '../expand/expandMarket.ts';
import { listOpened } from '../expand/openedScreens.ts';
import type { Fault } from '../ground/faults.ts';
import { createKept } from '../ground/kept.ts';
import type { MarketForm, MarketPreset, MarketScreen, ParsedMarket } from './manifestSet.ts';
import { readParts } from './partTree.ts';

const keepScreen = createKept<ScreenFile, MarketScreen>();
const keepForm = createKept<FormFile, MarketForm>();
const nothingElse = () => [];

/** A market's expanded files with their types; those that don't fit their schemas are left out. */
export function parseMarket(files: MarketFiles, hasShape: HasShape, faults: Fault[]): ParsedMarket {
  const modules = new Map<string, ModuleFile>();
  for (const [id, located] of files.modules) {
    const module = hasShape(located) && checkShape(moduleFileSchema, located, faults);
    if (module) modules.set(id, module);
  }
  const screens = new Map<string, MarketScreen>();
  for (const [id, { module, located }] of files.screens) {
    const screen = hasShape(located) && checkShape(screenFileSchema, located, faults);
    if (!screen) continue;
    const read = () => readScreen(module, screen);
    screens.set(id, keepScreen(screen, id, nothingElse, read));
  }
  const forms = new Map<string, MarketForm>();
  for (const [id, { located }] of files.forms) {
    const form = hasShape(located) && checkShape(formFileSchema, located, faults);
    if (!form) continue;
    const read = () => readForm(id, form);
    forms.set(id, keepForm(form, id, nothingElse, read));
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

export function readScreen(module: string, screen: ScreenFile): MarketScreen {
  const { $schema: _schema, manifestVersion: _version, query: _query, ...parts } = screen;
  const value = { ...parts, type: 'page' };
  const page = readParts(pageSchema, value, { id: 'root', noun: 'page' });
  return { module, screen, page, opens: listOpened(screen) };
}

export function readForm(id: string, form: FormFile): MarketForm {
  return { form, parts: readParts(formFileSchema, form, { id, noun: 'form' }) };
}
