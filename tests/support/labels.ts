import { readFileSync } from 'node:fs';
import path from 'node:path';
import { deviceCategories } from '../../schemas/entities/device.ts';
import { reportFeatures, reportJobTypes, reportTypes } from '../../schemas/kinds/reports.ts';
import { alerts, measuredTypes, warningFeatures } from '../../schemas/kinds/warnings.ts';
import { enumerations } from '../../schemas/manifest/enumerations.ts';
import { listValues } from '../../server/manifests/ground/schemaWalk.ts';
import { type LoadedFiles, loadFiles } from '../../server/manifests/read/load.ts';
import { readTexts } from '../../server/manifests/read/texts.ts';

/**
 * The labels that languages have beside those that they need. Tests compare them, and tests/docs asks
 * the same of a repository in which one was forgotten: so nothing here is a test's.
 */

export interface Comparison {
  readonly found: readonly string[];
  readonly wanted: readonly string[];
}

/** Languages that lack nothing. */
export const completeLanguages = ['en', 'pl', 'cs'] as const;
export type CompleteLanguage = (typeof completeLanguages)[number];

export type Texts = { readonly [key: string]: string | Texts };

const house = path.resolve(import.meta.dirname, '../..');
const directories = {
  manifestsDirectory: path.join(house, 'manifests'),
  localesDirectory: path.join(house, 'locales'),
};

export function readLabels(language: string, namespace: string): Texts {
  const file = path.join(directories.localesDirectory, language, `${namespace}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as Texts;
}

/** Dotted, in the order of the file. */
export function listKeys(texts: Texts, prefix = ''): string[] {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? `${prefix}${key}` : listKeys(text, `${prefix}${key}.`),
  );
}

/** Of fields, in the order of the English ones. */
export function compareFieldLabels(language: CompleteLanguage): Comparison {
  const list = (one: string) => listKeys(readLabels(one, 'fields')).map((key) => `fields:${key}`);
  return { found: list(language), wanted: list('en') };
}

/** Of kinds of devices. */
export function compareCategoryNames(language: CompleteLanguage): Comparison {
  const names = readLabels(language, 'enums').deviceCategory as Texts;
  const isNamed = (category: string) => typeof names[category] === 'string';
  const label = (category: string) => `enums:deviceCategory.${category}`;
  return {
    found: deviceCategories.filter(isNamed).map(label),
    wanted: deviceCategories.map(label),
  };
}

/** Of types of reports, of their jobs, and of what licenses them. */
export function compareReportNames(language: CompleteLanguage): Comparison {
  const rows = { reportType: reportTypes, reportJobType: reportJobTypes, feature: reportFeatures };
  return compareNames(language, rows);
}

/** Of types of warnings, of their settings, and of what licenses them. */
export function compareWarningNames(language: CompleteLanguage): Comparison {
  return compareNames(language, {
    alert: alerts,
    warningType: alerts,
    feature: warningFeatures,
    alertSetting: measuredTypes,
    alertSettingAbout: measuredTypes,
  });
}

function compareNames(
  language: CompleteLanguage,
  rows: Readonly<Record<string, readonly string[]>>,
): Comparison {
  const names = readLabels(language, 'enums') as Readonly<Record<string, Texts>>;
  const values = Object.entries(rows).flatMap(([name, own]) => own.map((one) => ({ name, one })));
  const label = ({ name, one }: (typeof values)[number]) => `enums:${name}.${one}`;
  return {
    found: values.filter(({ name, one }) => typeof names[name]?.[one] === 'string').map(label),
    wanted: values.map(label),
  };
}

/** What manifests may name of a language, sorted; different forms for counts are one text. */
export function listTexts(loaded: LoadedFiles, language: string): string[] {
  const own = new Map([['en', loaded.locales.get(language) ?? new Map()]]);
  const keys = [...readTexts({ ...loaded, locales: own }, []).keys()]
    .filter((key) => !/^(ui|errors|forms|validation):/.test(key))
    .map((key) => key.replace(/_(one|few|many|other)$/, ''));
  return [...new Set(keys)].toSorted();
}

/** Of values of enumerations, in English: no fewer, and none that is left over. */
export async function compareEnumerationLabels(): Promise<Comparison> {
  const wanted = Object.entries(enumerations).flatMap(([name, schema]) =>
    (listValues(schema) ?? []).map((value) => `enums:${name}.${value}`),
  );
  const texts = listTexts(await loadFiles(directories), 'en');
  return { found: texts.filter((key) => key.startsWith('enums:')), wanted: wanted.toSorted() };
}
