import { orderEntries, placeEntries } from './ordering.ts';
import { shortenCondition } from './shortCondition.ts';
import { conditionMembers, maps, type Shape, toolMembers } from './version1.ts';
import {
  hasComments,
  isObject,
  type JsonObject,
  memberOf,
  objectAt,
  outdent,
  printInline,
  readValue,
  removeMember,
  setMember,
} from './writtenJson.ts';

/** What an override is laid over; `isNumbered`: written in version 1. */
export interface Base {
  readonly object: JsonObject;
  readonly isNumbered: boolean;
}

/** One file of version 1 in version 2, but for what depends on other modules. `base`: of an override. */
export function rewriteFile(
  kind: 'screen' | 'form' | 'module',
  file: JsonObject,
  base: Base | undefined,
): void {
  if (kind !== 'screen') {
    rewritePart(kind, file, base);
    return;
  }
  shortenQuery(file);
  const root = objectAt(file, 'root');
  if (!root) return;
  rewritePart('node', root, base?.isNumbered ? below(base, 'root') : base);
  removeMember(root, 'type');
  removeMember(root, 'order');
  hoistRoot(file, root);
}

/** A thing with its maps of parts. Without a base it is written whole. */
function rewritePart(shape: Shape, part: JsonObject, base: Base | undefined): void {
  shortenConditions(part);
  if (shape === 'node') writeTools(part, base?.object);
  for (const [member, inner] of Object.entries(maps[shape] as Readonly<Record<string, Shape>>)) {
    const map = objectAt(part, member);
    const under = below(base, member);
    for (const { key, value } of map?.members ?? []) {
      if (isObject(value)) rewritePart(inner, value, below(under, key));
    }
    // Numbers say nothing of a base that has none.
    if (map && under?.isNumbered) placeEntries(map, under.object);
    else if (map) orderEntries(map);
  }
}

function below(base: Base | undefined, key: string): Base | undefined {
  const object = objectAt(base?.object, key);
  return base && object && { ...base, object };
}

/** The page's members stand at the top of the file. */
function hoistRoot(file: JsonObject, root: JsonObject): void {
  const at = file.members.findIndex(({ key }) => key === 'root');
  const entry = file.members[at];
  if (!entry) return;
  outdent(root);
  const [first] = root.members;
  if (first) {
    const indent = /\s*$/.exec(entry.lead)?.[0] ?? '';
    const comments = [entry.lead.trimEnd(), root.open && `${indent}${root.open.trim()}`];
    first.lead = `${comments.join('')}${first.lead.trim() ? '' : indent}${first.lead.trim() && first.lead}`;
  }
  const last = root.members.at(-1);
  if (last) last.afterComma += `${root.tail.trimEnd()}${entry.afterComma}`;
  file.members.splice(at, 1, ...root.members);
}

function shortenConditions(part: JsonObject): void {
  for (const name of conditionMembers) {
    const member = memberOf(part, name);
    if (!isObject(member?.value) || hasComments(member.value)) continue;
    const said = readValue(member.value);
    const short = shortenCondition(said);
    if (JSON.stringify(short) === JSON.stringify(said)) continue;
    const indent = /\n([ \t]*)$/.exec(member.lead)?.[1] ?? '';
    const text = printFitting(short, indent, indent.length + member.head.length);
    member.value = { kind: 'scalar', text };
  }
}

const maxWidth = 120;

/** On one line when there is room, else a line for each member. */
function printFitting(value: unknown, indent: string, column: number): string {
  const line = printInline(value);
  const isShort = column + line.length + 1 <= maxWidth;
  if (isShort || typeof value !== 'object' || value === null) return line;
  const inner = `${indent}  `;
  const [left, right] = Array.isArray(value) ? '[]' : '{}';
  const members = Array.isArray(value)
    ? value.map((one) => printFitting(one, inner, inner.length))
    : Object.entries(value).map(([key, one]) => {
        const head = `${JSON.stringify(key)}: `;
        return `${head}${printFitting(one, inner, inner.length + head.length)}`;
      });
  return `${left}\n${inner}${members.join(`,\n${inner}`)}\n${indent}${right}`;
}

function shortenQuery(file: JsonObject): void {
  for (const member of objectAt(file, 'query')?.members ?? []) {
    const said = readValue(member.value) as Record<string, unknown> | null;
    const [[name, value] = [], ...others] = Object.entries(said ?? {});
    const isDefault = name === 'default' && others.length === 0 && value !== null;
    if (!isDefault || hasComments(member.value)) continue;
    member.value = { kind: 'scalar', text: printInline(value) };
  }
}

/** What readers of a table can do, which were members of their own. A list is replaced whole. */
function writeTools(part: JsonObject, base: JsonObject | undefined): void {
  const names = Object.keys(toolMembers) as (keyof typeof toolMembers)[];
  const said = names.filter((name) => isSaid(part, base, name));
  const [over] = said;
  if (over === undefined) return;
  const tools = names
    .filter((name) => hasTool(memberOf(part, name) ? part : base, name))
    .map((name) => toolMembers[name]);
  if (tools.length > 0 || base) setMember(part, 'tools', tools, over);
  for (const name of said) removeMember(part, name);
}

/** Whether a table says of something that is a tool whether it has it. */
function isSaid(
  table: JsonObject,
  base: JsonObject | undefined,
  name: keyof typeof toolMembers,
): boolean {
  const member = memberOf(table, name);
  if (!member || name !== 'selection') return member !== undefined;
  return hasTool(table, name) || (readValue(member.value) === null && hasTool(base, name));
}

function hasTool(table: JsonObject | undefined, name: keyof typeof toolMembers): boolean {
  const tools = readValue(memberOf(table, 'tools')?.value);
  if (Array.isArray(tools) && tools.includes(toolMembers[name])) return true;
  const value = readValue(memberOf(table, name)?.value);
  return name === 'selection' ? JSON.stringify(value) === '{}' : value === true;
}
