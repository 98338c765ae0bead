import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {import('./mutate.mjs').Mutant} Mutant */
/**
 * A mutant that no test can tell from the program.
 * @typedef {object} Equivalent
 * @property {string} file
 * @property {string} code the line that it changes
 * @property {string} mutant before → after
 * @property {string} why nothing can be seen of it
 */

/** @param {string} house @returns {Equivalent[]} */
export function readEquivalents(house) {
  return JSON.parse(readFileSync(join(house, 'tests/mutants.json'), 'utf8'));
}

/**
 * Those that none of the mutants is any more, since their lines have changed.
 * @param {readonly Equivalent[]} equivalents
 * @param {readonly Mutant[]} mutants all of these files
 */
export function findOutdated(equivalents, mutants) {
  const files = new Set(mutants.map(({ file }) => file));
  return equivalents.filter(
    (one) => files.has(one.file) && !mutants.some((mutant) => isEquivalent(mutant, [one])),
  );
}

/** @param {Pick<Mutant, 'before' | 'after'>} mutant */
const changeOf = ({ before, after }) => `${before} → ${after.replaceAll(/\s+/g, ' ')}`;

/** @param {Mutant} mutant @param {readonly Equivalent[]} equivalents */
export function isEquivalent(mutant, equivalents) {
  return equivalents.some(
    ({ file, code, mutant: change }) =>
      file === mutant.file && code === mutant.code && change === changeOf(mutant),
  );
}

/** @param {Mutant} mutant */
export function describeMutant(mutant) {
  return `${mutant.file}:${mutant.line}  ${changeOf(mutant)}   in: ${mutant.code}`;
}
