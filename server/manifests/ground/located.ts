import {
  createScanner,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { type Fault, joinPath, type SourceFile } from './faults.ts';

/**
 * JSON that knows where each value stands. Layers of several files merge into one such tree, whose
 * values still point to the file that they came from.
 */
export interface Located {
  readonly file: SourceFile;
  readonly offset: number;
  readonly entries?: ReadonlyMap<string, LocatedEntry>;
  readonly items?: readonly Located[];
  /** Of neither object nor array. */
  readonly scalar?: string | number | boolean | null;
  /** Of a value that an override added: the keys of the base beside which it stands. */
  readonly addedBeside?: readonly string[];
  /** What is missing in it is no mistake of its own: a fault has been given for what should be there. */
  readonly isFaulty?: true;
  /** Of a value that nobody wrote: what it came along from, in words. */
  readonly origin?: string;
}

export interface LocatedEntry {
  readonly keyOffset: number;
  readonly keyFile: SourceFile;
  readonly value: Located;
}

const maxDepth = 40;
const maxBytes = 256 * 1024;
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** Parses JSON with comments. Undefined when the text is no usable JSON; faults say why. */
export function parseLocated(file: SourceFile, faults: Fault[]): Located | undefined {
  if (Buffer.byteLength(file.text) > maxBytes) {
    const message = `expected at most ${maxBytes / 1024} KB, found ${Math.ceil(Buffer.byteLength(file.text) / 1024)} KB: split the file`;
    faults.push({ file, offset: 0, path: '', message });
    return undefined;
  }
  const deep = findTooDeep(file.text);
  if (deep !== undefined) {
    const message = `expected at most ${maxDepth} levels of brackets, found more`;
    faults.push({ file, offset: deep, path: '', message });
    return undefined;
  }
  const errors: ParseError[] = [];
  const root = parseTree(file.text, errors, { allowTrailingComma: true, disallowComments: false });
  // What the parser makes of the rest follows from the first.
  for (const { error, offset } of errors.slice(0, 1)) {
    const message = `not valid JSON: ${describeSyntax(printParseErrorCode(error))}`;
    faults.push({ file, offset, path: '', message });
  }
  return root && errors.length === 0 ? locate(root, file, [], faults) : undefined;
}

const values = new WeakMap<Located, unknown>();

/** With other members; itself when they are the same, so that what is known of it stays known. */
export function withEntries(located: Located, entries: ReadonlyMap<string, LocatedEntry>): Located {
  const { entries: own } = located;
  const isSame =
    own?.size === entries.size &&
    [...entries].every(([key, { value }]) => own.get(key)?.value === value);
  return isSame ? located : { ...located, entries };
}

/** The same with the items of a list. */
export function withItems(located: Located, items: readonly Located[]): Located {
  const isSame =
    located.items?.length === items.length &&
    items.every((item, at) => item === located.items?.[at]);
  return isSame ? located : { ...located, items };
}

/** The plain value of a tree, which nobody changes: trees share their branches, and so do values. */
export function toValue(located: Located): unknown {
  if (!located.entries && !located.items) return located.scalar;
  const known = values.get(located);
  if (known !== undefined) return known;
  const made = located.items?.map(toValue) ?? toObject(located.entries ?? new Map());
  values.set(located, made);
  return made;
}

function toObject(entries: ReadonlyMap<string, LocatedEntry>): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const [key, { value }] of entries) made[key] = toValue(value);
  return made;
}

/** A value that came along: it stands where what it belongs to stands. */
export function derive(value: unknown, { file, offset }: Located, origin: string): Located {
  const at = { file, offset, origin };
  if (Array.isArray(value)) {
    return { ...at, items: value.map((item) => derive(item, { file, offset }, origin)) };
  }
  if (typeof value !== 'object' || value === null) {
    return { ...at, scalar: value as NonNullable<Located['scalar']> | null };
  }
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const entries = members.map(([key, member]): [string, LocatedEntry] => [
    key,
    entryOf(derive(member, { file, offset }, origin)),
  ]);
  return { ...at, entries: new Map(entries) };
}

/** An entry whose key stands where its value does. */
export function entryOf(value: Located): LocatedEntry {
  return { keyFile: value.file, keyOffset: value.offset, value };
}

/** The value at a path, or the innermost one that exists on the way to it. */
export function findLocated(root: Located, path: readonly PropertyKey[]): Located {
  let found = root;
  for (const key of path) {
    const next = found.items?.[Number(key)] ?? found.entries?.get(String(key))?.value ?? undefined;
    if (!next) return found;
    found = next;
  }
  return found;
}

/** `file:line` of where a value begins; of one in several layers, that of the lowest. */
export function lineOf({ file, offset }: Located): string {
  return `${file.name}:${file.text.slice(0, offset).split('\n').length}`;
}

/** Reports a fault at a path: at the value, at the key when `atKey`, else at what is around it. */
export function faultAt(
  root: Located,
  path: readonly PropertyKey[],
  message: string,
  { atKey = false } = {},
): Fault {
  const around = findLocated(root, path.slice(0, -1));
  const entry = around.entries?.get(String(path.at(-1)));
  const place =
    atKey && entry ? { file: entry.keyFile, offset: entry.keyOffset } : findLocated(root, path);
  return { file: place.file, offset: place.offset, path: joinPath(path), message };
}

function locate(node: Node, file: SourceFile, path: PropertyKey[], faults: Fault[]): Located {
  const { offset } = node;
  if (node.type === 'array') {
    const items = (node.children ?? []).map((child, at) =>
      locate(child, file, [...path, at], faults),
    );
    return { file, offset, items };
  }
  if (node.type !== 'object') return { file, offset, scalar: node.value };
  const entries = new Map<string, LocatedEntry>();
  for (const property of node.children ?? []) {
    const [key, value] = property.children ?? [];
    if (!key || !value) continue;
    const name = String(key.value);
    const place = { file, offset: key.offset, path: joinPath([...path, name]) };
    if (forbiddenKeys.has(name)) {
      faults.push({ ...place, message: `the key "${name}" is not allowed` });
    } else if (entries.has(name)) {
      faults.push({ ...place, message: `expected each key once, found "${name}" again` });
    } else {
      const located = locate(value, file, [...path, name], faults);
      entries.set(name, { keyOffset: key.offset, keyFile: file, value: located });
    }
  }
  return { file, offset, entries };
}

/** The parser recurses, so nesting is measured before it runs. */
function findTooDeep(text: string): number | undefined {
  // The literals are those of jsonc-parser's SyntaxKind, a const enum that types alone know.
  const [openBrace, closeBrace, openBracket, closeBracket, endOfFile] = [1, 2, 3, 4, 17];
  const scanner = createScanner(text, true);
  let depth = 0;
  for (let kind: number = scanner.scan(); kind !== endOfFile; kind = scanner.scan()) {
    if (kind === openBrace || kind === openBracket) depth += 1;
    if (kind === closeBrace || kind === closeBracket) depth -= 1;
    if (depth > maxDepth) return scanner.getTokenOffset();
  }
  return undefined;
}

/** `CommaExpected` → `comma expected`. */
function describeSyntax(code: string): string {
  return code.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}
