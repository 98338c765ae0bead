import { meter, type ReportKind } from '../reportKind.ts';

export const errorsRequireChecking = {
  type: 'ERRORS_REQUIRE_CHECKING_DEVICE',
  name: 'errors-require-checking',
  feature: 'REPORT_AMM_ERRORS',
  asks: 'errors',
  devices: 'all',
  columns: [...meter, 'error', 'times', 'firstAt', 'lastAt'],
} as const satisfies ReportKind;
