import { type DeviceCategory, deviceCategories, deviceTraits } from '../entities/device.ts';
import type { ReportDefinition } from '../entities/report.ts';

/** What a row of schemas/kinds/reports is made of (docs/developers.md, «Add a report type»). */

/** How a cell of a column is written. */
export type ReportCellKind = 'text' | 'integer' | 'quantity' | 'percent' | 'date' | 'instant';

/** The categories that a flat's totals have a column for. */
export const totals = deviceCategories.filter((category) => deviceTraits[category].isConsumption);

export const columnKinds = {
  propertyNumber: 'text',
  propertyName: 'text',
  tenantNumber: 'text',
  tenantName: 'text',
  address: 'text',
  movedIn: 'date',
  deviceSerial: 'text',
  category: 'text',
  place: 'text',
  meterRole: 'text',
  begin: 'date',
  end: 'date',
  readAt: 'instant',
  reading: 'quantity',
  consumption: 'quantity',
  unit: 'text',
  status: 'text',
  knownPercent: 'percent',
  area: 'quantity',
  perSquareMetre: 'quantity',
  propertyPerSquareMetre: 'quantity',
  deviationPercent: 'percent',
  verdict: 'text',
  error: 'text',
  errorKind: 'text',
  day: 'date',
  times: 'integer',
  volume: 'quantity',
  firstAt: 'instant',
  lastAt: 'instant',
} as const satisfies Record<string, ReportCellKind>;

export type ReportColumnName = keyof typeof columnKinds | DeviceCategory;

/** Of which devices a type tells: all, those among consumption, or registers among them. */
export type DevicesOfKind = 'all' | 'consumption' | 'registers';

/** What types ask for besides what all take. */
export const asked = {
  /** A row for each sample of a period. */
  samples: { needs: ['sampling', 'startDate', 'endDate'], takes: [] },
  period: { needs: ['startDate', 'endDate'], takes: [] },
  /** So many days up to one. */
  days: { needs: ['numberOfDays'], takes: ['minimumConsumption', 'endDate'] },
  /** What devices reported in the last days. */
  errors: { needs: [], takes: ['timeBackwards', 'errorTypes'] },
} as const;

/** What it has to be asked with, and what it may be, besides what all types take. */
export interface AskedFields {
  readonly needs: readonly (keyof ReportDefinition)[];
  readonly takes: readonly (keyof ReportDefinition)[];
}

export interface ReportKind {
  readonly type: Uppercase<string>;
  /** Of its form, and of what screens have for it; left out: the type in small letters, with hyphens. */
  readonly name?: string;
  /** Only properties that have it are in the report. */
  readonly feature: `REPORT_${string}`;
  readonly asks: keyof typeof asked;
  /** Whether it can be generated again and again; its type is called <type>_JOB there. */
  readonly isJob?: true;
  readonly devices: DevicesOfKind;
  /** In the order in which they stand when nobody chooses. */
  readonly columns: readonly ReportColumnName[];
}

/** Columns that several types begin with, or end with. */
export const flat = [
  'propertyNumber',
  'propertyName',
  'tenantNumber',
  'tenantName',
  'address',
] as const;
export const meter = [...flat, 'deviceSerial', 'category', 'place', 'meterRole'] as const;
export const span = ['begin', 'end'] as const;
export const used = ['consumption', 'unit', 'status', 'knownPercent'] as const;
