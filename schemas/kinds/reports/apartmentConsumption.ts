import { flat, type ReportKind, span, used } from '../reportKind.ts';

export const apartmentConsumption = {
  type: 'APARTMENT_CONSUMPTION',
  feature: 'REPORT_APARTMENT_CONSUMPTION',
  asks: 'samples',
  isJob: true,
  devices: 'consumption',
  columns: [...flat, 'category', ...span, ...used],
} as const satisfies ReportKind;
