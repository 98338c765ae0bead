/**
 * Keeps what was made of something for as long as what it was made with is the same: one value by
 * slot, such as a market. A saved file then costs what depends on it.
 */
export function createKept<Key extends object, Value>(): (
  key: Key,
  slot: string,
  /** All that the value was made with besides the key, each compared as such. */
  madeWith: (value: Value) => readonly unknown[],
  make: () => Value,
) => Value {
  interface Kept {
    readonly value: Value;
    readonly parts: readonly unknown[];
  }
  const kept = new WeakMap<Key, Map<string, Kept>>();
  return (key, slot, madeWith, make) => {
    const slots = kept.get(key) ?? new Map<string, Kept>();
    kept.set(key, slots);
    const known = slots.get(slot);
    if (known && isSame(known.parts, madeWith(known.value))) return known.value;
    const value = make();
    slots.set(slot, { value, parts: madeWith(value) });
    return value;
  };
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, at) => Object.is(item, other[at]));
}
