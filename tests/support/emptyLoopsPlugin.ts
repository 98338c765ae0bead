import path from 'node:path';
import { type Plugin, parseAst } from 'vite';
import { atLeastOne } from './atLeastOne.ts';

const guardFile = path.resolve(import.meta.dirname, 'atLeastOne.ts');

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}
type Member = Node & { readonly computed: boolean; readonly object: Node; readonly property: Node };
type Call = Node & { readonly callee: Member; readonly arguments: Node[] };
type Loop = Node & { readonly right: Node; readonly body: Node; readonly await: boolean };
type Named = Node & { readonly id: Node | null; readonly init?: Node | null };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

function* nodesIn(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) yield* nodesIn(child);
    }
  }
}

/**
 * Makes a test fail that expects something of each member of a list and finds the list empty: `for …
 * of`, `.forEach`, `.map` and `.flatMap` whose body expects something, `.every` within `expect(…)`,
 * and `.each`. A body expects something if it calls `expect` or a function of the file that does.
 * A list that may be empty is said to be so by `mayBeEmpty(list)`.
 */
export function emptyLoopsPlugin(): Plugin {
  return {
    name: 'meterhouse-empty-loops',
    enforce: 'pre',
    transform(code, id) {
      const file = id.split('?')[0] ?? id;
      if (!/\/tests\/.*\.test\.tsx?$/.test(file)) return undefined;
      const guarded = guardLists(code, file);
      return guarded === code ? undefined : { code: guarded, map: null };
    },
  };
}

/** Nothing is moved to another line: reports point to where the test stands. */
function guardLists(code: string, file: string): string {
  const ast = parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node;
  const nodes = [...nodesIn(ast)];
  const textOf = ({ start, end }: Node) => code.slice(start, end);
  const expecting = findExpecting(nodes, textOf);
  const found = new Set(nodes.flatMap((node) => findLists(node, textOf, expecting)));
  const lists = [...found].filter((list) => !textOf(list).startsWith('mayBeEmpty('));
  if (lists.length === 0) return code;

  const edits = lists.flatMap((list) => {
    const line = code.slice(0, list.start).split('\n').length;
    const place = JSON.stringify(`${path.relative(process.cwd(), file)}:${line}`);
    return [
      { at: list.start, order: -list.end, text: '__atLeastOne((' },
      { at: list.end, order: -list.start, text: `), ${place})` },
    ];
  });
  // From the end on; what begins or ends at one place nests.
  edits.sort((one, other) => other.at - one.at || other.order - one.order);
  const text = edits.reduce(
    (changed, edit) => changed.slice(0, edit.at) + edit.text + changed.slice(edit.at),
    code,
  );
  return `${text}\nimport { ${atLeastOne.name} as __atLeastOne } from ${JSON.stringify(guardFile)};\n`;
}

/** What calls `expect`, itself or through another function of the file. */
function findExpecting(nodes: readonly Node[], textOf: (node: Node) => string): RegExp {
  const functions = nodes.flatMap((node) => {
    const { id, init } = node as Named;
    const isFunction =
      node.type === 'FunctionDeclaration' ||
      (node.type === 'VariableDeclarator' && /Function/.test(init?.type ?? ''));
    return isFunction && id ? [{ name: textOf(id), body: textOf(node) }] : [];
  });
  const names = new Set(['expect']);
  const calls = () => new RegExp(`(?<![.\\w])(${[...names].join('|')})\\s*[(.<]`);
  for (let size = 0; size < names.size; ) {
    size = names.size;
    for (const { name, body } of functions) if (calls().test(body)) names.add(name);
  }
  return calls();
}

function findLists(node: Node, textOf: (node: Node) => string, expecting: RegExp): Node[] {
  if (node.type === 'ForOfStatement') {
    const { right, body, await: isAsync } = node as Loop;
    return !isAsync && expecting.test(textOf(body)) ? [right] : [];
  }
  if (node.type !== 'CallExpression') return [];
  const { callee, arguments: given } = node as Call;
  if (callee.type !== 'MemberExpression') {
    return textOf(callee) === 'expect' ? given.flatMap((one) => findEvery(one, textOf)) : [];
  }
  const method = callee.computed ? '' : textOf(callee.property);
  if (method === 'each') return given.slice(0, 1);
  const isLoop = /^(forEach|map|flatMap)$/.test(method);
  return isLoop && given[0] && expecting.test(textOf(given[0])) ? [callee.object] : [];
}

function findEvery(node: Node, textOf: (node: Node) => string): Node[] {
  const { callee } = node as Call;
  const isEvery = callee?.type === 'MemberExpression' && textOf(callee.property) === 'every';
  return isEvery ? [callee.object] : [];
}
