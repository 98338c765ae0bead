import type { Locale } from './languages.ts';
import type { ReportDateFormat } from './report.ts';

/** What stands between two columns of a CSV file. */
export const columnSeparators = { SEMICOLON: ';', COMMA: ',', TAB: '\t', PIPE: '|' } as const;
export type ColumnSeparator = keyof typeof columnSeparators;

/** How spreadsheets of a language read a file of text, which takes what they read otherwise for words. */
export interface FileLanguage {
  /** Before the places of a number. */
  readonly mark: '.' | ',';
  readonly dateFormat: ReportDateFormat;
  /** The list separator of Windows, by which Excel parts a CSV. */
  readonly separator: ColumnSeparator;
}

const commas = { mark: ',', separator: 'SEMICOLON' } as const;

/** Apart from `languageFacts`, which every page loads. Days as Windows writes them; of English, whose order differs by country, as ISO 8601. */
const fileLanguages: Readonly<Record<Locale, FileLanguage>> = {
  en: { mark: '.', separator: 'COMMA', dateFormat: 'YYYY-MM-DD' },
  pl: { ...commas, dateFormat: 'DD.MM.YYYY' },
  cs: { ...commas, dateFormat: 'DD.MM.YYYY' },
  da: { ...commas, dateFormat: 'DD-MM-YYYY' },
  sv: { ...commas, dateFormat: 'YYYY-MM-DD' },
  nb: { ...commas, dateFormat: 'DD.MM.YYYY' },
};

/** What files are like where nobody has chosen; those of a language that isn't known are as English ones. */
export function fileLanguageOf(locale: string): FileLanguage {
  return Object.hasOwn(fileLanguages, locale) ? fileLanguages[locale as Locale] : fileLanguages.en;
}

/** A text that begins with a day, YYYY-MM-DD, with that day in a format. */
export function withDayIn(format: ReportDateFormat, text: string): string {
  const day = format
    .replace('YYYY', text.slice(0, 4))
    .replace('MM', text.slice(5, 7))
    .replace('DD', text.slice(8, 10));
  return day + text.slice(10);
}
