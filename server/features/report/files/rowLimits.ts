import type { ReportFormat } from '../../../../schemas/entities/report.ts';

/** How many rows a file of a format may have; a longer PDF would be one that nobody leafs through. */
export const rowLimits: Readonly<Record<ReportFormat, number>> = {
  CSV: Number.POSITIVE_INFINITY,
  XLSX: Number.POSITIVE_INFINITY,
  PDF: 20_000,
};

/** The report has more rows than its format takes. */
export class TooManyRows extends Error {
  readonly failure = 'TOO_MANY_ROWS';
  readonly limit: number;

  constructor(format: ReportFormat) {
    const limit = rowLimits[format];
    super(
      `A ${format} file takes ${limit} rows. Choose fewer properties or a shorter time, or CSV or XLSX.`,
    );
    this.name = 'TooManyRows';
    this.limit = limit;
  }
}
