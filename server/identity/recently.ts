/** However much is asked for at once, so many answers are remembered. */
const maxKept = 5000;

interface Kept<Found> {
  readonly found: Promise<Found>;
  readonly at: number;
  readonly writes: number;
}

interface Recently<Found> {
  /** Looks something up; the key says all that the answer follows from. */
  readonly lookUp: (key: string) => Promise<Found>;
  /** Whether an answer may be given again. */
  readonly isKept: (found: Found) => boolean;
  /** For so long an answer is given again at most. */
  readonly maxAgeMs: number;
  /** Counts what this process has written: an answer from before is looked up anew. */
  readonly countWrites: () => number;
  readonly now?: () => number;
}

/**
 * Looks up once what many calls ask for at the same time and shortly after one another. What another
 * process has changed is seen after `maxAgeMs`, what this one has at once. A failure isn't kept.
 */
export function createRecently<Found>({
  lookUp,
  isKept,
  maxAgeMs,
  countWrites,
  now = () => performance.now(),
}: Recently<Found>): (key: string) => Promise<Found> {
  const kept = new Map<string, Kept<Found>>();

  function keep(key: string): Promise<Found> {
    const found = lookUp(key);
    const one = { found, at: now(), writes: countWrites() };
    if (kept.size >= maxKept) kept.clear();
    kept.set(key, one);
    const forget = () => {
      if (kept.get(key) === one) kept.delete(key);
    };
    found.then((value) => {
      if (!isKept(value)) forget();
    }, forget);
    return found;
  }

  return (key) => {
    const one = kept.get(key);
    const isGood = one && now() - one.at < maxAgeMs && one.writes === countWrites();
    return isGood ? one.found : keep(key);
  };
}
