import {
  type DeviceErrorKind,
  deviceErrorCodes,
  deviceErrorKinds,
} from '../../../../schemas/entities/reportKinds.ts';
import {
  meterCells,
  pageDevices,
  placeCells,
  propertiesById,
  type ReportComputation,
  type ReportRun,
} from '../reportComputation.ts';
import { type Sample, wholePeriod } from '../reportPeriod.ts';
import {
  countReportedErrors,
  type ErrorSelection,
  hasErrors,
  listReportedErrors,
} from './deviceErrors.repository.ts';

/** Every error may come on every day: a page of devices stays small. */
const devicesInPage = 100;

const { DISASSEMBLY, EXCHANGE } = deviceErrorCodes;

function selectionOf(
  kind: DeviceErrorKind | undefined,
  { definition }: ReportRun,
  { from, until }: Pick<Sample, 'from' | 'until'>,
): ErrorSelection {
  return {
    from,
    until,
    types: definition.errorTypes ?? null,
    codes: kind === undefined || kind === 'CHECKING' ? null : deviceErrorCodes[kind],
    otherThan: kind === 'CHECKING' ? [...DISASSEMBLY, ...EXCHANGE] : [],
  };
}

function createErrors(kind: DeviceErrorKind | undefined): ReportComputation {
  const byDay = kind === undefined;
  return {
    countRows: (tx, run, sections) => {
      const spans = sections.map(({ period, timeZone }) => wholePeriod(period, timeZone));
      const from = Math.min(...spans.map((span) => span.from));
      const until = Math.max(...spans.map((span) => span.until));
      const ids = sections.flatMap(({ properties }) => properties.map(({ id }) => id));
      return countReportedErrors(tx, ids, selectionOf(kind, run, { from, until }));
    },
    async *rows(run, section) {
      const { timeZone, period } = section;
      const selection = selectionOf(kind, run, wholePeriod(period, timeZone));
      const propertyOf = propertiesById(section);
      const pages = pageDevices(run, section, {
        size: Math.min(devicesInPage, run.batchSize),
        condition: hasErrors(selection),
        read: async (tx, devices) => {
          const rows = await listReportedErrors(tx, devices, selection, { timeZone, byDay });
          return Map.groupBy(rows, ({ deviceId }) => deviceId);
        },
      });
      for await (const { rows: devices, found } of pages) {
        yield devices.flatMap((device) => {
          const property = propertyOf(device.propertyId);
          const meter = meterCells(run, device);
          return (found.get(device.deviceId) ?? []).map((reported) => ({
            ...placeCells(property, device, reported.firstDay),
            ...meter,
            error: reported.error,
            errorKind: run.label('deviceErrorKind', kindOf(reported.code)),
            day: reported.day,
            times: reported.times,
            firstAt: reported.firstAt,
            lastAt: reported.lastAt,
          }));
        });
      }
    },
  };
}

/** What an error asks for, by its code in capitals. */
function kindOf(code: string): DeviceErrorKind {
  const isOf = (kind: DeviceErrorKind) =>
    kind !== 'CHECKING' && deviceErrorCodes[kind].includes(code);
  return deviceErrorKinds.find(isOf) ?? 'CHECKING';
}

/** A row for each device, error and local day: all that was reported by radio. */
export const ammErrors = createErrors(undefined);
/** A row for each device and error. */
export const disassemblyErrors = createErrors('DISASSEMBLY');
export const checkingErrors = createErrors('CHECKING');
export const exchangeErrors = createErrors('EXCHANGE');
