import path from 'node:path';
import { parseArgs } from 'node:util';
import { readSources } from '../manifests/read/load.ts';
import { findLastGood } from '../manifests/serve/lastGood.ts';
import { nameOf } from '../manifests/serve/readManifests.ts';
import { describeStatus, hashSources, listModules, readStatus } from '../manifests/serve/status.ts';
import { exitCodes, type Subcommand } from './manifestArguments.ts';

/** What a running server serves of what is saved, and what it doesn't, and why. */
export const status: Subcommand = async (args, { print, dataDirectory, ...directories }) => {
  parseArgs({ args, options: {} });
  const saved = await readSources(directories);
  const running = dataDirectory === undefined ? undefined : readStatus(dataDirectory);
  if (running) {
    print(`The server (process ${running.pid}) read ${running.directory} at ${running.readAt}.`);
    if (running.directory !== path.resolve(directories.manifestsDirectory)) {
      print(
        `That is not ${path.resolve(directories.manifestsDirectory)}, which MANIFESTS_DIR says here.`,
      );
    } else if (running.saved !== hashSources(saved)) {
      print('Files were saved since: a server reads them within a second.');
    }
    for (const line of describeStatus(running)) print(line);
    printModules(running.modules, print);
    return running.faults.length === 0 ? exitCodes.fine : exitCodes.found;
  }
  const where = dataDirectory === undefined ? '' : ` on ${path.resolve(dataDirectory)}`;
  print(`No server runs${where}. One that starts now would do this:`);
  try {
    const settled = await findLastGood(saved, new Map(), nameOf(directories));
    for (const line of describeStatus({ ...settled, files: saved.size })) print(line);
    printModules(listModules(settled), print);
    return settled.faults.length === 0 ? exitCodes.fine : exitCodes.found;
  } catch (error) {
    print((error as Error).message);
    return exitCodes.faults;
  }
};

function printModules(
  modules: Readonly<Record<string, readonly string[]>>,
  print: (line: string) => void,
): void {
  for (const [country, names] of Object.entries(modules)) {
    print(`On in ${country}: ${names.join(', ')}`);
  }
}
