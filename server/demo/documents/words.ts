import { z } from 'zod';
import { type DeviceCategory, deviceTraits } from '../../../schemas/entities/device.ts';
import type { DocumentType } from '../../../schemas/entities/document.ts';
import type { Locale } from '../../../schemas/entities/languages.ts';
import { meteredUnits } from '../../../schemas/entities/units.ts';
import type { ReportType } from '../../../schemas/kinds/reports.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';

const text = z.string().min(1);
/** Of `locales/*\/demo.json`. */
const textsSchema = z.object({
  /** How numbers and days are written: of the language that the texts are in. */
  locale: text,
  property: text,
  address: text,
  flat: text,
  owner: text,
  tenant: text,
  billing: text,
  period: text,
  made: text,
  month: text,
  sum: text,
  category: text,
  devices: text,
  draft: text,
  footer: text,
  billings: z.object({ WATER: text, HEAT: text, SERVICE: text }),
});
/** Of the same file. */
const filesSchema = z.object({
  guide: text,
  form: text,
  notice: text,
  number: text,
  reading: text,
  day: text,
});
const labelsSchema = z.record(z.string(), text);

export type DocumentWords = ReturnType<typeof createDocumentWords>;

/** What documents of a market say in its language; what that lacks is English. */
export function createDocumentWords(words: ManifestService['words'], language: Locale) {
  const { demo, enums, ui } = words(language) as Readonly<Record<string, Record<string, unknown>>>;
  const texts = textsSchema.parse(demo?.['documents']);
  const files = filesSchema.parse(demo?.['files']);
  const reports = labelsSchema.parse(enums?.['reportType']);
  const types = labelsSchema.parse(enums?.['documentType']);
  const categories = labelsSchema.parse(enums?.['deviceCategory']);
  const units = labelsSchema.parse(ui?.['units']);
  const days = new Intl.DateTimeFormat(texts.locale, { dateStyle: 'long', timeZone: 'UTC' });
  const months = new Intl.DateTimeFormat(texts.locale, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const categoryOf = (category: DeviceCategory) => categories[category] ?? category;
  return {
    texts,
    files,
    reportOf: (type: ReportType) => reports[type] ?? type,
    typeOf: (type: DocumentType) => types[type] ?? type,
    categoryOf,
    headingOf(category: DeviceCategory): string {
      const { unit } = deviceTraits[category];
      const name = meteredUnits[unit].text === null ? unit : (units[unit] ?? unit);
      return `${categoryOf(category)} [${name}]`;
    },
    day: (day: string) => days.format(new Date(`${day}T00:00:00Z`)),
    month: (month: string) => months.format(new Date(`${month}-01T00:00:00Z`)),
    number: (value: number, decimals: number) =>
      value.toLocaleString(texts.locale, {
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
      }),
  };
}
