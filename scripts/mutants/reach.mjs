import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findPlaceOf, findPlaces, markPlaces } from './places.mjs';
import { runSurvey } from './run.mjs';

/** @typedef {import('./mutate.mjs').Mutant} Mutant */
/**
 * What one test file runs.
 * @typedef {object} Reach
 * @property {string} hash of the test file and of the files that it runs
 * @property {number} seconds that it took
 * @property {Record<string, string[]>} places by file
 */
/** @typedef {Record<string, Reach>} Reaches by test file */

const sources = '{schemas,server,renderer}/**/*.ts';

/** @param {(file: string) => string} read @param {string} test @param {Reach['places']} places */
function hashOf(read, test, places) {
  const hash = createHash('sha256');
  for (const file of [test, ...Object.keys(places).toSorted()]) hash.update(`${read(file)}\0`);
  return hash.digest('hex').slice(0, 16);
}

/** @param {string} house */
const memoryOf = (house) => join(house, '.meterhouse/mutants/reach.json');

/** @param {string} house @returns {Reaches} what was seen before of test files that are as they were, as is what they run */
export function readReaches(house) {
  /** @type {Reaches} */
  let known;
  try {
    known = JSON.parse(readFileSync(memoryOf(house), 'utf8'));
  } catch {
    return {};
  }
  /** @type {Map<string, string>} */
  const texts = new Map();
  const read = (/** @type {string} */ file) => {
    const path = join(house, file);
    const text = texts.get(file) ?? (existsSync(path) ? readFileSync(path, 'utf8') : '');
    texts.set(file, text);
    return text;
  };
  return Object.fromEntries(
    Object.entries(known).filter(
      ([test, { hash, places }]) => read(test) !== '' && hash === hashOf(read, test, places),
    ),
  );
}

/** @param {string} house @param {Reaches} reaches */
export function keepReaches(house, reaches) {
  mkdirSync(dirname(memoryOf(house)), { recursive: true });
  writeFileSync(memoryOf(house), JSON.stringify(reaches));
}

/**
 * Runs test files once to see what they run. Those that fail meanwhile aren't among the result.
 * @param {string} copy of the house, which isn't good for anything else afterwards
 * @param {readonly string[]} tests
 * @returns {Promise<Reaches>}
 */
export async function surveyTests(copy, tests) {
  const files = globSync(sources, { cwd: copy }).map((path) => path.replaceAll('\\', '/'));
  // As they are before they are marked.
  const texts = new Map(
    [...files, ...tests].map((file) => [file, readFileSync(join(copy, file), 'utf8')]),
  );
  const read = (/** @type {string} */ file) => texts.get(file) ?? '';
  const named = files.map((file, label) => {
    const text = read(file);
    const places = findPlaces(file, text);
    writeFileSync(join(copy, file), markPlaces(text, places, String(label)));
    return { file, names: places.map(({ name }) => name) };
  });
  const notes = join(copy, '.reached');
  mkdirSync(notes);
  for (const [index, test] of tests.entries()) {
    // An import of its own, for all others are evaluated before the first statement.
    const note = join(notes, `${index}.mjs`);
    writeFileSync(note, `process.env.METERHOUSE_REACHED = ${JSON.stringify(`${note}.txt`)};\n`);
    const path = join(copy, test);
    // vitest.config.ts gives such a file a process of its own: in a shared one, what an earlier file
    // has loaded or run already would be noted for that file alone.
    writeFileSync(
      path,
      `import ${JSON.stringify(note)};${read(test)}\n// own process: what it runs is noted\n`,
    );
  }
  const seconds = await runSurvey(copy, tests);
  return Object.fromEntries(
    tests.flatMap((test, index) => {
      const took = seconds.get(test);
      if (took === undefined) return [];
      const places = readNotes(join(notes, `${index}.mjs.txt`), named);
      return [[test, { hash: hashOf(read, test, places), seconds: took, places }]];
    }),
  );
}

/** @param {string} path @param {readonly { file: string, names: string[] }[]} named */
function readNotes(path, named) {
  /** @type {Record<string, string[]>} */
  const reached = {};
  for (const line of new Set(readLines(path))) {
    const [label, place] = line.split(':').map(Number);
    const { file, names } = /** @type {typeof named[0]} */ (named[/** @type {number} */ (label)]);
    const name = /** @type {string} */ (names[/** @type {number} */ (place)]);
    reached[file] = [...(reached[file] ?? []), name];
  }
  return reached;
}

/** @param {string} path */
function readLines(path) {
  try {
    return readFileSync(path, 'utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

/** @param {string} test @param {string} file how many folders they share, as tests mirror the house */
function countShared(test, file) {
  const folders = test.split('/').slice(1);
  const parts = file.split('/').flatMap((part) => [part, part.split('.')[0]]);
  return folders.filter((folder) => parts.includes(folder.replace(/\.test\.tsx?$/, ''))).length;
}

/**
 * Creates what finds the test files that run what a mutant changes: those in the folder that mirrors
 * its folder first, and of these the ones that run the least. Test files of which it isn't known
 * what they run come last, if they import the file.
 * @param {string} house
 * @param {Reaches} reaches
 * @param {(file: string) => string[]} findImporting
 * @returns {(mutant: Mutant) => string[]}
 */
export function createReachFinder(house, reaches, findImporting) {
  const sizes = new Map(
    Object.entries(reaches).map(([test, { places }]) => [
      test,
      Object.values(places).flat().length,
    ]),
  );
  return function findTests(mutant) {
    const { file } = mutant;
    const place = findPlaceOf(findPlaces(file, readFileSync(join(house, file), 'utf8')), mutant);
    const importing = findImporting(file);
    const reaching = Object.keys(reaches).filter((test) =>
      place === undefined ? importing.includes(test) : reaches[test]?.places[file]?.includes(place),
    );
    const shared = new Map(reaching.map((test) => [test, countShared(test, file)]));
    reaching.sort(
      (a, b) =>
        Number(shared.get(b)) - Number(shared.get(a)) ||
        Number(sizes.get(a)) - Number(sizes.get(b)),
    );
    return [...reaching, ...importing.filter((test) => !(test in reaches))];
  };
}
