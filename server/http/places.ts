/** Counts who listens: places in all, and of each owner, such as an account or an address. */
export function createPlaces<Owner>({
  listeners,
  perOwner,
}: {
  readonly listeners: number;
  readonly perOwner: number;
}) {
  const taken = new Map<Owner, number>();
  let all = 0;
  return {
    hasOwn: (owner: Owner) => (taken.get(owner) ?? 0) < perOwner,
    /** Answers how to give the place back, or undefined when none is left. */
    take(owner: Owner): (() => void) | undefined {
      const own = taken.get(owner) ?? 0;
      if (all >= listeners || own >= perOwner) return undefined;
      all += 1;
      taken.set(owner, own + 1);
      return () => {
        all -= 1;
        const left = (taken.get(owner) ?? 1) - 1;
        if (left > 0) taken.set(owner, left);
        else taken.delete(owner);
      };
    },
  };
}
