/**
 * The same list, which must have something in it: what is expected of each member of an empty list
 * is expected of nothing, and such a test can't fail. `emptyLoopsPlugin.ts` puts this around lists.
 */
export function atLeastOne<T extends Iterable<unknown>>(list: T, place: string): T {
  const empty = () => new Error(`${place}: nothing to expect of: this list is empty`);
  if (Array.isArray(list)) {
    if (list.length === 0) throw empty();
    return list;
  }
  function* counted() {
    let isEmpty = true;
    for (const one of list) {
      isEmpty = false;
      yield one;
    }
    if (isEmpty) throw empty();
  }
  return counted() as unknown as T;
}

/** Says that a list may have nothing in it, where a test expects something of each member. */
export function mayBeEmpty<T>(list: T): T {
  return list;
}
