import type { precisionFormats, ReportDefinition } from '../../../../schemas/entities/report.ts';

/** What of a report's definition concerns the look of its file. */
export type FileStyle = Pick<
  ReportDefinition,
  | 'dateFormat'
  | 'columnSeparator'
  | 'columnCompletionCharacter'
  | 'useHeaders'
  | 'precisionFormat'
  | 'multiplyBy1000'
>;

/** How numbers are written. */
export interface Precision {
  readonly places: number;
  readonly mark: string;
}

/** What is left out: headings, days as ISO 8601 has them, three places after a point. */
export const fallbacks = {
  useHeaders: true,
  dateFormat: 'YYYY-MM-DD',
  precisionFormat: '0.000',
} as const;

/** Places and mark of a format such as `0,00`; of one without places the mark is never used. */
export function precisionOf({ precisionFormat }: FileStyle): Precision {
  const format: (typeof precisionFormats)[number] = precisionFormat ?? fallbacks.precisionFormat;
  return { places: Math.max(0, format.length - 2), mark: format[1] ?? '.' };
}
