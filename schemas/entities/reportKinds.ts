import { z } from 'zod';
import type { Feature } from './access.ts';
import { type DeviceCategory, deviceCategories, deviceTraits } from './device.ts';
import type { ReportDefinition, ReportType } from './report.ts';

/** What each type of report is made of (docs/reports.md); the computation is the server's. */

/** How a cell of a column is written. */
export type ReportCellKind = 'text' | 'integer' | 'quantity' | 'percent' | 'date' | 'instant';

/** The categories that a flat's totals have a column for. */
const totals = deviceCategories.filter((category) => deviceTraits[category].isConsumption);

const columnKinds = {
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

export const reportColumnNames = [
  ...(Object.keys(columnKinds) as (keyof typeof columnKinds)[]),
  ...totals,
] as readonly ReportColumnName[];
/** The columns of all types; those of a flat's totals are called like their category. */
export const reportColumnNameSchema = z.enum(reportColumnNames).meta({ id: 'ReportColumnName' });

export function columnKindOf(name: ReportColumnName): ReportCellKind {
  return Object.hasOwn(columnKinds, name)
    ? columnKinds[name as keyof typeof columnKinds]
    : 'quantity';
}

export const meterRoles = ['MAIN', 'VIRTUAL'] as const;
/** What a device is that is no ordinary meter: sums leave the first out, and the second is one. */
export const meterRoleSchema = z.enum(meterRoles).meta({ id: 'MeterRole' });

export const reverseFlows = ['MOUNTED_WRONGLY', 'REVERSE_VOLUME'] as const;
/** Backwards in each interval for two days, or now and then. */
export const reverseFlowSchema = z.enum(reverseFlows).meta({ id: 'ReverseFlow' });
export type ReverseFlow = z.infer<typeof reverseFlowSchema>;

export const deviceErrorKinds = ['DISASSEMBLY', 'EXCHANGE', 'CHECKING'] as const;
/** What a device's error asks for. */
export const deviceErrorKindSchema = z.enum(deviceErrorKinds).meta({ id: 'DeviceErrorKind' });
export type DeviceErrorKind = z.infer<typeof deviceErrorKindSchema>;

/**
 * Which errors say that somebody was at the device, and which that it must be replaced, in capitals
 * and with `_` for whatever stands between words. All others ask for checking, unknown ones too.
 * Diehl's PRIOS alarms as wmbusmeters writes them; for the status bits of EN 13757-3 and what makers
 * tell the usual words, which were not held against manuals.
 */
export const deviceErrorCodes: Readonly<
  Record<Exclude<DeviceErrorKind, 'CHECKING'>, readonly string[]>
> = {
  DISASSEMBLY: [
    'REMOVED',
    'REMOVAL',
    'DEVICE_REMOVED',
    'DISASSEMBLED',
    'DISASSEMBLY',
    'DISMOUNTED',
    'DEMOUNTED',
    'DETACHED',
    'TAMPER',
    'TAMPERED',
    'TAMPERING',
    'TAMPER_ALARM',
    'TAMPER_DETECTED',
    'MANIPULATION',
    'SABOTAGE',
    'FRAUD',
    'MAGNETIC_FRAUD',
    'MAGNETIC_TAMPER',
    'MECHANICAL_FRAUD',
    'SENSOR_FRAUD',
    'CASE_OPEN',
    'CASE_OPENED',
    'COVER_OPEN',
    'COVER_OPENED',
    'HOUSING_OPEN',
    'SEAL_BROKEN',
  ],
  EXCHANGE: [
    'LOW_BATTERY',
    'BATTERY_LOW',
    'BATTERY_EMPTY',
    'BATTERY_END',
    'BATTERY_ERROR',
    'POWER_LOW',
    'LOW_POWER',
    'END_OF_LIFE',
    'END_OF_BATTERY',
    'PERMANENT_ERROR',
    'HARDWARE_ERROR',
    'HARDWARE_FAILURE',
    'DEFECT',
    'DEFECTIVE',
    'MEMORY_ERROR',
    'EEPROM_ERROR',
    'ROM_ERROR',
    'SENSOR_ERROR',
    'SENSOR_DEFECT',
    'SENSOR_FAILURE',
    'CALIBRATION_EXPIRED',
  ],
};

/** Of which devices a type tells: all, those among consumption, or registers among them. */
export type DevicesOfKind = 'all' | 'consumption' | 'registers';

type DefinitionField = keyof ReportDefinition;

/** What some types need or take, and others ignore; besides days, which jobs have none of. */
export const fieldsOfTypes = [
  'sampling',
  'numberOfDays',
  'minimumConsumption',
  'timeBackwards',
  'timeUnit',
  'errorTypes',
] as const satisfies readonly DefinitionField[];

export interface ReportKind {
  /** Only properties that have it are in the report. */
  readonly feature: Feature;
  readonly devices: DevicesOfKind;
  /** What it has to be asked with, and what it may be, besides what all types take. */
  readonly needs: readonly DefinitionField[];
  readonly takes: readonly DefinitionField[];
  /** In the order in which they stand when nobody chooses. */
  readonly columns: readonly ReportColumnName[];
}

const period = ['startDate', 'endDate'] as const;
const flat = ['propertyNumber', 'propertyName', 'tenantNumber', 'tenantName', 'address'] as const;
const meter = [...flat, 'deviceSerial', 'category', 'place', 'meterRole'] as const;
const span = ['begin', 'end'] as const;
const used = ['consumption', 'unit', 'status', 'knownPercent'] as const;
const errors = {
  feature: 'REPORT_AMM_ERRORS',
  devices: 'all',
  needs: [],
  takes: ['timeBackwards', 'errorTypes'],
  columns: [...meter, 'error', 'times', 'firstAt', 'lastAt'],
} as const satisfies ReportKind;

export const reportKinds: Readonly<Record<ReportType, ReportKind>> = {
  DEVICE_READING: {
    feature: 'REPORT_DEVICE_READING',
    devices: 'all',
    needs: ['sampling', ...period],
    takes: [],
    columns: [...meter, ...span, 'readAt', 'reading', 'unit', 'status'],
  },
  DEVICE_CONSUMPTION: {
    feature: 'REPORT_DEVICE_CONSUMPTION',
    devices: 'consumption',
    needs: ['sampling', ...period],
    takes: [],
    columns: [...meter, ...span, ...used],
  },
  APARTMENT_CONSUMPTION: {
    feature: 'REPORT_APARTMENT_CONSUMPTION',
    devices: 'consumption',
    needs: ['sampling', ...period],
    takes: [],
    columns: [...flat, 'category', ...span, ...used],
  },
  FLAT_CONSUMPTION: {
    feature: 'REPORT_FLAT_CONSUMPTION',
    devices: 'consumption',
    needs: period,
    takes: [],
    columns: [...flat, 'movedIn', ...span, ...totals, 'status'],
  },
  AREA_ANALYSIS: {
    feature: 'REPORT_AREA_ANALYSIS',
    devices: 'registers',
    needs: period,
    takes: [],
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
  },
  REVERSE_FLOW: {
    feature: 'REPORT_REVERSE_FLOW',
    devices: 'registers',
    needs: period,
    takes: [],
    columns: [...meter, ...span, 'verdict', 'times', 'volume', 'unit', 'firstAt', 'lastAt'],
  },
  ZERO_OR_LOW_CONSUMPTION: {
    feature: 'REPORT_ZERO_LOW_CONSUMPTION',
    devices: 'registers',
    needs: ['numberOfDays'],
    takes: ['minimumConsumption', 'endDate'],
    columns: [...meter, ...span, 'consumption', 'unit', 'status', 'readAt', 'reading'],
  },
  AMM_ERROR_LIST: {
    ...errors,
    columns: [...meter, 'error', 'errorKind', 'day', 'times', 'firstAt', 'lastAt'],
  },
  DISASSEMBLY_ERRORS: errors,
  ERRORS_REQUIRE_CHECKING_DEVICE: errors,
  ERROR_REQUIRE_EXCHANGE_DEVICE: errors,
};

/** What the reports of a job are of. */
export function baseTypeOf(type: ReportDefinition['reportType']): ReportType {
  return type.replace(/_JOB$/, '') as ReportType;
}

export function isJobType(type: ReportDefinition['reportType']): boolean {
  return type.endsWith('_JOB');
}

/** What a definition of this type has to hold and what it may; a job's days move with it. */
export function fieldsOf(
  type: ReportDefinition['reportType'],
): Pick<ReportKind, 'needs' | 'takes'> {
  const { needs, takes } = reportKinds[baseTypeOf(type)];
  if (!isJobType(type)) return { needs, takes };
  const isDate = (field: DefinitionField) => field === 'startDate' || field === 'endDate';
  const hasPeriod = needs.some(isDate);
  return {
    needs: [...needs.filter((field) => !isDate(field)), 'generationDay'],
    takes: [
      ...takes.filter((field) => !isDate(field)),
      ...(hasPeriod ? (['timeBackwards', 'timeUnit'] as const) : []),
    ],
  };
}

/** The categories whose devices a type tells of. */
export function categoriesOf(type: ReportType): readonly DeviceCategory[] {
  const { devices } = reportKinds[type];
  if (devices === 'all') return deviceCategories;
  return totals.filter(
    (category) => devices === 'consumption' || deviceTraits[category].kind === 'register',
  );
}
