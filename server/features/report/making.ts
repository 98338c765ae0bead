import { baseTypeOf, reportKinds } from '../../../schemas/entities/reportKinds.ts';
import { checkDefinition } from './checkDefinition.ts';
import { fileNameOf } from './files/fileName.ts';
import { rowLimits } from './files/rowLimits.ts';
import { writeReport } from './files/writeReport.ts';
import { openReport } from './openReport.ts';
import type { ReportMaking } from './reportMaking.ts';

/** How reports are computed and written. */
export const making: ReportMaking = {
  featureOf: (type) => reportKinds[baseTypeOf(type)].feature,
  checkDefinition,
  openReport,
  mostRows: (format) => rowLimits[format],
  writeReport,
  fileNameOf,
};
