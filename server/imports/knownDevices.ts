import type { DeviceCategory } from '../../schemas/entities/device.ts';
import type { ImportFault } from '../../schemas/entities/importRun.ts';
import type { Transaction } from '../database/open.ts';
import { type Said, said } from '../said.ts';
import { findDevicesBySerial } from './devices.repository.ts';
import { LineFault } from './values.ts';

export interface KnownDevice {
  readonly propertyId: number;
  readonly deviceId: number;
  readonly serial: string;
  readonly worksNo: string;
  readonly category: DeviceCategory;
  readonly timeZone: string;
  readonly isHourly: boolean;
  /** It is made of other meters, and so isn't read. */
  readonly isVirtual: boolean;
  /** It is delivered as volumes of intervals. */
  readonly isVolumes: boolean;
  /** It has readings of a register or a gauge. */
  readonly isRead: boolean;
}

/** Finds a device by its serial number; throws `LineFault` when there is none, or several. */
export type FindDevice = (serial: string, worksNo?: string) => KnownDevice;

/** Looks up the devices of a batch in one query; `zone` is that of their times, in place of the property's. */
export async function openDevices(
  tx: Transaction,
  country: string,
  serials: Iterable<string>,
  zone?: string,
): Promise<FindDevice> {
  const found = await findDevicesBySerial(tx, country, [...new Set(serials)]);
  const inZone = zone ? found.map((device) => ({ ...device, timeZone: zone })) : found;
  const known = Map.groupBy(inZone, ({ serial }) => serial);
  // A wide file of unknown columns asks for each of them in every line.
  const faults = new Map<string, LineFault>();
  const refuse = (serial: string, worksNo: string | undefined, code: ImportFault, words: Said) => {
    const key = `${serial}\0${worksNo ?? ''}`;
    const fault = faults.get(key) ?? new LineFault(code, words);
    faults.set(key, fault);
    return fault;
  };
  return (serial, worksNo) => {
    const all = known.get(serial) ?? [];
    const candidates = worksNo ? all.filter((one) => one.worksNo === worksNo) : all;
    const [device] = candidates;
    if (!device) {
      throw refuse(
        serial,
        worksNo,
        'UNKNOWN_DEVICE',
        said('faults.unknownDevice', { serial, country }),
      );
    }
    if (candidates.length > 1) {
      throw refuse(serial, worksNo, 'AMBIGUOUS_DEVICE', said('faults.ambiguousDevice', { serial }));
    }
    return device;
  };
}

/** Throws `LineFault` for a device whose values are computed. */
export function refuseVirtual({ serial, isVirtual }: KnownDevice): void {
  if (!isVirtual) return;
  throw new LineFault('VIRTUAL_METER', said('faults.virtualMeter', { serial }));
}

/** Throws `LineFault` for a device that has no register. */
export function refuseVolumes({ serial, isVolumes }: KnownDevice): void {
  if (!isVolumes) return;
  throw new LineFault('HAS_VOLUMES', said('faults.hasVolumes', { serial }));
}
