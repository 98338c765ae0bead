import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { said, sayInEnglish } from '../said.ts';
import type { Line } from './lines.ts';
import type { Rejection } from './runs.repository.ts';
import { LineFault, lineTooLong } from './values.ts';

/** What became of a batch's lines; a wide line or a telegram counts by its readings. */
export interface Outcome {
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: number;
  /** Of the accepted ones, those that replaced what was stored. */
  readonly corrected?: number;
  /** Written besides. */
  readonly deviceErrors?: number;
  /** Of properties that are to be assigned: how many somebody sees who didn't, or with another package. */
  readonly assigned?: number;
  /** At most one for each line. */
  readonly rejections: readonly Rejection[];
}

export interface Rejections {
  add(line: Line, fault: LineFault): void;
  /** Each with its line; of several faults of a line the first, and how many more there are. */
  list(): Rejection[];
  count(): number;
}

/** Collects what is wrong with lines: thousands of bad cells in one of them cost no more than one. */
export function createRejections(): Rejections {
  const byLine = new Map<Line, { fault: LineFault; more: number }>();
  let count = 0;
  return {
    add(line, fault) {
      count += 1;
      const known = byLine.get(line);
      if (known) known.more += 1;
      else byLine.set(line, { fault, more: 0 });
    },
    list: () =>
      [...byLine].map(([{ number, content }, { fault, more }]) => ({
        ...describeFault(fault, more),
        line: number,
        content,
        isCut: fault.said?.text === lineTooLong.text,
      })),
    count: () => count,
  };
}

function describeFault({ code, message, said: words }: LineFault, more: number) {
  const first = words ?? message;
  if (more === 0) return { code, message, said: words };
  const all = said('faults.andMore', { first, more });
  return { code, message: sayInEnglish(all), said: all };
}

/** Does the work for each line; a `LineFault` rejects its line and stops nothing. */
export async function eachLine(
  lines: readonly Line[],
  work: (line: Line) => unknown,
): Promise<Outcome> {
  const rejections = createRejections();
  const pause = createPause();
  for (const line of lines) {
    await pause();
    try {
      await work(line);
    } catch (error) {
      if (!(error instanceof LineFault)) throw error;
      rejections.add(line, error);
    }
  }
  const rejected = rejections.count();
  return {
    accepted: lines.length - rejected,
    duplicates: 0,
    rejected,
    rejections: rejections.list(),
  };
}

/** Called in a loop, it lets others have their turn every few milliseconds. */
export function createPause(longestTurnMilliseconds = 10): () => Promise<void> | undefined {
  let started = performance.now();
  return () => {
    if (performance.now() - started < longestTurnMilliseconds) return undefined;
    return yieldToOthers().then(() => {
      started = performance.now();
    });
  };
}
