import { globSync, readFileSync, statSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { house } from './bootstrap/house.mjs';
import { copyHouse } from './mutants/copy.mjs';
import {
  describeMutant,
  findOutdated,
  isEquivalent,
  readEquivalents,
} from './mutants/equivalents.mjs';
import { findMutants, sampleMutants } from './mutants/mutate.mjs';
import { createReachFinder, keepReaches, readReaches, surveyTests } from './mutants/reach.mjs';
import { createTestFinder, readImporters } from './mutants/testsOf.mjs';
import { createTrial, findUncompilable } from './mutants/trial.mjs';

/** Seconds before a test file's first test, which a survey doesn't count. */
const loading = 20;

/** Of a hundred faults that somebody could make, as many are to be noticed. */
const goal = 90;

function readCommandLine() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      sample: { type: 'string', default: '40' },
      seed: { type: 'string', default: '1' },
      tests: { type: 'string', default: '10' },
      list: { type: 'boolean', default: false },
    },
  });
  const [place] = positionals;
  const numbers = { sample: Number(values.sample), tests: Number(values.tests) };
  const areNumbers = Object.values(numbers).every((number) => number > 0);
  if (place === undefined || positionals.length > 1 || !areNumbers) {
    throw new Error(
      'Usage: npm run mutants -- FOLDER [--sample 40] [--seed 1] [--tests 10] [--list]',
    );
  }
  return { ...values, ...numbers, place: place.replace(/\/+$/, '') };
}

/** @param {string} place a folder or a file of the house */
function findFiles(place) {
  const stats = statSync(join(house, place), { throwIfNoEntry: false });
  if (!stats) throw new Error(`${place}: there is no such folder or file in ${house}.`);
  if (stats.isFile()) return [place];
  const paths = globSync('**/*.ts', { cwd: join(house, place) }).sort();
  return paths.map((path) => `${place}/${path.replaceAll('\\', '/')}`);
}

/**
 * What test files run, as far as it concerns some mutants. It is kept, and looked at again for the
 * test files that have changed.
 * @param {readonly import('./mutants/mutate.mjs').Mutant[]} drawn
 * @param {(file: string) => string[]} findImporting
 */
async function reachOf(drawn, findImporting) {
  const known = readReaches(house);
  const tests = new Set(drawn.flatMap(({ file }) => findImporting(file)));
  const unknown = [...tests].filter((test) => !(test in known));
  if (unknown.length === 0) return known;
  console.log(`Running ${unknown.length} test files to see what each of them runs …`);
  const reaches = { ...known, ...(await surveyTests(copyHouse(house), unknown)) };
  keepReaches(house, reaches);
  const red = unknown.filter((test) => !(test in reaches));
  if (red.length > 0) console.log(`Red without any fault: ${red.join(', ')}`);
  return reaches;
}

async function main() {
  const { place, sample, seed, tests, list } = readCommandLine();
  const all = findFiles(place).flatMap((file) =>
    findMutants(file, readFileSync(join(house, file), 'utf8')),
  );
  const equivalents = readEquivalents(house);
  const mutants = all.filter((mutant) => !isEquivalent(mutant, equivalents));
  const drawn = sampleMutants(mutants, { count: sample, seed });
  const left = all.length - mutants.length;
  console.log(
    `${place}: ${drawn.length} of ${mutants.length} mutants, seed ${seed}; ${left} equivalent`,
  );
  for (const { file, code, mutant } of findOutdated(equivalents, all)) {
    console.log(`tests/mutants.json: there is no longer ${mutant} in ${file}: ${code}`);
  }
  if (list) {
    for (const mutant of drawn) console.log(describeMutant(mutant));
    return 0;
  }
  setPriority(Math.max(5, getPriority()));
  const findImporting = createTestFinder(readImporters(house));
  const reaches = await reachOf(drawn, findImporting);
  const durations = new Map(
    Object.entries(reaches).map(([test, { seconds }]) => [test, seconds + loading]),
  );
  const copy = copyHouse(house);
  const findTests = createReachFinder(house, reaches, findImporting);
  const tryMutant = createTrial(copy, findTests, tests, durations);
  const alive = [];
  for (const [index, mutant] of drawn.entries()) {
    const killer = await tryMutant(mutant);
    if (killer === undefined) alive.push(mutant);
    const end = killer === undefined ? 'SURVIVED' : `killed by ${killer}`;
    console.log(`${index + 1}/${drawn.length} ${end}: ${describeMutant(mutant)}`);
  }
  const uncompilable = await findUncompilable(copy, alive);
  const survivors = alive.filter((mutant) => !uncompilable.includes(mutant));
  console.log(`\n${survivors.length} survivors`);
  for (const mutant of survivors) console.log(describeMutant(mutant));
  const killed = drawn.length - survivors.length;
  const percent = drawn.length === 0 ? 100 : (killed / drawn.length) * 100;
  const share = `${killed} of ${drawn.length} (${percent.toFixed(0)} %)`;
  console.log(`\nkilled ${share}, ${uncompilable.length} of them by the types alone`);
  return percent >= goal ? 0 : 1;
}

// Leaving this way, what runs is ended and the copy goes.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130));
try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
