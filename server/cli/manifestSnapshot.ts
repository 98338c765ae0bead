import { stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { countries, countrySchema, localeSchema } from '../../schemas/entities/market.ts';
import { listAudiences } from '../manifests/tools/audiences.ts';
import { compareSnapshots, type Difference } from '../manifests/tools/compare.ts';
import { takeSnapshot, type View } from '../manifests/tools/snapshot.ts';
import {
  canHoldSnapshot,
  isSnapshot,
  listMissing,
  readSnapshot,
  writeSnapshot,
} from '../manifests/tools/snapshotFiles.ts';
import {
  exitCodes,
  oneOf,
  readSound,
  type Subcommand,
  type Surroundings,
  UsageError,
} from './manifestArguments.ts';

const choiceOptions = {
  country: { type: 'string', multiple: true, default: [...countries] as string[] },
  language: { type: 'string', multiple: true, default: [...localeSchema.options] as string[] },
} as const;

function readChoice(values: { country: readonly string[]; language: readonly string[] }) {
  const wanted = values.country.map((name) =>
    oneOf(countrySchema.options, name.toUpperCase(), 'country'),
  );
  return {
    audiences: listAudiences().filter(({ country }) => wanted.includes(country)),
    languages: values.language.map((one) => oneOf(localeSchema.options, one, 'language')),
    countries: wanted,
  };
}
type Choice = ReturnType<typeof readChoice>;

/** Writes what every country, role and language gets. */
export const snapshot: Subcommand = async (args, surroundings) => {
  const { values } = parseArgs({
    args,
    options: { ...choiceOptions, out: { type: 'string' }, force: { type: 'boolean' } },
  });
  if (!values.out) throw new UsageError('Say where to: manifest snapshot --out DIR');
  const choice = readChoice(values);
  const target = path.resolve(values.out);
  if (!(await canHoldSnapshot(target))) {
    throw new UsageError(
      `${values.out} holds something other than a snapshot: name an empty directory.`,
    );
  }
  const missing = await listMissing(target, choice);
  if (missing.length > 0 && !values.force) {
    const names = missing.join(', ');
    throw new UsageError(
      `${values.out} holds ${names} as well, which would be lost: name another directory, or add --force.`,
    );
  }
  const { set, loaded } = await readSound(surroundings);
  const count = await writeSnapshot(target, takeSnapshot(set, loaded, choice));
  const { audiences, languages } = choice;
  surroundings.print(
    `${count} files in ${values.out}: ${audiences.length} audiences in ${languages.length} languages.`,
  );
  return exitCodes.fine;
};

/** Says in words how two snapshots, or two directories of manifests, differ. */
export const diff: Subcommand = async (args, surroundings) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { ...choiceOptions, json: { type: 'boolean' } },
  });
  const [before, after] = positionals;
  if (!before || !after || positionals.length > 2) {
    throw new UsageError('Name two directories: manifest diff A B');
  }
  const choice = readChoice(values);
  const sides = [
    await readViews(before, choice, surroundings),
    await readViews(after, choice, surroundings),
  ] as const;
  const [old, current] = keepCommon(sides);
  if (old.length === 0 || current.length === 0) {
    throw new UsageError(`${before} and ${after} have no country and language in common.`);
  }
  const differences = compareSnapshots(old, current);
  if (values.json) {
    surroundings.print(JSON.stringify(differences, undefined, 2));
  } else {
    const parts = [listNames(old, 'country'), listNames(old, 'language')];
    const isPart = sides.some((side) => side.length > old.length);
    if (isPart) surroundings.print(`Compared where both have it: ${parts.join(' in ')}.`);
    printDifferences(differences, surroundings.print);
  }
  return differences.length === 0 ? exitCodes.fine : exitCodes.found;
};

async function readViews(
  directory: string,
  choice: Choice,
  surroundings: Surroundings,
): Promise<View[]> {
  if (!(await stat(directory).catch(() => undefined))?.isDirectory()) {
    throw new UsageError(`There is no directory ${directory}`);
  }
  if (await isSnapshot(directory)) {
    const wanted: readonly string[] = choice.countries;
    const languages: readonly string[] = choice.languages;
    return (await readSnapshot(directory)).filter(
      ({ country, language }) => wanted.includes(country) && languages.includes(language),
    );
  }
  const sound = await readSound({ ...surroundings, manifestsDirectory: directory });
  return [...takeSnapshot(sound.set, sound.loaded, choice)];
}

/** Of both sides the countries and languages that both have: the rest can't be compared. */
function keepCommon([one, other]: readonly [View[], View[]]): readonly [View[], View[]] {
  const placesOf = (views: readonly View[]) =>
    new Set(views.map(({ country, language }) => `${country}/${language}`));
  const [left, right] = [placesOf(one), placesOf(other)];
  const isCommon = ({ country, language }: View) =>
    left.has(`${country}/${language}`) && right.has(`${country}/${language}`);
  return [one.filter(isCommon), other.filter(isCommon)];
}

function listNames(views: readonly View[], member: 'country' | 'language'): string {
  return [...new Set(views.map((view) => view[member]))].join(' ');
}

export function printDifferences(
  differences: readonly Difference[],
  print: (line: string) => void,
): void {
  for (const { words, audiences } of differences) print(`${words} for ${audiences.join(', ')}`);
  print(differences.length === 0 ? 'No difference.' : `${differences.length} differences.`);
}
