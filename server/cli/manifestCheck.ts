import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { listFaults } from '../manifests/ground/faults.ts';
import { buildManifests } from '../manifests/pipeline.ts';
import { loadFiles, type ManifestDirectories } from '../manifests/read/load.ts';
import { nameOf } from '../manifests/serve/readManifests.ts';
import type { ManifestSet } from '../manifests/session/manifestSet.ts';
import {
  acceptanceFile,
  compareAcceptance,
  readAcceptance,
  writeAcceptance,
} from '../manifestTools/acceptance.ts';
import { lint } from '../manifestTools/lint.ts';
import { listMigrations } from '../manifestTools/migrateFiles.ts';
import { exitCodes, type Subcommand } from './manifestArguments.ts';

/** Prints all faults, and what would better be otherwise. */
export const check: Subcommand = async (args, { print, ...directories }) => {
  const { values } = parseArgs({
    args,
    options: { strict: { type: 'boolean' }, accept: { type: 'boolean' } },
  });
  const loaded = await loadFiles(directories);
  const { faults, set } = buildManifests(loaded, nameOf(directories));
  const isAccepted = !set || (await accept(set, directories, values.accept === true, print));
  // The same faults for which a server keeps a file back.
  const [refused, warned] = [listFaults(faults), listFaults(lint(loaded))];
  for (const fault of refused) print(fault);
  for (const warning of warned) print(`warning: ${warning}`);
  if (refused.length > 0) print(`${refused.length} faults.`);
  else if (warned.length === 0) print('The manifests are sound.');
  else print(`The manifests are sound, with ${warned.length} warnings.`);
  const isFine = refused.length === 0 && !(values.strict && (warned.length > 0 || !isAccepted));
  return isFine ? exitCodes.fine : exitCodes.found;
};

/** Prints how who may enter what differs from what was accepted; whether it is, or is accepted now. */
async function accept(
  set: ManifestSet,
  { manifestsDirectory }: ManifestDirectories,
  isWritten: boolean,
  print: (line: string) => void,
): Promise<boolean> {
  const file = path.join(manifestsDirectory, acceptanceFile);
  const text = await readFile(file, 'utf8').catch(() => undefined);
  // Manifests that nobody keeps such a file for have nothing to compare with.
  if (text === undefined && !isWritten) return true;
  const now = readAcceptance(set);
  const changes = compareAcceptance(text && JSON.parse(text), now);
  for (const change of changes) print(change);
  if (isWritten) {
    await writeFile(file, writeAcceptance(now));
    print(`${changes.length} differences accepted in ${acceptanceFile}.`);
  } else if (changes.length > 0) {
    print(
      'Who may enter what is not as it was accepted. When it is meant so: manifest check --accept',
    );
  }
  return isWritten || changes.length === 0;
}

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
