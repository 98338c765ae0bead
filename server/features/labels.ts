type Enumerations = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What values of enumerations are called in the words of a language; a value without a text is its own label. */
export function labelsIn(
  words: Readonly<Record<string, object>>,
): (enumeration: string, value: string) => string {
  const enums = (words['enums'] ?? {}) as Enumerations;
  return (enumeration, value) => enums[enumeration]?.[value] ?? value;
}
