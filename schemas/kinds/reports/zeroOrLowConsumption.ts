import { meter, type ReportKind, span } from '../reportKind.ts';

export const zeroOrLowConsumption = {
  type: 'ZERO_OR_LOW_CONSUMPTION',
  feature: 'REPORT_ZERO_LOW_CONSUMPTION',
  asks: 'days',
  isJob: true,
  devices: 'registers',
  columns: [...meter, ...span, 'consumption', 'unit', 'status', 'readAt', 'reading'],
} as const satisfies ReportKind;
