import { meter, type ReportKind } from '../reportKind.ts';

export const ammErrorList = {
  type: 'AMM_ERROR_LIST',
  feature: 'REPORT_AMM_ERRORS',
  asks: 'errors',
  devices: 'all',
  columns: [...meter, 'error', 'errorKind', 'day', 'times', 'firstAt', 'lastAt'],
} as const satisfies ReportKind;
