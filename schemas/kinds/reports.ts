import { type AskedFields, asked, type ReportKind } from './reportKind.ts';
import { ammErrorList } from './reports/ammErrorList.ts';
import { apartmentConsumption } from './reports/apartmentConsumption.ts';
import { areaAnalysis } from './reports/areaAnalysis.ts';
import { deviceConsumption } from './reports/deviceConsumption.ts';
import { deviceReading } from './reports/deviceReading.ts';
import { disassemblyErrors } from './reports/disassemblyErrors.ts';
import { errorsRequireChecking } from './reports/errorsRequireChecking.ts';
import { errorsRequireExchange } from './reports/errorsRequireExchange.ts';
import { flatConsumption } from './reports/flatConsumption.ts';
import { reverseFlow } from './reports/reverseFlow.ts';
import { zeroOrLowConsumption } from './reports/zeroOrLowConsumption.ts';

/** The types of reports, in the order in which screens have them. */
const rows = [
  deviceReading,
  deviceConsumption,
  apartmentConsumption,
  flatConsumption,
  areaAnalysis,
  reverseFlow,
  zeroOrLowConsumption,
  ammErrorList,
  disassemblyErrors,
  errorsRequireChecking,
  errorsRequireExchange,
] as const satisfies readonly ReportKind[];

type Row = (typeof rows)[number];
export type ReportType = Row['type'];
type JobRow = Extract<Row, { readonly isJob: true }>;
export type ReportJobType = `${JobRow['type']}_JOB`;
type ReportFeature = Row['feature'];

type Kind = ReportKind &
  AskedFields & { readonly type: ReportType; readonly feature: ReportFeature };

/** By type, in the rows' order. */
export const reportKinds = Object.fromEntries(
  rows.map((row): [ReportType, Kind] => [row.type, { ...row, ...asked[row.asks] }]),
) as Readonly<Record<ReportType, Kind>>;

export const reportTypes: readonly ReportType[] = rows.map(({ type }) => type).toSorted();
export const reportJobTypes: readonly ReportJobType[] = rows
  .filter((row): row is JobRow => 'isJob' in row)
  .map(({ type }): ReportJobType => `${type}_JOB`)
  .toSorted();

/** What a type is called that has its reports generated again and again. */
export function jobTypeOf(type: ReportType): string {
  return `${type}_JOB`;
}

/** What a type's form and parts of screens are called. */
export function nameOf({ type, name }: Pick<ReportKind, 'name' | 'type'>): string {
  return name ?? type.toLowerCase().replaceAll('_', '-');
}

/** What can be licensed of reports, in the order of choices: a new type's feature comes last. */
export const reportFeatures: readonly (ReportFeature | 'REPORT_LIVE_PREVIEW' | 'REPORT_JOB')[] = [
  ...new Set([
    deviceReading.feature,
    'REPORT_LIVE_PREVIEW' as const,
    deviceConsumption.feature,
    apartmentConsumption.feature,
    reverseFlow.feature,
    zeroOrLowConsumption.feature,
    areaAnalysis.feature,
    ammErrorList.feature,
    'REPORT_JOB' as const,
    ...rows.map(({ feature }) => feature),
  ]),
];
