import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { countries, countrySchema, localeSchema } from '../../schemas/entities/market.ts';
import { buildManifests } from '../manifests/build.ts';
import { listFaults, suggest } from '../manifests/faults.ts';
import { layerMarket } from '../manifests/layerMarket.ts';
import { type LoadedFiles, loadFiles, type ManifestDirectories } from '../manifests/load.ts';
import type { ManifestSet } from '../manifests/manifestSet.ts';
import { listMigrations } from '../manifests/migrateFiles.ts';
import { listAudiences } from '../manifests/tools/audiences.ts';
import { compareSnapshots, type Difference } from '../manifests/tools/compare.ts';
import { explainEntries, explainScreen, findScreens } from '../manifests/tools/explain.ts';
import { takeSnapshot, type View } from '../manifests/tools/snapshot.ts';
import {
  canHoldSnapshot,
  isSnapshot,
  readSnapshot,
  writeSnapshot,
} from '../manifests/tools/snapshotFiles.ts';
import { buildSwitched } from '../manifests/tools/switchModule.ts';
import {
  oneOf,
  readSubject,
  type Subcommand,
  type Surroundings,
  subjectOptions,
  UsageError,
} from './manifestArguments.ts';

/** Writes what every country, role and language gets. */
export const snapshot: Subcommand = async (args, surroundings) => {
  const { values } = parseArgs({
    args,
    options: {
      out: { type: 'string' },
      country: { type: 'string', multiple: true, default: [...countries] },
      language: { type: 'string', multiple: true, default: [...localeSchema.options] },
    },
  });
  if (!values.out) throw new UsageError('Say where to: manifest snapshot --out DIR');
  const wanted = values.country.map((country) =>
    oneOf(countrySchema.options, country.toUpperCase(), 'country'),
  );
  const languages = values.language.map((one) => oneOf(localeSchema.options, one, 'language'));
  const found = await readSound(surroundings, surroundings.print);
  if (!found) return 1;
  const audiences = listAudiences().filter(({ country }) => wanted.includes(country));
  const views = takeSnapshot(found.set, found.loaded, { audiences, languages });
  const target = path.resolve(values.out);
  if (!(await canHoldSnapshot(target))) {
    throw new UsageError(
      `${values.out} holds something other than a snapshot: name an empty directory.`,
    );
  }
  const count = await writeSnapshot(target, views);
  surroundings.print(
    `${count} files in ${values.out}: ${audiences.length} audiences in ${languages.length} languages.`,
  );
  return 0;
};

/** Says in words how two snapshots, or two directories of manifests, differ. */
export const diff: Subcommand = async (args, surroundings) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { json: { type: 'boolean' } },
  });
  const [before, after] = positionals;
  if (!before || !after || positionals.length > 2) {
    throw new UsageError('Name two directories: manifest diff A B');
  }
  const [old, current] = [
    await readViews(before, surroundings),
    await readViews(after, surroundings),
  ];
  if (!old || !current) return 2;
  const differences = compareSnapshots(old, current);
  if (values.json) surroundings.print(JSON.stringify(differences, undefined, 2));
  else printDifferences(differences, surroundings.print);
  return differences.length === 0 ? 0 : 1;
};

/** Prints each rule that shows or hides something, or what a switch of a module would change. */
export const explain: Subcommand = async (args, surroundings) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { ...subjectOptions, enable: { type: 'string' }, disable: { type: 'string' } },
  });
  const found = await readSound(surroundings, surroundings.print);
  if (!found) return 1;
  const subject = readSubject(values, found.set);
  const { print } = surroundings;
  const module = values.enable ?? values.disable;
  if (module !== undefined) {
    oneOf([...found.loaded.modules.keys()], module, 'module');
    return explainSwitch(found, subject.country, module, values.enable !== undefined, print);
  }
  const [target] = positionals;
  if (!target) throw new UsageError('Say what: manifest explain --country CZ /reports');
  const layers = layerMarket(found.loaded, subject.country.toLowerCase(), []);
  const [screen, ...parts] = target.startsWith('/')
    ? [findScreens(layers, target)[0] ?? target]
    : target.split('/');
  const explanation = explainScreen(found, subject, screen ?? '', parts);
  if (!explanation) {
    print(`There is no "${target}"${suggest(screen, layers.screens.keys())}`);
    return 2;
  }
  const session = subject.signedIn ? subject.roles.join(' and ') : 'a visitor';
  const verdict = explanation.isShown ? 'is shown' : 'is NOT shown';
  print(`${target} ${verdict} to ${session} in ${subject.country}.`);
  for (const { passes, words, place } of explanation.steps) {
    print(`  ${passes ? 'yes' : 'NO '}  ${words}`);
    print(`       ${place}`);
  }
  for (const line of explainEntries(found.set.markets[subject.country], subject, screen ?? '')) {
    print(`  ${line}`);
  }
  return 0;
};

function explainSwitch(
  { set, loaded }: Sound,
  country: (typeof countries)[number],
  module: string,
  isOn: boolean,
  print: (line: string) => void,
): number {
  const switched = buildSwitched(loaded, country.toLowerCase(), module, isOn);
  const line = `"${module}": ${isOn} in markets/${country.toLowerCase()}.json`;
  if (!switched.set) {
    print(`With ${line} the manifests would have faults:`);
    for (const fault of listFaults(switched.faults)) print(`  ${fault}`);
    return 1;
  }
  const audiences = listAudiences().filter((one) => one.country === country);
  const choice = { audiences, languages: ['en'] as const };
  const differences = compareSnapshots(
    takeSnapshot(set, loaded, choice),
    takeSnapshot(switched.set, loaded, choice),
  );
  print(`With ${line}:`);
  printDifferences(differences, print);
  return 0;
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
  return found.some(({ fault }) => fault) || (outdated.length > 0 && !values.write) ? 1 : 0;
};

interface Sound {
  readonly set: ManifestSet;
  readonly loaded: LoadedFiles;
}

async function readSound(
  directories: ManifestDirectories,
  print: (line: string) => void,
): Promise<Sound | undefined> {
  const loaded = await loadFiles(directories);
  const { set, faults } = buildManifests(
    loaded,
    path.basename(path.resolve(directories.manifestsDirectory)),
  );
  if (set) return { set, loaded };
  for (const fault of listFaults(faults)) print(fault);
  return undefined;
}

async function readViews(
  directory: string,
  { print, localesDirectory }: Surroundings,
): Promise<Iterable<View> | undefined> {
  if (!(await stat(directory).catch(() => undefined))?.isDirectory()) {
    throw new UsageError(`There is no directory ${directory}`);
  }
  if (await isSnapshot(directory)) return readSnapshot(directory);
  const sound = await readSound({ manifestsDirectory: directory, localesDirectory }, print);
  return sound && takeSnapshot(sound.set, sound.loaded);
}

function printDifferences(differences: readonly Difference[], print: (line: string) => void) {
  for (const { words, audiences } of differences) print(`${words} for ${audiences.join(', ')}`);
  print(differences.length === 0 ? 'No difference.' : `${differences.length} differences.`);
}
