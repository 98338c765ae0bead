import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildManifests } from '../manifests/build.ts';
import { createEditorSchemas } from '../manifests/editorSchemas.ts';
import { listFaults } from '../manifests/faults.ts';
import { loadFiles } from '../manifests/load.ts';
import { listMigrations } from '../manifests/migrateFiles.ts';
import { nameOf } from '../manifests/readManifests.ts';
import { lint } from '../manifests/tools/lint.ts';
import { exitCodes, type Subcommand } from './manifestArguments.ts';

/** Prints all faults, and what would better be otherwise. */
export const check: Subcommand = async (args, { print, ...directories }) => {
  const { values } = parseArgs({ args, options: { strict: { type: 'boolean' } } });
  const loaded = await loadFiles(directories);
  const { faults } = buildManifests(loaded, nameOf(directories));
  const advice = lint(loaded);
  const [refused, warned] = [
    listFaults([...faults, ...advice.faults]),
    listFaults(advice.warnings),
  ];
  for (const fault of refused) print(fault);
  for (const warning of warned) print(`warning: ${warning}`);
  if (refused.length > 0) print(`${refused.length} faults.`);
  else if (warned.length === 0) print('The manifests are sound.');
  else print(`The manifests are sound, with ${warned.length} warnings.`);
  const isFine = refused.length === 0 && !(values.strict && warned.length > 0);
  return isFine ? exitCodes.fine : exitCodes.found;
};

/** Writes the schemas that editors use, or says which are stale. */
export const schema: Subcommand = async (args, { print, ...directories }) => {
  const { values } = parseArgs({
    args,
    options: { out: { type: 'string' }, check: { type: 'boolean' } },
  });
  const out = values.out ?? path.join(directories.manifestsDirectory, 'schema');
  const schemas = createEditorSchemas(await loadFiles(directories));
  const stale: string[] = [];
  for (const [name, text] of schemas) {
    const file = path.join(out, name);
    if ((await readFile(file, 'utf8').catch(() => undefined)) !== text) stale.push(name);
  }
  if (values.check) {
    for (const name of stale) print(`${name} is stale. Run: npm run portal -- manifest schema`);
    return stale.length === 0 ? exitCodes.fine : exitCodes.found;
  }
  await mkdir(out, { recursive: true });
  for (const name of stale) await writeFile(path.join(out, name), schemas.get(name) ?? '');
  print(`${schemas.size} schemas in ${out}, ${stale.length} of them new or changed.`);
  return exitCodes.fine;
};

/** Brings files of older versions of the language to the newest. */
export const migrate: Subcommand = async (args, { print, ...directories }) => {
  const { values } = parseArgs({ args, options: { write: { type: 'boolean' } } });
  const found = await listMigrations(directories.manifestsDirectory);
  for (const { name, fault } of found) if (fault) print(`${name}: ${fault}`);
  const outdated = found.filter(({ from, to }) => from !== undefined && from !== to);
  for (const { name, file, from, to, text } of outdated) {
    print(`${name}: version ${from} → ${to}`);
    if (values.write && text !== undefined) await writeFile(file, text);
  }
  if (outdated.length === 0) print('Every file is in the newest version.');
  else if (!values.write) print('Nothing was written: add --write.');
  const isLeft = found.some(({ fault }) => fault) || (outdated.length > 0 && !values.write);
  return isLeft ? exitCodes.found : exitCodes.fine;
};
