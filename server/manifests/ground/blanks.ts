import { type Fault, joinPath, suggest } from './faults.ts';
import { type Located, type LocatedEntry, toValue, withEntries, withItems } from './located.ts';

type Scalar = string | number | boolean | null;
type Values = ReadonlyMap<string, Scalar>;

/** What a part leaves to those who use it, such as <name> in `$data.<name>.devices`. */
const blank = /<([a-z][a-zA-Z]*)>/g;

/** The names of what a part leaves open, in its values and keys. */
export function listBlanks(located: Located, found = new Set<string>()): Set<string> {
  const note = (text: unknown) => {
    for (const [, name = ''] of String(text).matchAll(blank)) found.add(name);
  };
  note(located.scalar);
  for (const item of located.items ?? []) listBlanks(item, found);
  for (const [key, { value }] of located.entries ?? []) {
    note(key);
    listBlanks(value, found);
  }
  return found;
}

/** The values of `with`: one for each blank of the part, and no others. */
export function readGiven(
  id: string,
  given: LocatedEntry | undefined,
  blanks: ReadonlySet<string>,
  { use, faults, path }: { use: LocatedEntry; faults: Fault[]; path: readonly string[] },
): Values {
  const values = new Map<string, Scalar>();
  for (const [name, { keyFile, keyOffset, value }] of given?.value.entries ?? []) {
    const place = { file: keyFile, offset: keyOffset, path: joinPath([...path, 'with', name]) };
    if (!blanks.has(name)) {
      const message = `the part "${id}" has no <${name}>${suggest(name, blanks)}`;
      faults.push({ ...place, message });
    } else if (value.scalar === undefined) {
      faults.push({ ...place, message: 'expected a text, a number, true or false, found more' });
    } else {
      values.set(name, value.scalar);
    }
  }
  if (given && !given.value.entries) {
    const { file, offset } = given.value;
    const message = `expected an object such as { "name": "value" }, found ${JSON.stringify(toValue(given.value))}`;
    faults.push({ file, offset, path: joinPath([...path, 'with']), message });
  }
  const isGiven = (name: string) => given?.value.entries?.has(name) === true;
  for (const name of [...blanks].filter((one) => !isGiven(one))) {
    const { file, offset } = given?.value ?? use.value;
    const message = `expected "with" to say what <${name}> of the part "${id}" is, found nothing`;
    faults.push({ file, offset, path: joinPath([...path, 'use']), message });
  }
  return values;
}

export function fillText(text: string, values: Values): string {
  return text.replaceAll(blank, (all, name) => String(values.get(name) ?? all));
}

/** The same with values in the place of blanks; one that is the whole text keeps its type. */
export function fillBlanks(located: Located, values: Values): Located {
  if (values.size === 0) return located;
  const { scalar } = located;
  if (typeof scalar === 'string') {
    const [, name = ''] = /^<([a-z][a-zA-Z]*)>$/.exec(scalar) ?? [];
    const value = values.get(name) ?? fillText(scalar, values);
    return value === scalar ? located : { ...located, scalar: value };
  }
  if (located.items) {
    return withItems(
      located,
      located.items.map((item) => fillBlanks(item, values)),
    );
  }
  const entries = [...(located.entries ?? [])].map(([key, entry]): [string, LocatedEntry] => [
    fillText(key, values),
    { ...entry, value: fillBlanks(entry.value, values) },
  ]);
  return located.entries ? withEntries(located, new Map(entries)) : located;
}
