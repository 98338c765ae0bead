import { factsOfEach, readEach, substitute } from '../ground/each.ts';
import { type Fault, suggest } from '../ground/faults.ts';
import { faultAt, type Located, toValue, withEntries } from '../ground/located.ts';

interface Repeated {
  /** By name; the module's own folder is theirs. */
  readonly forms: ReadonlyMap<string, Located>;
  readonly faults: readonly Fault[];
}

/** The same forms for the same file, for what is made of them is kept by them. */
const known = new WeakMap<Located, Repeated>();

/**
 * A module's forms, with one for each value of an enumeration in place of a form with `each`: of those
 * whose row says what `where` says, under the name that the row gives its form. A form with a file of
 * its own is that file.
 */
export function repeatForms(
  written: ReadonlyMap<string, Located>,
  faults: Fault[],
): Map<string, Located> {
  const forms = new Map(written);
  for (const [name, located] of written) {
    if (!located.entries?.has('each')) continue;
    const repeated = known.get(located) ?? repeatForm(located);
    known.set(located, repeated);
    faults.push(...repeated.faults);
    forms.delete(name);
    for (const [id, form] of repeated.forms) if (!forms.has(id)) forms.set(id, form);
  }
  return forms;
}

function repeatForm(located: Located): Repeated {
  const { enumeration = '', values } = readEach(located.entries) ?? {};
  const where = located.entries?.get('where')?.value;
  const wanted = Object.entries((where ? toValue(where) : {}) as Readonly<Record<string, unknown>>);
  const rows = (values ?? []).map((value) => ({ value, facts: factsOfEach(enumeration, value) }));
  const faulty = (member: string, message: string): Repeated => ({
    forms: new Map(),
    faults: [{ ...faultAt(located, [member], message) }],
  });
  const facts = [...new Set(rows.flatMap((row) => Object.keys(row.facts)))];
  if (!facts.includes('form')) {
    return faulty(
      'each',
      `expected an enumeration whose values have forms, found "${enumeration}"`,
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
  const forms = chosen.map(({ value, facts: own }): [string, Located] => [
    String(own['form']).split('.').at(-1) ?? '',
    substitute(common, value, own),
  ]);
  return { forms: new Map(forms), faults: [] };
}
