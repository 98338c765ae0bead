import { meter, type ReportKind, span } from '../reportKind.ts';

export const deviceReading = {
  type: 'DEVICE_READING',
  feature: 'REPORT_DEVICE_READING',
  asks: 'samples',
  isJob: true,
  devices: 'all',
  columns: [...meter, ...span, 'readAt', 'reading', 'unit', 'status'],
} as const satisfies ReportKind;
