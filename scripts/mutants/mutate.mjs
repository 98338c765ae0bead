import { createHash } from 'node:crypto';
import { parseSync } from 'vite';
import { mutators } from './mutators.mjs';

/** @typedef {import('./mutators.mjs').Node} Node */
/** @typedef {import('./mutators.mjs').Surroundings} Surroundings */
/**
 * One small fault in one file.
 * @typedef {object} Mutant
 * @property {string} file from the house on, with slashes
 * @property {number} line counted from 1
 * @property {string} code the line as it is, without the blanks around it
 * @property {number} start of what it replaces
 * @property {number} end
 * @property {string} before
 * @property {string} after
 */

const expressionsWithTypes = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'];
const functions = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];
/** They have words for people, and mean nothing to the program. */
const wordy = new Set(['describe', 'meta', 'trace', 'debug', 'info', 'warn', 'error']);

/** @param {Node} node @returns {boolean} whether faults in it would be no faults of the program */
function isLeftOut({ type, callee, source }) {
  if (type.startsWith('TS')) return !expressionsWithTypes.includes(type);
  if (type === 'NewExpression') return /Error$/.test(callee.name ?? '');
  return type === 'ImportDeclaration' || (type.startsWith('Export') && Boolean(source));
}

/** @param {Node} node */
function isWordy({ type, callee }) {
  return type === 'CallExpression' && wordy.has(callee.property?.name);
}

/** @param {Node} node */
const isSign = ({ type, value, operator, argument }) =>
  value === 1 || (type === 'UnaryExpression' && operator === '-' && argument.value === 1);

/** @param {Node} node @returns {boolean} whether it answers what sorts, which asks for the sign alone */
function isOrder({ type, consequent, alternate }) {
  return type === 'ConditionalExpression' && isSign(consequent) && isSign(alternate);
}

/** @param {Node} node @returns {Node[]} */
function partsOf(node) {
  if (isWordy(node)) return [node.callee];
  if (isOrder(node)) return [node.test];
  if (node.type === 'ExpressionStatement' && isWordy(node.expression)) return [];
  const named = /** @type {[string, unknown][]} */ (Object.entries(node));
  return named
    .filter(([name]) => !(name === 'key' && !node.computed))
    .flatMap(([, value]) => /** @type {Node[]} */ (Array.isArray(value) ? value : [value]))
    .filter((value) => typeof value?.type === 'string');
}

/**
 * @param {Node} node
 * @param {Surroundings} around
 * @returns {Generator<import('./mutators.mjs').Replacement>}
 */
function* mutateNode(node, around) {
  if (isLeftOut(node)) return;
  const isSaid = node.type === 'ExpressionStatement' && isWordy(node.expression);
  if (!isSaid && !node.directive) yield* mutators[node.type]?.(node, around) ?? [];
  const isInFunction = around.isInFunction || functions.includes(node.type);
  for (const part of partsOf(node)) yield* mutateNode(part, { ...around, isInFunction });
}

/** @param {string} text @param {Pick<Mutant, 'start' | 'end' | 'after'>} mutant */
export function applyMutant(text, { start, end, after }) {
  return text.slice(0, start) + after + text.slice(end);
}

/** @param {string} text */
const oneLine = (text) => text.replaceAll(/\s+/g, ' ').trim();

/**
 * All the small faults that are tried in a file, each a program that can be parsed.
 * @param {string} file
 * @param {string} text
 * @returns {Mutant[]}
 */
export function findMutants(file, text) {
  const program = /** @type {Node} */ (/** @type {unknown} */ (parseSync(file, text).program));
  return [...mutateNode(program, { text, isInFunction: false })]
    .filter((mutant) => text.slice(mutant.start, mutant.end) !== mutant.after)
    .filter((mutant) => parseSync(file, applyMutant(text, mutant)).errors.length === 0)
    .map((mutant) => {
      const line = text.slice(0, mutant.start).split('\n').length;
      const code = oneLine(text.split('\n')[line - 1] ?? '');
      return { file, line, code, before: oneLine(text.slice(mutant.start, mutant.end)), ...mutant };
    });
}

/**
 * Some mutants by chance. One seed always gives the same, a larger sample has the smaller in it,
 * and a change elsewhere in the file doesn't change whether a mutant is among them.
 * @param {readonly Mutant[]} mutants
 * @param {{ count: number, seed: string }} choice
 */
export function sampleMutants(mutants, { count, seed }) {
  const seen = new Map();
  const drawn = mutants.map((mutant) => {
    const place = JSON.stringify([mutant.file, mutant.code, mutant.before, mutant.after]);
    const again = (seen.get(place) ?? 0) + 1;
    seen.set(place, again);
    const lot = createHash('sha256').update(`${seed} ${again} ${place}`).digest('hex');
    return { mutant, lot };
  });
  drawn.sort((a, b) => (a.lot < b.lot ? -1 : 1));
  return drawn.slice(0, count).map(({ mutant }) => mutant);
}
