import { formSchemas, isFormSchemaName } from '../../../schemas/forms/formSchemas.ts';
import { moduleFileSchema, screenFileSchema } from '../../../schemas/manifest/files.ts';
import { formFileSchema } from '../../../schemas/manifest/form.ts';
import { presetFileSchema } from '../../../schemas/manifest/preset.ts';
import type { MarketReading } from '../expand/marketFiles.ts';
import type { Fault } from '../ground/faults.ts';
import { createKept } from '../ground/kept.ts';
import { faultAt, type Located } from '../ground/located.ts';
import { startScope } from '../ground/scope.ts';
import { checkForm } from './checkForm.ts';
import { checkReferences } from './checkReferences.ts';
import { checkEntryRoutes, checkRoutes } from './checkRoutes.ts';
import { aboutOpened } from './unread.ts';

const keepFaults = createKept<Located, readonly Fault[]>();

/** Checks every name in a market's expanded files against what it names, and forms against their schemas. */
export function checkNames(
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
