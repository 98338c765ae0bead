import type { Line } from '../lines.ts';

/** A file as the energy sector exchanges it: no table, but what it says is read as lines of one. */
export interface Exchange {
  /** What the format is called. */
  readonly format: string;
  /** The columns that its lines have, by the portal's names. */
  readonly columns: readonly string[];
  readonly lines: AsyncGenerator<Line>;
}

export interface ExchangedText {
  /** The beginning of the file. */
  readonly head: string;
  readonly pieces: AsyncIterable<Buffer>;
  /** As `TextDecoder` calls it. */
  readonly encoding: string;
  readonly newline: '\n' | '\r';
  /** By whose days and months it counts, where it doesn't say. */
  readonly timeZone: string;
}

export const volumeColumns = ['serial', 'from', 'until', 'value', 'unit', 'quality'] as const;
export const readingColumns = ['serial', 'at', 'value', 'unit', 'quality'] as const;
/** Their figures have a decimal point, whatever the rest of a file's lines would tell. */
export const exact: ReadonlySet<string> = new Set(['value']);
