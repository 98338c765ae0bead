import { distance } from 'fastest-levenshtein';

/** A text file as it was read; its name is what faults show. */
export interface SourceFile {
  readonly name: string;
  readonly text: string;
}

/** One mistake in a file, at an offset of its text; `path` leads to the value within the JSON. */
export interface Fault {
  readonly file: SourceFile;
  readonly offset: number;
  readonly path: string;
  readonly message: string;
  /** It may only follow from another fault of the same object, and is told where there is none. */
  readonly mayFollow?: true;
  /** What is missing, by any name that would do, such as `text core:yes`: of it, one fault is enough. */
  readonly about?: readonly string[];
  /** It shows only that another file lacks something, and is told where nothing else shows it. */
  readonly isEcho?: true;
}

/** `file:line:column  path  message`, lines and columns counted from 1. */
export function formatFault(fault: Fault): string {
  return [placeOf(fault), fault.path, fault.message].filter(Boolean).join('  ');
}

function placeOf({ file, offset }: Fault): string {
  const before = file.text.slice(0, offset);
  const line = before.split('\n').length;
  return `${file.name}:${line}:${offset - before.lastIndexOf('\n')}`;
}

/** Without what only follows from another fault: one typo is one fault. */
export function dropConsequences(faults: readonly Fault[]): Fault[] {
  const causes = faults.filter(({ mayFollow }) => !mayFollow);
  const isWithin = (inner: string, outer: string) =>
    inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`);
  return faults.filter(
    ({ mayFollow, file, path }) =>
      !mayFollow ||
      !causes.some((cause) => cause.file.name === file.name && isWithin(cause.path, path)),
  );
}

/** Without what can't be judged, because a file that would say it can't be read. */
export function dropHidden(
  faults: readonly Fault[],
  isUnread: (about: string) => boolean,
): readonly Fault[] {
  return faults.filter(({ about }) => !about?.some(isUnread));
}

/**
 * Each mistake once, in the order of files and lines: markets share files, screens share parts, and
 * many places name what is missing at one.
 */
export function listFaults(faults: readonly Fault[]): string[] {
  const sorted = faults.toSorted(
    (a, b) => compareText(a.file.name, b.file.name) || a.offset - b.offset,
  );
  const distinct = new Map<string, Fault>();
  for (const fault of sorted) {
    const key = JSON.stringify([fault.file.name, fault.offset, fault.message]);
    if (!distinct.has(key)) distinct.set(key, fault);
  }
  return joinSame([...distinct.values()]).map(([first, ...others]) => {
    if (!first) return '';
    const places = others.map(placeOf).filter((place) => place !== placeOf(first));
    const listed = [...new Set(places)];
    const more = listed.length > maxPlaces ? ` and ${listed.length - maxPlaces} more` : '';
    const also = ` (also at ${listed.slice(0, maxPlaces).join(', ')}${more})`;
    return `${formatFault(first)}${listed.length > 0 ? also : ''}`;
  });
}

/** More places than these are better found once the first one is mended. */
const maxPlaces = 3;

/** Faults about the same, what names it before its echoes; any other by itself. */
function joinSame(faults: readonly Fault[]): Fault[][] {
  const groups: Fault[][] = [];
  const groupOf = new Map<string, Fault[]>();
  for (const fault of faults.toSorted((a, b) => Number(a.isEcho ?? 0) - Number(b.isEcho ?? 0))) {
    const { about = [] } = fault;
    const known = about.map((one) => groupOf.get(one)).find((group) => group !== undefined);
    if (known) known.push(fault);
    else groups.push([fault]);
    const group = known ?? groups.at(-1) ?? [];
    for (const one of about) if (!groupOf.has(one)) groupOf.set(one, group);
  }
  const order = new Map(faults.map((fault, at) => [fault, at]));
  const rank = ([first]: readonly Fault[]) => (first && order.get(first)) ?? 0;
  return groups.toSorted((a, b) => rank(a) - rank(b));
}

/** `, did you mean "…"?` when a candidate is near enough, else nothing. */
export function suggest(found: unknown, candidates: Iterable<unknown>): string {
  const best = findNear(found, candidates);
  return best === undefined ? '' : `, did you mean "${best}"?`;
}

/** The candidate that somebody may have meant; undefined where none is near enough. */
export function findNear(found: unknown, candidates: Iterable<unknown>): string | undefined {
  if (typeof found !== 'string') return undefined;
  let best: string | undefined;
  // A third of the letters may be wrong; beyond that a guess misleads.
  let bestDistance = Math.max(2, Math.floor(found.length / 3)) + 0.5;
  for (const candidate of candidates) {
    if (typeof candidate !== 'string' || candidate === found) continue;
    const [one, other] = [found.toLowerCase(), candidate.toLowerCase()];
    // What is only begun is near as well.
    const isBegun = one.length > 2 && other.startsWith(one);
    const far = isBegun ? Math.min(2, distance(one, other)) : distance(one, other);
    if (far < bestDistance) [best, bestDistance] = [candidate, far];
  }
  return best;
}

/** `, did you mean "…", "…" or "…"?` with the three names that are nearest. */
export function suggestThree(found: unknown, candidates: Iterable<unknown>): string {
  const known = [...candidates].filter((one) => typeof one === 'string');
  const three = nearest(String(found), known, 3).map((one) => `"${one}"`);
  if (three.length === 0) return '';
  const [last] = three.slice(-1);
  const others = three.slice(0, -1).join(', ');
  return `, did you mean ${others ? `${others} or ${last}` : last}?`;
}

/** The candidates with the fewest letters to change, nearest first, however far they are. */
export function nearest(found: string, candidates: Iterable<string>, count: number): string[] {
  return [...new Set(candidates)]
    .map((candidate) => ({
      candidate,
      far: distance(found.toLowerCase(), candidate.toLowerCase()),
    }))
    .toSorted((one, other) => one.far - other.far || compareText(one.candidate, other.candidate))
    .slice(0, count)
    .map(({ candidate }) => candidate);
}

export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** A path into JSON as people write it: `root.children.graph`, `pageSizes[0]`. */
export function joinPath(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
}
