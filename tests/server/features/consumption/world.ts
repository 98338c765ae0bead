import { Temporal } from 'temporal-polyfill';
import type { Database } from '../../../../server/database/open.ts';
import { startOfLocalDay } from '../../../../server/metering/buckets.ts';
import {
  addAccount,
  addDevice,
  addPackage,
  addProperty,
  addReadings,
  addTenant,
  grantAccess,
} from '../../../support/builders.ts';
import { licensing } from '../support/caller.ts';

export const zone = 'Europe/Warsaw';
export const now = new Date('2026-11-20T12:00:00Z');
export const firstDay = '2025-06-01';
export const today = '2026-11-20';

/** Litres an hour in the hourly property. */
export const litresAnHour = 10;

/**
 * Property 1: three flats that use 1, 2 and 4 m³ of cold water on every local day, read at midnight,
 * and a main meter. Property 2: one flat, read each hour over both changes of the clock. Property 3
 * has nothing metered yet. Property 9 is somebody else's.
 */
export async function createWorld(database: Database) {
  for (const id of [1, 2, 3, 9]) await addProperty(database, { id });
  const whole = await addPackage(database, licensing);
  const owner = await addAccount(database, 'owner');
  const since = await addAccount(database, 'since');
  const stranger = await addAccount(database, 'stranger');
  await grantAccess(database, owner, whole, [1, 2, 3]);
  await grantAccess(database, since, whole, [1], '2026-09-16');
  await grantAccess(database, stranger, whole, [9]);

  const tenants: number[] = [];
  for (const [index, tenantName] of ['Adam', 'Beata', 'Cezary'].entries()) {
    const tenantId = await addTenant(database, 1, { tenantNo: `00${index + 1}`, tenantName });
    tenants.push(tenantId);
    await addDaily(database, { propertyId: 1, tenantId }, 2 ** index);
  }
  await addDaily(database, { propertyId: 1, isMain: true }, 100);

  const hourlyTenant = await addTenant(database, 2, { tenantNo: '001' });
  const meter = await addDevice(database, {
    propertyId: 2,
    tenantId: hourlyTenant,
    interval: 'HOURLY',
  });
  const logger = await addDevice(database, {
    propertyId: 2,
    tenantId: hourlyTenant,
    interval: 'HOURLY',
    category: 'TEMPERATURE_LOGGER',
  });
  for (const around of ['2026-03-29', '2026-10-25']) {
    const day = Temporal.PlainDate.from(around);
    const begin = startOfLocalDay(zone, day.subtract({ days: 2 }).toString());
    const end = startOfLocalDay(zone, day.add({ days: 2 }).toString());
    const hours = Array.from({ length: (end - begin) / 3_600_000 + 1 }, (_, hour) => hour);
    const base = around === '2026-03-29' ? 0 : 500;
    await addReadings(
      database,
      { propertyId: 2, deviceId: meter },
      hours.map((hour) => ({
        at: begin + hour * 3_600_000,
        value: base + (hour * litresAnHour) / 1000,
      })),
    );
    await addReadings(
      database,
      { propertyId: 2, deviceId: logger },
      hours.map((hour) => ({ at: begin + hour * 3_600_000, value: hour % 2 === 0 ? 20 : 23 })),
    );
  }
  const foreignTenant = await addTenant(database, 9, { tenantNo: '001' });
  return { owner, since, stranger, tenants, hourlyTenant, foreignTenant };
}

export type World = Awaited<ReturnType<typeof createWorld>>;

async function addDaily(
  database: Database,
  device: { propertyId: number; tenantId?: number; isMain?: boolean },
  cubicMetresADay: number,
): Promise<void> {
  const deviceId = await addDevice(database, device);
  await addReadings(
    database,
    { propertyId: device.propertyId, deviceId },
    Array.from({ length: daysBetween(firstDay, today) + 1 }, (_, day) => ({
      at: startOfLocalDay(zone, plusDays(firstDay, day)),
      value: day * cubicMetresADay,
    })),
  );
}

/** Days from one to another, the last one not counted. */
export function daysBetween(from: string, until: string): number {
  return Temporal.PlainDate.from(from).until(until, { largestUnit: 'days' }).days;
}

export function plusDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}
