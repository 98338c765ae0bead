import path from 'node:path';
import { manifestVersion } from '../../../schemas/manifest/envelope.ts';
import { type Fault, suggest } from '../ground/faults.ts';
import { faultAt, type Located } from '../ground/located.ts';
import { sharedParts } from '../layer/layerMarket.ts';
import type { LoadedFiles } from '../read/load.ts';

type WholeKind = 'market' | 'module' | 'screen' | 'form' | 'part' | 'preset';
type FileKind = WholeKind | 'import-source' | `${WholeKind}-override`;

/** What each file has to be, whatever is in it: complete on the outside, and where it belongs. */
export function checkFiles(loaded: LoadedFiles, faults: Fault[]): void {
  for (const located of loaded.markets.values()) checkEnvelope(located, 'market', faults);
  for (const located of loaded.parts.values()) checkEnvelope(located, 'part', faults);
  for (const located of loaded.importSources.values()) {
    checkEnvelope(located, 'import-source', faults);
  }
  for (const [module, { file, screens, forms, parts, presets }] of loaded.modules) {
    if (file) checkEnvelope(file, 'module', faults);
    const [first] = [...screens.values(), ...forms.values(), ...presets.values()];
    if (!file && first && !loaded.unreadable.has(siblingModule(first.file.name))) {
      const message = `expected modules/${module}/module.json beside this file, found nothing`;
      faults.push({ file: first.file, offset: 0, path: '', message });
    }
    for (const located of screens.values()) checkEnvelope(located, 'screen', faults);
    for (const located of forms.values()) checkEnvelope(located, 'form', faults);
    for (const located of parts.values()) checkEnvelope(located, 'part', faults);
    for (const located of presets.values()) checkEnvelope(located, 'preset', faults);
  }
  const targets = listTargets(loaded);
  for (const files of loaded.overrides.values()) {
    for (const [target, located] of files) checkOverride(target, located, targets, faults);
  }
}

function checkOverride(
  target: string,
  located: Located,
  targets: readonly string[],
  faults: Fault[],
): void {
  const isModule = target.endsWith('/module.json');
  // The schema of the overridden file knows its ids; that of all overrides can do without.
  const own = `overrides/${target.replace(/\.json$/, '.schema.json')}`;
  checkEnvelope(located, `${kindOf(target)}-override`, faults, own);
  if (!targets.includes(target)) {
    const message = `the override is for modules/${target}, which isn't there${suggest(target, targets)}`;
    faults.push({ file: located.file, offset: 0, path: '', message });
  }
  if (isModule && located.entries?.has('licence')) {
    const message = 'expected the same licence in all markets: change it in the module itself';
    faults.push(faultAt(located, ['licence'], message, { atKey: true }));
  }
}

function kindOf(target: string): WholeKind {
  if (target.includes('/presets/')) return 'preset';
  const [, kind = 'module'] = /\.(screen|form|part)\.json$/.exec(target) ?? [];
  return kind as WholeKind;
}

function siblingModule(name: string): string {
  return name.replace(/(\/modules\/[^/]+)\/.+$/, '$1/module.json');
}

function listTargets({ modules, parts: shared, unreadable }: LoadedFiles): string[] {
  const readable = [...modules].flatMap(([module, { file, screens, forms, parts, presets }]) => [
    ...(file ? [`${module}/module.json`] : []),
    ...[...screens.keys()].map((screen) => `${module}/${screen}.screen.json`),
    ...[...forms.keys()].map((form) => `${module}/${form}.form.json`),
    ...[...parts.keys()].map((part) => `${module}/${part}.part.json`),
    ...[...presets.keys()].map((preset) => `${module}/presets/${preset}.json`),
  ]);
  const forAll = [...shared.keys()].map((part) => `${sharedParts}/${part}.part.json`);
  const others = [...unreadable].map((id) =>
    id.includes('/') ? id.replace(/^.*\/modules\//, '') : `${id.replace('.', '/')}.screen.json`,
  );
  return [...readable, ...forAll, ...others];
}

/** Each file names its schema, so that editors help, and the version that it is written in. */
function checkEnvelope(located: Located, kind: FileKind, faults: Fault[], own?: string): void {
  const { name } = located.file;
  if (!located.entries) {
    faults.push(faultAt(located, [], 'expected an object'));
    return;
  }
  const folder = path.posix.dirname(name.split('/').slice(1).join('/'));
  const expected = path.posix.relative(folder, `schema/${kind}.schema.json`);
  const other = own && path.posix.relative(folder, `schema/${own}`);
  const schema = located.entries.get('$schema')?.value.scalar;
  if (schema !== expected && (schema === undefined || schema !== other)) {
    const found = schema === undefined ? 'nothing' : JSON.stringify(schema);
    const message = `expected "${expected}", found ${found}${suggest(schema, [expected])}`;
    faults.push(faultAt(located, ['$schema'], message));
  }
  // In whole files the shape says it; an override is not a whole file.
  if (!kind.endsWith('-override') && kind !== 'part') return;
  const version = located.entries.get('manifestVersion')?.value.scalar;
  if (version === manifestVersion) return;
  const found = version === undefined ? 'nothing' : JSON.stringify(version);
  faults.push(faultAt(located, ['manifestVersion'], `expected ${manifestVersion}, found ${found}`));
}
