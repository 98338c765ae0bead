import type { ReportDefinition } from '../../../schemas/entities/report.ts';
import { baseTypeOf, fieldsOf, fieldsOfTypes } from '../../../schemas/entities/reportKinds.ts';
import { reportKinds } from '../../../schemas/kinds/reports.ts';
import { manifestVersion } from '../../../schemas/manifest/envelope.ts';
import {
  type PresetFile,
  type PresetPeriod,
  presetDefinitionSchema,
} from '../../../schemas/manifest/preset.ts';
import { choiceOfDays, periodChoiceOf, presetPeriodOf } from '../../reports/periodChoice.ts';

/**
 * A report's definition as the file of a preset: nothing of the account's own, its days as a period
 * that moves, nothing that its type ignores. It is called as the report is, in all languages.
 */
export function presetFileOf(given: ReportDefinition): PresetFile {
  const reportType = baseTypeOf(given.reportType);
  const { needs, takes } = fieldsOf(reportType);
  const isIgnored = (field: keyof ReportDefinition) =>
    fieldsOfTypes.some((one) => one === field) && ![...needs, ...takes].includes(field);
  const kept = presetDefinitionSchema
    .keyof()
    .options.filter((field) => given[field] !== undefined && !isIgnored(field))
    .map((field) => [field, given[field]]);
  const definition = { ...Object.fromEntries(kept), reportType } as PresetFile['definition'];
  const period = findPeriod(given);
  return {
    $schema: '../../../schema/preset.schema.json',
    manifestVersion,
    icon: 'clipboard',
    ...(period && { period }),
    definition,
  };
}

function findPeriod(given: ReportDefinition): PresetPeriod | undefined {
  const { reportType, startDate, endDate } = given;
  const isFixed = reportKinds[baseTypeOf(reportType)].needs.includes('startDate');
  if (isFixed && startDate !== undefined && endDate !== undefined) {
    return presetPeriodOf(choiceOfDays({ first: startDate, last: endDate }));
  }
  const choice = periodChoiceOf(given);
  return choice && presetPeriodOf(choice);
}

/** Letters that no accent makes of others, for names of files in presets/. */
const plainLetters: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', æ: 'ae', đ: 'd', ß: 'ss' };
const maxLetters = 60;

/** `Zużycie mieszkań` becomes `zuzycie-mieszkan.json`; what leaves nothing is called by its type. */
export function nameOfPresetFile({ reportName, reportType }: ReportDefinition): string {
  const name = toPlain(reportName) || toPlain(baseTypeOf(reportType));
  return `${name}.json`;
}

function toPlain(words: string): string {
  return words
    .toLowerCase()
    .replaceAll(/[łøæđß]/g, (letter) => plainLetters[letter] ?? '')
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maxLetters)
    .replaceAll(/^-|-$/g, '');
}
