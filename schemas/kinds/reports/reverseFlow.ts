import { meter, type ReportKind, span } from '../reportKind.ts';

export const reverseFlow = {
  type: 'REVERSE_FLOW',
  feature: 'REPORT_REVERSE_FLOW',
  asks: 'period',
  isJob: true,
  devices: 'registers',
  columns: [...meter, ...span, 'verdict', 'times', 'volume', 'unit', 'firstAt', 'lastAt'],
} as const satisfies ReportKind;
