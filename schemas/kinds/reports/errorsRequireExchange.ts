import { meter, type ReportKind } from '../reportKind.ts';

export const errorsRequireExchange = {
  type: 'ERROR_REQUIRE_EXCHANGE_DEVICE',
  name: 'errors-require-exchange',
  feature: 'REPORT_AMM_ERRORS',
  asks: 'errors',
  devices: 'all',
  columns: [...meter, 'error', 'times', 'firstAt', 'lastAt'],
} as const satisfies ReportKind;
