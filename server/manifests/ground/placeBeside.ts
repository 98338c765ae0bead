/** Where an entry wants to stand: first, or beside another one. */
export type Place =
  | { readonly at: 'first' }
  | { readonly at: 'before' | 'after'; readonly beside: string };

/**
 * The ids with those that want a place where they want to be, the others as they stood. A wish holds
 * in the end even if what it stands beside wants a place itself; the ids whose wishes lead in a circle
 * are named, and a wish to stand beside what isn't there changes nothing.
 */
export function placeBeside(
  ids: readonly string[],
  placements: ReadonlyMap<string, Place>,
): { readonly order: string[]; readonly circles: string[] } {
  let order = [...ids];
  const circles: string[] = [];
  const settled = new Set<string>();
  const settle = (id: string, within: readonly string[]): void => {
    const wish = placements.get(id);
    if (!wish || settled.has(id)) return;
    if (within.includes(id)) {
      circles.push(id);
      return;
    }
    if (wish.at !== 'first') settle(wish.beside, [...within, id]);
    settled.add(id);
    const others = order.filter((one) => one !== id);
    const target = wish.at === 'first' ? 0 : others.indexOf(wish.beside);
    if (target < 0) return;
    others.splice(wish.at === 'after' ? target + 1 : target, 0, id);
    order = others;
  };
  for (const id of ids) settle(id, []);
  return { order, circles };
}
