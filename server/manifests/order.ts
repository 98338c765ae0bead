export interface Ordered {
  readonly order?: number | undefined;
}

/** Small orders first; what has none comes last. */
export function compareOrder(one: Ordered, other: Ordered): number {
  const [a, b] = [one.order ?? Number.MAX_VALUE, other.order ?? Number.MAX_VALUE];
  return a - b;
}
