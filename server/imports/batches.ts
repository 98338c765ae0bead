import type { Transaction } from '../database/open.ts';
import { alone, type Turn } from '../workPool.ts';
import { findContentFault } from './contentFaults.ts';
import { type BatchOptions, importBatch, rejectAll } from './importBatch.ts';
import type { ImportKind } from './kinds.ts';
import type { Line } from './lines.ts';
import type { Outcome } from './outcome.ts';
import type { DeviceClock } from './readings.ts';

/** What is done with a batch's lines, in one transaction. */
export type Work = (tx: Transaction, lines: readonly Line[]) => Promise<Outcome>;

interface BatchesOptions {
  readonly kind: ImportKind;
  readonly batch: BatchOptions;
  /** Where each batch waits for its turn; while others want theirs, batches are short. */
  readonly turn?: Turn | undefined;
  /** Whether a batch may be cut where others want their turn: its lines must not need one another. */
  readonly isCut: boolean;
  /** Does a batch's work, whole or not at all. Throws what the database said of its content. */
  store(lines: readonly Line[], work: Work): Promise<void>;
  /** Before and behind each piece: throws where the work is to end. */
  onPiece(place: 'before' | 'behind'): void;
}

/** Whichever comes first ends a batch, so that it weighs the same whatever the lines are like. */
const batchLimits = { lines: 40_000, cells: 400_000, characters: 4_000_000 };
/** Of a batch: the piece that is stored at once while others want something. */
const smallestShare = 1 / 64;
/** How often what the database refused is halved to find the lines that it was about. */
const maxHalvings = 300;

/** Gives the lines of a file to their kind's importer, batch by batch, in memory that doesn't grow. */
export function createBatches({
  kind,
  batch: options,
  turn = alone,
  isCut,
  store,
  onPiece,
}: BatchesOptions) {
  let batch = emptyBatch();
  /** Of the batch before, which is stored while this one is read. */
  let storing: Promise<void> = Promise.resolve();
  let halvings = 0;
  const latest = new Map<number, number>();
  const latestBegun = new Map<number, number>();
  // Small at first, for nobody knows yet who else is there.
  let share = smallestShare;

  /** Lines that fail together are tried in halves, until those are left that fail alone. */
  const storeSound = async (lines: readonly Line[]): Promise<void> => {
    try {
      // What a failed attempt has seen must not count for the next.
      const clock = new Map<number, number>();
      const clockBegun = new Map<number, number>();
      const seen: DeviceClock = {
        after: (device) => clock.get(device) ?? latest.get(device),
        started: (device) => clockBegun.get(device) ?? latestBegun.get(device),
        saw(device, at, begin) {
          clock.set(device, at);
          if (begin !== undefined) clockBegun.set(device, begin);
        },
      };
      await store(lines, (tx) => importBatch(tx, kind, { ...options, ...seen }, lines));
      for (const [device, at] of clock) latest.set(device, at);
      for (const [device, begin] of clockBegun) latestBegun.set(device, begin);
    } catch (error) {
      const fault = findContentFault(error);
      if (!fault) throw error;
      halvings += 1;
      if (lines.length === 1 || halvings > maxHalvings) {
        await store(lines, () => rejectAll(lines, fault));
      } else {
        const middle = lines.length >> 1;
        await storeSound(lines.slice(0, middle));
        await storeSound(lines.slice(middle));
      }
    }
  };

  const storeBatch = async (full: Batch): Promise<void> => {
    const { lines } = full;
    const whole = fullness(full);
    for (let begin = 0; begin < lines.length; ) {
      onPiece('before');
      const pieces = isCut ? Math.ceil(whole / share) : 1;
      const part = lines.slice(begin, begin + Math.ceil(lines.length / pieces));
      await turn.take(() => storeSound(part));
      share = turn.isWanted() ? Math.max(share / 2, smallestShare) : Math.min(share * 2, 1);
      begin += part.length;
      onPiece('behind');
    }
  };

  /** Of the batch that is being stored: what went wrong is thrown once. */
  const finish = async (): Promise<void> => {
    const before = storing;
    storing = Promise.resolve();
    await before;
  };
  const startStoring = async (): Promise<void> => {
    const full = batch;
    batch = emptyBatch();
    await finish();
    storing = storeBatch(full);
    storing.catch(() => undefined);
  };

  return {
    /**
     * Stores a full batch while the caller reads on. The caller waits where a promise comes back. What
     * goes wrong in a batch is thrown at a later call.
     */
    take(line: Line): Promise<void> | undefined {
      batch.lines.push(line);
      batch.cells += Object.keys(line.cells).length;
      batch.characters += line.content.length;
      return fullness(batch) >= 1 ? startStoring() : undefined;
    },
    /** Stores the rest; throws what went wrong. */
    async flush(): Promise<void> {
      await startStoring();
      await finish();
    },
    /** Waits for what is being stored, however it ends: for a caller who gives up. */
    async settle(): Promise<void> {
      await storing.catch(() => undefined);
    },
  };
}

interface Batch {
  readonly lines: Line[];
  cells: number;
  characters: number;
}

const emptyBatch = (): Batch => ({ lines: [], cells: 0, characters: 0 });

/** How much of a whole batch it is; 1 and more is enough. */
function fullness({ lines, cells, characters }: Batch): number {
  return Math.max(
    lines.length / batchLimits.lines,
    cells / batchLimits.cells,
    characters / batchLimits.characters,
  );
}
