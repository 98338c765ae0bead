import { type Node, parseTree } from 'jsonc-parser';

/**
 * JSON as it is written: what changes it keeps comments and layout, for an entry that moves or goes
 * takes along what stands around it. `printJson(readJson(text))` is the text.
 */
export type Json = JsonObject | JsonList | JsonScalar;

export interface JsonScalar {
  readonly kind: 'scalar';
  text: string;
}

/** What stands around something between brackets. */
interface Around {
  /** Spaces, comments and lines before it. */
  lead: string;
  /** Between it and its comma, and then what stands on the same line. */
  beforeComma: string;
  afterComma: string;
}

export interface Member extends Around {
  key: string;
  /** The key as it is written, and what leads to the value. */
  head: string;
  value: Json;
}

interface Frame<Content> {
  /** On the line of the opening bracket. */
  open: string;
  members: (Content & Around)[];
  /** Before the closing bracket. */
  tail: string;
  hasLastComma: boolean;
}

export interface JsonObject extends Frame<Member> {
  readonly kind: 'object';
}

interface JsonList extends Frame<{ readonly value: Json }> {
  readonly kind: 'list';
}

export interface WrittenFile {
  readonly before: string;
  readonly root: JsonObject;
  readonly after: string;
}

/** Undefined for anything but an object. */
export function readJson(text: string): WrittenFile | undefined {
  const node = parseTree(text, [], { allowTrailingComma: true });
  if (node?.type !== 'object') return undefined;
  const [before, after] = [text.slice(0, node.offset), text.slice(endOf(node))];
  return { before, root: readObject(node, text), after };
}

export function printFile({ before, root, after }: WrittenFile): string {
  return `${before}${printJson(root)}${after}`;
}

function printJson(json: Json): string {
  if (json.kind === 'scalar') return json.text;
  if (json.kind === 'list') return printFrame(json, '[]', ({ value }) => printJson(value));
  return printFrame(json, '{}', ({ head, value }) => `${head}${printJson(value)}`);
}

function printFrame<Content>(
  { open, members, tail, hasLastComma }: Frame<Content>,
  [left, right]: string,
  print: (content: Content) => string,
): string {
  if (members.length === 0 && `${open}${tail}`.trim() === '') return `${left}${right}`;
  const last = members.length - 1;
  const inner = members.map((member, at) => {
    const comma = at < last || hasLastComma ? ',' : '';
    return `${member.lead}${print(member)}${member.beforeComma}${comma}${member.afterComma}`;
  });
  return `${left}${open}${inner.join('')}${tail}${right}`;
}

export function isObject(json: Json | undefined): json is JsonObject {
  return json?.kind === 'object';
}

export function memberOf(json: Json | undefined, key: string): Member | undefined {
  return isObject(json) ? json.members.find((member) => member.key === key) : undefined;
}

export function objectAt(json: Json | undefined, key: string): JsonObject | undefined {
  const value = memberOf(json, key)?.value;
  return isObject(value) ? value : undefined;
}

export function readValue(json: Json | undefined): unknown {
  if (!json) return undefined;
  if (json.kind === 'scalar') return JSON.parse(json.text);
  if (json.kind === 'list') return json.members.map(({ value }) => readValue(value));
  return Object.fromEntries(json.members.map(({ key, value }) => [key, readValue(value)]));
}

/** Whether somebody wrote something in it that no value says. */
export function hasComments(json: Json): boolean {
  if (json.kind === 'scalar') return false;
  const own = [json.open, json.tail];
  for (const { lead, beforeComma, afterComma } of json.members) {
    own.push(lead, beforeComma, afterComma);
  }
  return own.some((text) => text.trim() !== '') || json.members.some((m) => hasComments(m.value));
}

/** Takes a member out; comments around it stay, before what follows. */
export function removeMember(object: JsonObject, key: string): void {
  const at = object.members.findIndex((member) => member.key === key);
  const [gone] = at < 0 ? [] : object.members.splice(at, 1);
  if (!gone) return;
  const besides = `${gone.beforeComma}${gone.afterComma}`.trim();
  const comment = besides && `${indentOf(gone.lead)}${besides}`;
  const kept = `${gone.lead.trim() && gone.lead.trimEnd()}${comment}`;
  const next = object.members[at];
  if (next) next.lead = kept ? `${kept}${next.lead}` : next.lead;
  else object.tail = `${kept}${object.tail}`;
}

