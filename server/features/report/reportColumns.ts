import { type DeviceCategory, deviceTraits } from '../../../schemas/entities/device.ts';
import type { ReportDefinition } from '../../../schemas/entities/report.ts';
import { baseTypeOf, columnKindOf } from '../../../schemas/entities/reportKinds.ts';
import type { ReportColumnName } from '../../../schemas/kinds/reportKind.ts';
import { reportKinds } from '../../../schemas/kinds/reports.ts';
import { AppError } from '../../errors.ts';
import { findColumnFaults } from '../../reports/choiceFaults.ts';
import { thousandthOf } from './files/numbers.ts';
import type { ReportRun } from './reportComputation.ts';
import type { ReportColumn } from './reportTable.ts';

/**
 * The columns that a definition chooses, in its order; left out: all of the type, and of the totals
 * by category those that there are. Throws VALIDATION_FAILED for columns that the type hasn't.
 */
export function chooseColumns(
  definition: ReportDefinition,
  metered: readonly DeviceCategory[],
  label: ReportRun['label'],
): ReportColumn[] {
  const details = findColumnFaults(definition);
  if (details[0]) throw new AppError('VALIDATION_FAILED', details[0].said, { details });
  const all = reportKinds[baseTypeOf(definition.reportType)].columns;
  const usual = all.filter((name) => !isCategory(name) || metered.includes(name));
  const chosen: NonNullable<ReportDefinition['columns']> = definition.columns?.length
    ? definition.columns
    : usual.map((name) => ({ name }));
  return chosen.map(({ name: given, customName, maxWidth }) => {
    const name = given as ReportColumnName;
    return {
      name,
      kind: columnKindOf(name),
      heading: customName || headingOf(name, definition, label),
      ...(maxWidth !== undefined && { maxWidth }),
      ...(name === 'area' && { keepsScale: true }),
    };
  });
}

function isCategory(name: ReportColumnName): name is DeviceCategory {
  return Object.hasOwn(deviceTraits, name);
}

/** A total says its unit in the heading, for there is no column for it. */
function headingOf(
  name: ReportColumnName,
  { multiplyBy1000 }: ReportDefinition,
  label: ReportRun['label'],
): string {
  const words = label('reportColumn', name);
  if (!isCategory(name)) return words;
  const { unit } = deviceTraits[name];
  return `${words} [${multiplyBy1000 ? thousandthOf(unit) : unit}]`;
}
