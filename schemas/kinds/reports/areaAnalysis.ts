import { flat, type ReportKind, span } from '../reportKind.ts';

export const areaAnalysis = {
  type: 'AREA_ANALYSIS',
  feature: 'REPORT_AREA_ANALYSIS',
  asks: 'period',
  devices: 'registers',
  columns: [
    ...flat,
    'movedIn',
    'category',
    ...span,
    'area',
    'consumption',
    'unit',
    'perSquareMetre',
    'propertyPerSquareMetre',
    'deviationPercent',
    'status',
  ],
} as const satisfies ReportKind;
