import type { ReportColumn, ReportRow } from '../reportTable.ts';
import type { SettledStyle } from './fileStyle.ts';

/** What a writer of one format makes a file of. */
export interface FileContents {
  readonly columns: readonly ReportColumn[];
  readonly slices: AsyncIterable<readonly ReportRow[]>;
  readonly style: SettledStyle;
  readonly title: string;
  /** Local, YYYY-MM-DDTHH:MM. */
  readonly generatedAt: string;
}