/** Puts a member where one stood, or first. The value stands on one line. */
export function setMember(object: JsonObject, key: string, value: unknown, over?: string): void {
  const known = memberOf(object, over ?? key);
  if (known) {
    known.head = known.head.replace(/^"[^"]*"/, JSON.stringify(key));
    known.key = key;
    known.value = { kind: 'scalar', text: printInline(value) };
    return;
  }
  object.members.unshift({
    lead: indentOf(object.members[0]?.lead ?? ' '),
    beforeComma: '',
    afterComma: '',
    key,
    head: `${JSON.stringify(key)}: `,
    value: { kind: 'scalar', text: printInline(value) },
  });
  if (object.members.length === 1 && object.tail === '') object.tail = ' ';
}

/** A value as files write it on one line. */
export function printInline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printInline).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, one]) => `${JSON.stringify(key)}: ${printInline(one)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** Moves what stands in an object to the left by one level. */
export function outdent(json: Json): void {
  if (json.kind === 'scalar') {
    json.text = outdentText(json.text);
    return;
  }
  json.tail = outdentText(json.tail);
  for (const member of json.members) {
    member.lead = outdentText(member.lead);
    member.beforeComma = outdentText(member.beforeComma);
    outdent(member.value);
  }
}

function outdentText(text: string): string {
  return text.replaceAll(/\n(?: {2}|\t)/g, '\n');
}

/** The last line break of a lead with what indents it, or the space that stands for one. */
function indentOf(lead: string): string {
  return /\n[ \t]*$/.exec(lead)?.[0] ?? ' ';
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

function read(node: Node, text: string): Json {
  if (node.type === 'object') return readObject(node, text);
  if (node.type !== 'array') {
    return { kind: 'scalar', text: text.slice(node.offset, endOf(node)) };
  }
  return { kind: 'list', ...readFrame(node, text, (child) => ({ value: read(child, text) })) };
}

function readObject(node: Node, text: string): JsonObject {
  const frame = readFrame(node, text, (child) => {
    const [key, value] = child.children ?? [];
    if (!key || !value) throw new Error(`expected a key and a value at ${child.offset}`);
    const head = text.slice(child.offset, value.offset);
    return { key: String(key.value), head, value: read(value, text) };
  });
  return { kind: 'object', ...frame };
}

/** What stands between brackets, each part with the spaces and comments that belong to it. */
function readFrame<Content>(
  node: Node,
  text: string,
  readContent: (child: Node) => Content,
): Frame<Content> {
  const children = node.children ?? [];
  const opening = splitGap(text.slice(node.offset + 1, children[0]?.offset ?? endOf(node) - 1));
  let lead = opening.rest;
  let hasLastComma = false;
  const members = children.map((child, at) => {
    const gap = text.slice(endOf(child), children[at + 1]?.offset ?? endOf(node) - 1);
    const [beforeComma = '', afterComma] = splitComma(gap) ?? [];
    const { line, rest } = splitGap(afterComma ?? gap);
    hasLastComma = afterComma !== undefined;
    const around = { lead, beforeComma, afterComma: line };
    lead = rest;
    return { ...readContent(child), ...around };
  });
  return { open: opening.line, members, tail: lead, hasLastComma };
}

const comment = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y;

/** What stands before the comma of a gap, and what after it; undefined when it has none. */
function splitComma(gap: string): [string, string] | undefined {
  for (let at = 0; at < gap.length; at += 1) {
    if (gap[at] === ',') return [gap.slice(0, at), gap.slice(at + 1)];
    comment.lastIndex = at;
    const found = comment.exec(gap);
    if (found) at += found[0].length - 1;
  }
  return undefined;
}

/** A comment on the same line belongs to what stands before it, everything else to what follows. */
function splitGap(gap: string): { line: string; rest: string } {
  const [, line = ''] = /^([ \t]*(?:\/\/[^\n]*|\/\*[^\n]*?\*\/[ \t]*))(?=\r?\n)/.exec(gap) ?? [];
  return { line, rest: gap.slice(line.length) };
}
