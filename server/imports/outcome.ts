import type { Line } from './lines.ts';
import type { Rejection } from './runs.repository.ts';
import { LineFault } from './values.ts';

/** What became of a batch's lines; a wide line or a telegram counts by its readings. */
export interface Outcome {
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejections: readonly Rejection[];
}

export function rejectionOf(line: Line, code: string, message: string): Rejection {
  return { line: line.number, code, message, content: line.content };
}

/** Does the work for each line; a `LineFault` rejects its line and stops nothing. */
export async function eachLine(
  lines: readonly Line[],
  work: (line: Line) => unknown,
): Promise<Outcome & { readonly rejections: Rejection[] }> {
  const rejections: Rejection[] = [];
  for (const line of lines) {
    try {
      await work(line);
    } catch (error) {
      if (!(error instanceof LineFault)) throw error;
      rejections.push(rejectionOf(line, error.code, error.message));
    }
  }
  return { accepted: lines.length - rejections.length, duplicates: 0, rejections };
}
