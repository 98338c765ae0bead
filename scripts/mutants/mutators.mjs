import { isSql, mutateSql } from './sql.mjs';

/** @typedef {{ type: string, start: number, end: number, [key: string]: any }} Node */
/** @typedef {{ start: number, end: number, after: string }} Replacement */
/**
 * What a mutator may ask about a node's surroundings.
 * @typedef {object} Surroundings
 * @property {string} text of the whole file
 * @property {boolean} isInFunction what stands outside of functions declares names and texts
 */
/** @typedef {(node: Node, around: Surroundings) => Iterable<Replacement>} Mutator */

/** @type {Readonly<Record<string, readonly string[]>>} */
const operators = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&&': ['||'],
  '||': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
  '++': ['--'],
  '--': ['++'],
};

/** @type {Readonly<Record<string, string>>} */
const methods = { some: 'every', every: 'some', startsWith: 'endsWith', endsWith: 'startsWith' };

/** Left out, a call of one of these leaves what it is called on: a list, a text or a schema. */
const steps = new Set(
  `filter sort toSorted reverse toReversed slice trim toLowerCase toUpperCase
  min max length regex email int positive nonnegative nonempty refine superRefine check strict
  optional nullable`.split(/\s+/),
);

/** From here on one more or less is no difference that anybody meant. */
const large = 10_000;

/** @param {Node} node @param {string} after @returns {Replacement} */
const replace = ({ start, end }, after) => ({ start, end, after });

/** @param {Node} node @param {string} text */
const textOf = ({ start, end }, text) => text.slice(start, end);

/** @param {Node} node */
const isText = ({ type, value }) =>
  type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string');

/** @type {Mutator} */
function* swapOperator({ operator, left, right }, { text }) {
  if (operator === '+' && (isText(left) || isText(right))) return;
  const start = text.indexOf(operator, left.end);
  const end = start + operator.length;
  for (const after of operators[operator] ?? []) yield { start, end, after };
}

/** @type {Mutator} */
function* mutateLogic(node, around) {
  const { operator, left, right } = node;
  yield* swapOperator(node, around);
  yield replace(node, textOf(right, around.text));
  // With the ! it has the type that it has with its default.
  yield replace(node, `${textOf(left, around.text)}${operator === '??' ? '!' : ''}`);
}

/** @type {Mutator} */
function* fixTest({ test }) {
  yield replace(test, 'true');
  yield replace(test, 'false');
}

/** @type {Mutator} */
function* endLoop({ test }) {
  if (test) yield replace(test, 'false');
}

/** @type {Mutator} */
function* mutateLiteral(node, { isInFunction }) {
  const { value } = node;
  if (typeof value === 'boolean') yield replace(node, String(!value));
  if (typeof value === 'number') {
    yield replace(node, String(value < large ? value + 1 : value * 2));
  }
  // One with a space in it is a sentence for somebody.
  const isName = typeof value === 'string' && value !== '' && !/\s/.test(value);
  if (isInFunction && isName) yield replace(node, "''");
}

/** @type {Mutator} */
function* mutateTemplate(node, { text, isInFunction }) {
  const whole = textOf(node, text);
  if (isSql(whole)) {
    for (const part of node.quasis) yield* mutateSql(textOf(part, text), part.start);
  } else if (isInFunction && !/\s/.test(whole.replaceAll(/\$\{.*?\}/gs, ''))) {
    yield replace(node, "''");
  }
}

/** @type {Mutator} */
function* mutateCall(node, { text }) {
  const { callee } = node;
  if (callee.type !== 'MemberExpression' || callee.computed) return;
  const { object, property } = callee;
  const other = methods[property.name];
  if (other) yield replace(property, other);
  if (object.name === 'Math') {
    if (property.name === 'min') yield replace(property, 'max');
    if (property.name === 'max') yield replace(property, 'min');
  } else if (steps.has(property.name) && object.name !== 'z')
    yield replace(node, textOf(object, text));
}

/** @type {Mutator} */
function* dropStatement(node) {
  yield replace(node, ';');
}

/** @type {Mutator} */
function* emptyReturn({ argument }) {
  if (argument && argument.name !== 'undefined') yield replace(argument, 'undefined as never');
}

/** @type {Mutator} */
function* emptyArrow({ body }) {
  const isEmpty = body.type === 'BlockStatement' || body.name === 'undefined';
  if (!isEmpty) yield replace(body, '(undefined as never)');
}

/** @type {Mutator} */
function* emptyList(node, { isInFunction }) {
  if (isInFunction && node.elements.length > 0) yield replace(node, '[]');
}

/** @type {Mutator} */
function* dropSign(node, { text }) {
  if (node.operator === '!' || node.operator === '-') {
    yield replace(node, textOf(node.argument, text));
  }
}

/** @type {Mutator} */
function* turnUpdate(node) {
  const { start, end, operator, prefix } = node;
  const at = prefix ? start : end - operator.length;
  for (const after of operators[operator] ?? []) {
    yield { start: at, end: at + operator.length, after };
  }
}

/**
 * What can be wrong with a node, by its kind in ESTree.
 * @type {Readonly<Record<string, Mutator>>}
 */
export const mutators = {
  BinaryExpression: swapOperator,
  AssignmentExpression: swapOperator,
  LogicalExpression: mutateLogic,
  UnaryExpression: dropSign,
  UpdateExpression: turnUpdate,
  Literal: mutateLiteral,
  TemplateLiteral: mutateTemplate,
  CallExpression: mutateCall,
  ArrayExpression: emptyList,
  ArrowFunctionExpression: emptyArrow,
  IfStatement: fixTest,
  ConditionalExpression: fixTest,
  WhileStatement: endLoop,
  ForStatement: endLoop,
  ExpressionStatement: dropStatement,
  ContinueStatement: dropStatement,
  BreakStatement: dropStatement,
  ReturnStatement: emptyReturn,
};
