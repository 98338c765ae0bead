/** Each of the fields that is another now, as it was and as it is, for the activity log. */
export function tellChanges<Row extends object>(
  before: Row,
  after: Row,
  fields: readonly (keyof Row & string)[],
): Record<string, string> {
  const tell = (value: unknown) => (Array.isArray(value) ? value.join(' ') : `${value ?? ''}`);
  return Object.fromEntries(
    fields
      .filter((field) => tell(before[field]) !== tell(after[field]))
      .map((field) => [field, `${tell(before[field])} → ${tell(after[field])}`]),
  );
}
