import type { Timeframe } from '../../../schemas/entities/consumption.ts';
import type { DeviceCategory } from '../../../schemas/entities/device.ts';

const deeper: Readonly<Record<Timeframe, Timeframe | undefined>> = {
  BILLING: 'MONTHLY',
  MONTHLY: 'DAILY',
  WEEKLY: 'DAILY',
  DAILY: 'HOURLY',
  HOURLY: undefined,
};

type Listed = readonly { readonly category: DeviceCategory; readonly hourly: boolean }[];

/** Whether there are hours of a category: something of it is read by the hour. */
export function isHourly(categories: Listed, category: DeviceCategory | undefined): boolean {
  return categories.some((one) => one.category === category && one.hourly);
}

/**
 * The timeframe into which a graph's buckets can be opened, if there is something to see in it. The
 * categories are asked for only where they decide.
 */
export async function findInside(
  timeframe: Timeframe,
  category: DeviceCategory,
  listCategories: () => Promise<Listed>,
): Promise<Timeframe | undefined> {
  const inside = deeper[timeframe];
  if (inside !== 'HOURLY') return inside;
  return isHourly(await listCategories(), category) ? inside : undefined;
}
