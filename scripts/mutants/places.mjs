import { parseSync } from 'vite';

/** @typedef {import('./mutators.mjs').Node} Node */
/**
 * A block or the expression of an arrow function: what is run as a whole or not at all.
 * @typedef {object} Place
 * @property {string} name the functions and blocks that it stands in, which outlives most edits
 * @property {number} start
 * @property {number} end
 * @property {boolean} isBlock
 */

const functions = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];

/** @param {Node} node @param {Node | undefined} parent */
function nameOf({ type, id }, parent) {
  if (type === 'BlockStatement') return 'block';
  const named = id ?? parent?.id ?? parent?.key;
  return named?.name ?? 'function';
}

/** @param {Node} node @returns {Node[]} */
function childrenOf(node) {
  return Object.values(node)
    .flat()
    .filter((value) => typeof value?.type === 'string');
}

/** @param {string} file @param {string} text @returns {Place[]} outer ones before inner ones */
export function findPlaces(file, text) {
  /** @type {Place[]} */
  const places = [];
  /** @type {Map<string, number>} */
  const names = new Map();

  /** @param {Node} node @param {string} outer @param {Node} [parent] @returns {void} */
  function walk(node, outer, parent) {
    const isFunction = functions.includes(node.type) && node.body;
    const isBodyOfFunction = parent !== undefined && functions.includes(parent.type);
    let inner = outer;
    if (isFunction || (node.type === 'BlockStatement' && !isBodyOfFunction)) {
      const name = `${outer}/${nameOf(node, parent)}`;
      const again = (names.get(name) ?? 0) + 1;
      names.set(name, again);
      inner = again === 1 ? name : `${name}~${again}`;
      const { start, end, type } = isFunction ? node.body : node;
      places.push({ name: inner, start, end, isBlock: type === 'BlockStatement' });
    }
    for (const child of childrenOf(node)) walk(child, inner, node);
  }
  walk(/** @type {Node} */ (/** @type {unknown} */ (parseSync(file, text).program)), '');
  return places;
}

/**
 * The innermost place of what stands there, or none: it runs when its file is imported.
 * @param {readonly Place[]} places
 * @param {{ start: number, end: number }} mutant
 */
export function findPlaceOf(places, { start, end }) {
  return places.findLast((place) => place.start <= start && end <= place.end)?.name;
}

/**
 * A file that notes each of its places the first time that it is run, by a line in the file whose
 * name stands in METERHOUSE_REACHED.
 * @param {string} text
 * @param {readonly Place[]} places
 * @param {string} label of the file, which the lines begin with
 */
export function markPlaces(text, places, label) {
  const edits = places.flatMap(({ start, end, isBlock }, index) =>
    isBlock
      ? [{ at: start + 1, order: 0, text: `__reached(${index});` }]
      : [
          { at: start, order: index, text: `(__reached(${index}),` },
          { at: end, order: -index, text: ')' },
        ],
  );
  // From the end on; of those at one place, the inner one opens later and closes sooner.
  edits.sort((one, other) => other.at - one.at || other.order - one.order);
  const marked = edits.reduce(
    (changed, edit) => changed.slice(0, edit.at) + edit.text + changed.slice(edit.at),
    text,
  );
  return `${marked}\n${noting(label)}\n`;
}

/** Hoisted, since places run before their file's last line. @param {string} label */
const noting = (label) => `
var __seen;
function __reached(place) {
  if ((__seen ??= [])[place]) return;
  __seen[place] = true;
  const { process } = globalThis;
  const notes = process?.env?.METERHOUSE_REACHED;
  if (notes) process.getBuiltinModule('node:fs').appendFileSync(notes, '${label}:' + place + '\\n');
}`;
