import { fileLanguageOf } from '../../../../schemas/entities/fileLanguage.ts';
import type { Locale } from '../../../../schemas/entities/languages.ts';
import type { ReportDefinition } from '../../../../schemas/entities/report.ts';

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

type Settled = 'dateFormat' | 'columnSeparator' | 'useHeaders' | 'precisionFormat';
/** A look that nothing is left out of. */
export type SettledStyle = Omit<FileStyle, Settled> & {
  [Field in Settled]: NonNullable<FileStyle[Field]>;
};

/** What a style leaves out, as the reader's language has it: headings, and three places. */
export function settleStyle(style: FileStyle, locale: Locale): SettledStyle {
  const { mark, separator, dateFormat } = fileLanguageOf(locale);
  return {
    ...style,
    useHeaders: style.useHeaders ?? true,
    columnSeparator: style.columnSeparator ?? separator,
    dateFormat: style.dateFormat ?? dateFormat,
    precisionFormat: style.precisionFormat ?? `0${mark}000`,
  };
}

/** Places and mark of a format such as `0,00`; of one without places the mark is never used. */
export function precisionOf({ precisionFormat }: SettledStyle): Precision {
  return { places: Math.max(0, precisionFormat.length - 2), mark: precisionFormat[1] ?? '.' };
}
