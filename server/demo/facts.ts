import { Temporal } from 'temporal-polyfill';
import { deviceTraits } from '../../schemas/entities/device.ts';
import { dayMs } from '../../schemas/time.ts';
import type { Transaction } from '../database/open.ts';
import { insertDeviceErrors, writeBillingPeriods } from '../imports/facts.repository.ts';
import { addVirtualMeters, findDeviceIds, setMovedIn } from './demo.repository.ts';
import type { DemoSize, PlannedProperty } from './plan.ts';
import { createRandom } from './random.ts';

/**
 * What is known of the demo's meters besides readings: three billing years, the season of heat, some
 * new neighbours, some errors, and in one property of four the whole water of each flat as a virtual
 * meter. Written once with the master data.
 */
export async function writeFacts(
  tx: Transaction,
  plan: readonly PlannedProperty[],
  { seed, until }: DemoSize,
): Promise<void> {
  const { year } = Temporal.PlainDate.from(until);
  const years = [year - 2, year - 1, year];
  await writeBillingPeriods(
    tx,
    plan.flatMap(({ id: propertyId }) =>
      years.flatMap((one) => [
        { propertyId, product: '', periodBegin: `${one}-01-01`, periodEnd: `${one}-12-31` },
        { propertyId, product: 'HCA', periodBegin: `${one}-07-01`, periodEnd: `${one + 1}-06-30` },
      ]),
    ),
  );
  const random = createRandom(seed, 'facts', 0);
  const ids = await findDeviceIds(
    tx,
    plan.map(({ id }) => id),
  );
  await setMovedIn(
    tx,
    plan.flatMap(({ id: propertyId, tenants }) =>
      tenants
        .filter(() => random.next() < 0.08)
        .map(({ tenantNo }) => ({ propertyId, tenantNo, movedIn: `${year}-03-01` })),
    ),
  );
  const end = Date.parse(`${until}T00:00:00Z`);
  await insertDeviceErrors(
    tx,
    plan.flatMap(({ id: propertyId, tenants }) =>
      tenants
        .flatMap(({ devices }) => devices)
        .filter(() => random.next() < 0.03)
        .map(({ serialNumber }) => ({
          propertyId,
          deviceId: ids.get(serialNumber) as number,
          at: end - random.integer(1, 20) * dayMs,
          error: random.pick(['LOW_BATTERY', 'TAMPER', 'BACKFLOW']),
        })),
    ),
  );
  await insertDeviceErrors(
    tx,
    plan.flatMap(({ id: propertyId, tenants }) =>
      tenants
        .flatMap(({ devices }) => devices)
        .flatMap(({ serialNumber, errors = [] }) =>
          errors.map(({ daysBefore, error }) => ({
            propertyId,
            deviceId: ids.get(serialNumber) as number,
            at: end - daysBefore * dayMs,
            error,
          })),
        ),
    ),
  );
  await addVirtualMeters(
    tx,
    plan
      .filter((_, index) => index % 4 === 0)
      .flatMap(({ id: propertyId, tenants }) =>
        tenants.map(({ tenantNo, devices }) => ({
          propertyId,
          tenantNo,
          serialNumber: `V${propertyId}${tenantNo}`,
          interval: devices[0]?.interval ?? 'DAILY',
          sourceIds: devices
            .filter(({ category }) => deviceTraits[category].unit === 'm³')
            .map(({ serialNumber }) => ids.get(serialNumber) as number),
        })),
      ),
  );
}
