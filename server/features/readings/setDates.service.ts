import type { SetDateChange } from '../../../schemas/entities/setDate.ts';
import type { Transaction } from '../../database/open.ts';
import { AppError, refuseValue } from '../../errors.ts';
import { isDay } from '../../imports/values.ts';
import { recomputeDevices } from '../../metering/store/recompute.ts';
import { said } from '../../said.ts';
import { findSetDates, writeSetDate } from './setDates.repository.ts';

/**
 * Has allocators begin anew behind another day of the year, and computes their figures anew. Throws
 * PROPERTY_NOT_FOUND, and VALIDATION_FAILED for a day that no year has and a device that counts on.
 */
export async function changeSetDate(
  tx: Transaction,
  country: string,
  change: SetDateChange,
): Promise<{ devices: number }> {
  const setDate = toSetDate(change);
  const { worksNo, serialNumber } = change;
  const found = await findSetDates(tx, country, worksNo, serialNumber || null);
  if (!found) {
    throw new AppError('PROPERTY_NOT_FOUND', `There is no property «${worksNo}» in ${country}.`);
  }
  if (serialNumber && found.devices.length === 0) {
    throw refuseValue('body.serialNumber', said('field.noAllocator', { serial: serialNumber }));
  }
  const touched = await writeSetDate(tx, found, setDate);
  await recomputeDevices(tx, touched);
  return { devices: touched.length };
}

function toSetDate({ month, day }: SetDateChange): string {
  const pad = (part: number) => `${part}`.padStart(2, '0');
  const setDate = `${pad(month)}-${pad(day)}`;
  // A leap year, which has all days.
  if (isDay(`2024-${setDate}`)) return setDate;
  throw refuseValue('body.day', said('field.noDayInMonth', { month, day }));
}
