import { type Urgency, urgencies } from '../../schemas/entities/warning.ts';
import { type Limits, type MeasuredType, measuredKinds } from '../../schemas/kinds/warnings.ts';
import type { Transaction } from '../database/open.ts';
import { writeLimits } from '../warnings/store/limits.repository.ts';
import { hourlyPosition, type PlannedProperty } from './plan.ts';
import type { PlannedDemo } from './planDemo.ts';

interface Setting {
  readonly alert: MeasuredType;
  readonly limits: Limits;
  readonly urgency: Urgency | null;
}

/** Most meters of the demo are read by the day, which tells of much consumption alone. */
const highConsumption: Setting = {
  alert: 'HIGH_WATER_CONSUMPTION',
  limits: { litresPerDay: 300, timesUsual: 2, days: 1 },
  urgency: urgencies.WARNING,
};

/** All types, as the portal has them. */
const usual = Object.values(measuredKinds).map(
  ({ type, defaults: limits, urgency }): Setting =>
    type === highConsumption.alert ? highConsumption : { alert: type, limits, urgency },
);
/** The other way round: what is critical elsewhere isn't, and what isn't is. */
const turned: readonly Setting[] = usual.map((one) => {
  if (one.urgency === null) return one;
  const isCritical = one.urgency === urgencies.CRITICAL;
  return { ...one, urgency: isCritical ? urgencies.NON_CRITICAL : urgencies.CRITICAL };
});

/** What is set for the properties of a new demo. */
export async function writeWarningSettings(
  tx: Transaction,
  { plan, buildings: { own, others } }: PlannedDemo,
  { hasFaults, now }: { readonly hasFaults: boolean; readonly now: Date },
): Promise<void> {
  const write = async (list: readonly PlannedProperty[], settings: readonly Setting[]) => {
    if (list.length === 0) return;
    const ids = list.map(({ id }) => id);
    const given = { isOn: true, changedBy: 'demo', changedAt: now };
    for (const one of settings) await writeLimits(tx, ids, { ...one, ...given });
  };
  await write([...plan, ...own, ...others], [highConsumption]);
  if (!hasFaults) return;
  await write(plan.slice(hourlyPosition, hourlyPosition + 1), usual);
  await write(own.slice(0, 1), turned);
}
