import { moduleFileSchema, screenFileSchema } from '../../../schemas/manifest/files.ts';
import { formFileSchema } from '../../../schemas/manifest/form.ts';
import { presetFileSchema } from '../../../schemas/manifest/preset.ts';
import type { Fault } from '../ground/faults.ts';
import type { Located } from '../ground/located.ts';
import type { MarketLayers } from '../layer/layerMarket.ts';
import { checkShape } from './checkShape.ts';

/** Whether a file, as it is written, fits its schema. */
export type HasShape = (located: Located) => boolean;

/** Checks what was written in a market's files, before anything is added to it. */
export function checkShapes(layers: MarketLayers, faults: Fault[]): HasShape {
  const sound = new Set<string>();
  const check = (schema: Parameters<typeof checkShape>[0], located: Located) => {
    if (checkShape(schema, located, faults)) sound.add(located.file.name);
  };
  for (const located of layers.modules.values()) check(moduleFileSchema, located);
  for (const { located } of layers.screens.values()) check(screenFileSchema, located);
  for (const { located } of layers.forms.values()) check(formFileSchema, located);
  for (const { located } of layers.presets.values()) check(presetFileSchema, located);
  return (located) => sound.has(located.file.name);
}
