import { type ReportDefinition, reportRangeDays } from '../../../schemas/entities/report.ts';
import { fieldsOf, fieldsOfTypes } from '../../../schemas/entities/reportKinds.ts';
import type { ReportType } from '../../../schemas/kinds/reports.ts';
import type { PresetFile } from '../../../schemas/manifest/preset.ts';
import { findChoiceFaults } from '../../reports/choiceFaults.ts';
import { choiceOfPreset, maxDaysOf } from '../../reports/periodChoice.ts';
import type { Fault } from '../ground/faults.ts';
import { faultAt, type Located } from '../ground/located.ts';

type Field = keyof ReportDefinition;

/** Reports what would keep a preset that fits its schema from being made as it says. */
export function checkPreset(located: Located, preset: PresetFile, faults: Fault[]): void {
  const definition: ReportDefinition = { ...preset.definition, reportName: '' };
  const { reportType } = definition;
  const { needs, takes } = fieldsOf(reportType);
  const report = (path: readonly PropertyKey[], message: string, atKey = false) =>
    faults.push(faultAt(located, path, message, { atKey }));

  const unknown = fieldsOfTypes.filter(
    (field) => definition[field] !== undefined && ![...needs, ...takes].includes(field),
  );
  for (const field of unknown) {
    report(['definition', field], `a report of the type ${reportType} takes no "${field}"`, true);
  }
  for (const field of needs) {
    if (isOfPeriod(field) || definition[field] !== undefined) continue;
    const message = `expected "${field}", which a report of the type ${reportType} needs, found nothing`;
    report(['definition'], message);
  }
  const fault = findPeriodFault(preset);
  if (fault) report(['period'], fault);
  const days = definition.timeBackwards ?? 0;
  if (days > reportRangeDays.MONTHLY) {
    const message = `expected at most ${reportRangeDays.MONTHLY} days, found ${days}`;
    report(['definition', 'timeBackwards'], message);
  }
  for (const { field, message } of findChoiceFaults(definition)) {
    const [, ...path] = field.split('.');
    report(['definition', ...path.map((key) => (/^\d+$/.test(key) ? Number(key) : key))], message);
  }
}

const isOfPeriod = (field: Field) => field === 'startDate' || field === 'endDate';

/** Instead of a period, what types that count backwards from the day of their making have. */
const counted = (type: ReportType) =>
  fieldsOf(type).needs.includes('numberOfDays') ? 'numberOfDays' : 'timeBackwards';

function findPeriodFault({ period, definition }: PresetFile): string | undefined {
  const { reportType } = definition;
  const { needs } = fieldsOf(reportType);
  const hasPeriod = needs.some(isOfPeriod);
  if (!period) {
    return hasPeriod
      ? `expected a period such as { "months": 1 }, which a report of the type ${reportType} needs, found nothing`
      : undefined;
  }
  if (!hasPeriod) {
    return `a report of the type ${reportType} has no period: say "${counted(reportType)}" in its definition`;
  }
  const sampling = (needs.includes('sampling') && definition.sampling) || 'MONTHLY';
  const [days, most] = [maxDaysOf(choiceOfPreset(period)), reportRangeDays[sampling]];
  if (days <= most) return undefined;
  const [[name, count]] = Object.entries(period) as [[string, number]];
  const said = name === 'days' ? `${days}` : `${count} ${name}, which can be ${days} days`;
  const where = needs.includes('sampling') ? ` where the sampling is ${sampling}` : '';
  return `expected at most ${most} days${where}, found ${said}`;
}
