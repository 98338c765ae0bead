import { z } from 'zod';
import {
  type AskedFields,
  columnKinds,
  type ReportCellKind,
  type ReportColumnName,
  totals,
} from '../kinds/reportKind.ts';
import { type ReportType, reportKinds } from '../kinds/reports.ts';
import { type DeviceCategory, deviceCategories, deviceTraits } from './device.ts';
import type { ReportDefinition } from './report.ts';

/** What each type of report is made of (docs/reports.md), by the rows of schemas/kinds/reports; the computation is the server's. */

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

/** What the reports of a job are of. */
export function baseTypeOf(type: ReportDefinition['reportType']): ReportType {
  return type.replace(/_JOB$/, '') as ReportType;
}

export function isJobType(type: ReportDefinition['reportType']): boolean {
  return type.endsWith('_JOB');
}

/** What a definition of this type has to hold and what it may; a job's days move with it. */
export function fieldsOf(type: ReportDefinition['reportType']): AskedFields {
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
