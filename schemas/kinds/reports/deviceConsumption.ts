import { meter, type ReportKind, span, used } from '../reportKind.ts';

export const deviceConsumption = {
  type: 'DEVICE_CONSUMPTION',
  feature: 'REPORT_DEVICE_CONSUMPTION',
  asks: 'samples',
  isJob: true,
  devices: 'consumption',
  columns: [...meter, ...span, ...used],
} as const satisfies ReportKind;
