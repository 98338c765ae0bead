import type { ReportDefinition } from '../../schemas/entities/report.ts';
import { baseTypeOf, categoriesOf } from '../../schemas/entities/reportKinds.ts';
import type { FieldError } from '../../schemas/errors.ts';
import { reportKinds } from '../../schemas/kinds/reports.ts';

/** What a definition asks for and its type hasn't, whatever its days are. */
export function findChoiceFaults(definition: ReportDefinition): FieldError[] {
  return [...findDeviceFaults(definition), ...findColumnFaults(definition)];
}

function findDeviceFaults({ reportType, deviceType }: ReportDefinition): FieldError[] {
  const known = categoriesOf(baseTypeOf(reportType));
  if (deviceType === undefined || known.includes(deviceType)) return [];
  const message = `A report of the type ${reportType} doesn't tell of ${deviceType}. It tells of ${known.join(', ')}.`;
  return [{ field: 'body.deviceType', rule: 'choice', message }];
}

/** What is wrong with a definition's columns: names that its type hasn't, and those that come twice. */
export function findColumnFaults({ reportType, columns = [] }: ReportDefinition): FieldError[] {
  const known: readonly string[] = reportKinds[baseTypeOf(reportType)].columns;
  return columns.flatMap(({ name }, at): FieldError[] => {
    const field = `body.columns.${at}.name`;
    if (!known.includes(name)) {
      const message = `This report has no column "${name}". It has ${known.join(', ')}.`;
      return [{ field, rule: 'choice', message }];
    }
    if (columns.findIndex((other) => other.name === name) === at) return [];
    return [{ field, rule: 'uniqueItems', message: `The column "${name}" is there twice.` }];
  });
}
