import type { ReportDefinition } from '../../schemas/entities/report.ts';
import { baseTypeOf, categoriesOf } from '../../schemas/entities/reportKinds.ts';
import { reportKinds } from '../../schemas/kinds/reports.ts';
import { faultOf, type SaidFault } from '../errors.ts';
import { said } from '../said.ts';

/** What a definition asks for and its type hasn't, whatever its days are. */
export function findChoiceFaults(definition: ReportDefinition): SaidFault[] {
  return [...findDeviceFaults(definition), ...findColumnFaults(definition)];
}

function findDeviceFaults({ reportType, deviceType }: ReportDefinition): SaidFault[] {
  const known = categoriesOf(baseTypeOf(reportType));
  if (deviceType === undefined || known.includes(deviceType)) return [];
  const about = { type: reportType, category: deviceType, known: known.join(', ') };
  return [faultOf('body.deviceType', said('field.reportDevices', about), 'choice')];
}

/** What is wrong with a definition's columns: names that its type hasn't, and those that come twice. */
export function findColumnFaults({ reportType, columns = [] }: ReportDefinition): SaidFault[] {
  const known: readonly string[] = reportKinds[baseTypeOf(reportType)].columns;
  return columns.flatMap(({ name }, at): SaidFault[] => {
    const field = `body.columns.${at}.name`;
    if (!known.includes(name)) {
      const words = said('field.reportColumn', { name, known: known.join(', ') });
      return [faultOf(field, words, 'choice')];
    }
    if (columns.findIndex((other) => other.name === name) === at) return [];
    return [faultOf(field, said('field.reportColumnTwice', { name }), 'uniqueItems')];
  });
}
