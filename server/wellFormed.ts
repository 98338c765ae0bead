/**
 * Whether PostgreSQL keeps a text as it is, as `text` and in `jsonb`: it has no NUL in it, and no half
 * of a character that takes two UTF-16 units.
 */
export function isWellFormed(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Where in a value texts stand that aren't well-formed, names of fields among them: paths that begin with `place`. */
export function listIllFormed(value: unknown, place: string): string[] {
  if (typeof value === 'string') return isWellFormed(value) ? [] : [place];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    isWellFormed(name) ? listIllFormed(one, `${place}.${name}`) : [place],
  );
}

/** The same value with U+FFFD for what no text can hold: for logs, which have to say something. */
export function toWellFormed<Value>(value: Value): Value {
  if (typeof value === 'string') return mend(value) as Value;
  if (Array.isArray(value)) return value.map(toWellFormed) as Value;
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [mend(name), toWellFormed(one)]),
  ) as Value;
}

function mend(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}
