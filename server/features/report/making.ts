import { AppError } from '../../errors.ts';
import type { ReportMaking } from './reportMaking.ts';

/** Stands here until computation and files are merged: they are built on branches of their own. */
function notYet(): never {
  throw new AppError('UNAVAILABLE', 'Reports can’t be made yet.');
}

export const making: ReportMaking = {
  featureOf: notYet,
  checkDefinition: notYet,
  openReport: notYet,
  writeReport: notYet,
  fileNameOf: notYet,
  contentDisposition: notYet,
};
