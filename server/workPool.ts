import { AppError } from './errors.ts';

interface Bounds {
  /** How many pieces of work are done at once. */
  readonly slots: number;
  /** How many of them at most for one owner. */
  readonly perOwner: number;
  /** How many slots are for owners of whom nothing is under way; left out: none. */
  readonly keptFree?: number;
  /** How many may wait for one owner; more are refused. */
  readonly maxWaiting: number;
}

/** Shares out work among owners, such as accounts, so that none takes the others' place. */
export interface WorkPool {
  /**
   * Does the work when it is its owner's turn. Owners take turns, whoever has least under way first.
   * Throws TOO_MANY_REQUESTS when too much of the owner's is waiting already.
   */
  run<T>(owner: string, work: () => Promise<T>): Promise<T>;
  /** Whether other owners are waiting or being served, or were a moment ago. */
  isWanted(owner: string): boolean;
}

/** A caller's place among the others who want something. */
export interface Turn {
  /** Does a piece of work when it is the caller's turn. Throws TOO_MANY_REQUESTS. */
  take<T>(work: () => Promise<T>): Promise<T>;
  /** Whether others want theirs, or did a moment ago, so that pieces had better be short. */
  isWanted(): boolean;
}

/** An owner's turns. */
export function turnOf(pool: Pick<WorkPool, 'run' | 'isWanted'>, owner: string): Turn {
  return { take: (work) => pool.run(owner, work), isWanted: () => pool.isWanted(owner) };
}

/** Nobody else is there, as on the command line. */
export const alone: Turn = { take: (work) => work(), isWanted: () => false };

interface Owner {
  running: number;
  readonly waiting: (() => void)[];
}

const momentMilliseconds = 2000;

export function createWorkPool({ slots, perOwner, keptFree = 0, maxWaiting }: Bounds): WorkPool {
  /** In the order of their turns; who has nothing to do isn't there. */
  const owners = new Map<string, Owner>();
  let running = 0;
  /** The last two who came, which are two different ones. */
  let latest = { name: '', at: Number.NEGATIVE_INFINITY };
  let before = latest;

  function findNext(): [string, Owner] | undefined {
    let best: [string, Owner] | undefined;
    for (const entry of owners) {
      const [, { running: own, waiting }] = entry;
      if (waiting.length === 0 || own >= perOwner) continue;
      if (own > 0 && running >= slots - keptFree) continue;
      if (!best || own < best[1].running) best = entry;
    }
    return best;
  }

  function serve(): void {
    while (running < slots) {
      const next = findNext();
      if (!next) return;
      const [name, owner] = next;
      owners.delete(name);
      owners.set(name, owner);
      owner.running += 1;
      running += 1;
      owner.waiting.shift()?.();
    }
  }

  return {
    async run(name, work) {
      if (latest.name !== name) before = latest;
      latest = { name, at: performance.now() };
      const owner = owners.get(name) ?? { running: 0, waiting: [] };
      if (owner.waiting.length >= maxWaiting) {
        throw new AppError(
          'TOO_MANY_REQUESTS',
          'Too many of your calls are waiting to be answered. Wait for some of them, then try again.',
        );
      }
      owners.set(name, owner);
      await new Promise<void>((resolve) => {
        owner.waiting.push(resolve);
        serve();
      });
      try {
        return await work();
      } finally {
        running -= 1;
        owner.running -= 1;
        if (owner.running === 0 && owner.waiting.length === 0) owners.delete(name);
        serve();
      }
    },
    isWanted(name) {
      const other = latest.name === name ? before : latest;
      const isNear = performance.now() - other.at < momentMilliseconds;
      return isNear || owners.size > (owners.has(name) ? 1 : 0);
    },
  };
}
