import { factsOfEach, readEach, substitute } from '../ground/each.ts';
import { type Fault, suggest } from '../ground/faults.ts';
import { faultAt, type Located, toValue, withEntries } from '../ground/located.ts';

/** Files that rows can have in common, with what a row calls its own. */
type Kind = 'form' | 'screen';

interface Repeated {
  /** By name; the module's own folder is theirs. */
  readonly files: ReadonlyMap<string, Located>;
  readonly faults: readonly Fault[];
}

/** The same files for the same file, for what is made of them is kept by them. */
const known = new WeakMap<Located, Repeated>();

/** What a file that stands for several is made for. */
const madeFor = new WeakMap<Located, { readonly enumeration: string; readonly value: string }>();

/** Whether a file is there where not all values are offered. */
export function isOffered(
  file: Located,
  offers: (enumeration: string, value: string) => boolean,
): boolean {
  const one = madeFor.get(file);
  return !one || offers(one.enumeration, one.value);
}

/**
 * A module's forms or screens, with one for each value of an enumeration in place of one with `each`: of
 * those whose row says what `where` says, under the name that the row gives it. What has a file of its own
 * is that file.
 */
export function repeatFiles(
  kind: Kind,
  written: ReadonlyMap<string, Located>,
  faults: Fault[],
): Map<string, Located> {
  const files = new Map(written);
  for (const [name, located] of written) {
    if (!located.entries?.has('each')) continue;
    const repeated = known.get(located) ?? repeatFile(kind, located);
    known.set(located, repeated);
    faults.push(...repeated.faults);
    files.delete(name);
    for (const [id, file] of repeated.files) if (!files.has(id)) files.set(id, file);
  }
  return files;
}

function repeatFile(kind: Kind, located: Located): Repeated {
  const { enumeration = '', values } = readEach(located.entries) ?? {};
  const where = located.entries?.get('where')?.value;
  const wanted = Object.entries((where ? toValue(where) : {}) as Readonly<Record<string, unknown>>);
  const rows = (values ?? []).map((value) => ({ value, facts: factsOfEach(enumeration, value) }));
  const faulty = (member: string, message: string): Repeated => ({
    files: new Map(),
    faults: [{ ...faultAt(located, [member], message) }],
  });
  const facts = [...new Set(rows.flatMap((row) => Object.keys(row.facts)))];
  if (!facts.includes(kind)) {
    return faulty(
      'each',
      `expected an enumeration whose values have ${kind}s, found "${enumeration}"`,
    );
  }
  const unknown = wanted.find(([fact]) => !facts.includes(fact))?.[0];
  if (unknown !== undefined) {
    return faulty(
      'where',
      `expected one of ${facts.join(', ')}, found "${unknown}"${suggest(unknown, facts)}`,
    );
  }
  const chosen = rows.filter((row) => wanted.every(([fact, value]) => row.facts[fact] === value));
  if (chosen.length === 0) {
    return faulty(
      'where',
      `expected what a row of ${enumeration} says, found ${JSON.stringify(Object.fromEntries(wanted))}`,
    );
  }
  const entries = new Map(located.entries);
  for (const member of ['each', 'where']) entries.delete(member);
  const common = withEntries(located, entries);
  const files = chosen.map(({ value, facts: own }): [string, Located] => {
    const file = substitute(common, value, own);
    madeFor.set(file, { enumeration, value });
    return [String(own[kind]).split('.').at(-1) ?? '', file];
  });
  return { files: new Map(files), faults: [] };
}
