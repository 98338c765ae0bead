import { meter, type ReportKind } from '../reportKind.ts';

export const disassemblyErrors = {
  type: 'DISASSEMBLY_ERRORS',
  feature: 'REPORT_AMM_ERRORS',
  asks: 'errors',
  devices: 'all',
  columns: [...meter, 'error', 'times', 'firstAt', 'lastAt'],
} as const satisfies ReportKind;
