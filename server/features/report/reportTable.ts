import type { ReportCellKind } from '../../../schemas/kinds/reportKind.ts';

/** A report between its computation and its file. */

export type { ReportCellKind };

export interface ReportColumn {
  /** As the type's columns are called (schemas/entities/reportKinds.ts). */
  readonly name: string;
  readonly kind: ReportCellKind;
  /** The name that the user gave it, or its own in their language. */
  readonly heading: string;
  /** So many characters at most. */
  readonly maxWidth?: number;
  /** A quantity that stays as it is when others are multiplied by 1000, such as an area. */
  readonly keepsScale?: true;
}

/** Dates are YYYY-MM-DD, instants local YYYY-MM-DDTHH:MM; null is what isn't known. */
export type ReportCell = string | number | null;
/** A cell for each column. */
export type ReportRow = readonly ReportCell[];

export interface ReportTable {
  readonly columns: readonly ReportColumn[];
  /** The rows in an order that stays, at most a thousand at a time. */
  readonly batches: AsyncIterable<readonly ReportRow[]>;
}
