import { flat, type ReportKind, span, totals } from '../reportKind.ts';

export const flatConsumption = {
  type: 'FLAT_CONSUMPTION',
  feature: 'REPORT_FLAT_CONSUMPTION',
  asks: 'period',
  devices: 'consumption',
  columns: [...flat, 'movedIn', ...span, ...totals, 'status'],
} as const satisfies ReportKind;
