import { type PlannedBuildings, planBuildings } from './buildings.ts';
import type { DemoMarket } from './demoMarkets.ts';
import { balanceMainMeters } from './mainMeters.ts';
import { countOpening, type DemoSize, type PlannedProperty, planProperties } from './plan.ts';

/** The small properties, and the buildings beside them. */
export function planDemo(
  size: DemoSize,
  markets: readonly DemoMarket[],
): { plan: readonly PlannedProperty[]; buildings: PlannedBuildings } {
  const balance = (list: readonly PlannedProperty[]) =>
    size.balanced ? list.map((one, at) => balanceMainMeters(one, size, at)) : list;
  const { own, others } = size.buildings ? planBuildings(size, markets) : { own: [], others: [] };
  return {
    plan: balance(planProperties(size, markets)),
    buildings: { own: balance(own), others: balance(others) },
  };
}

interface LoadingOrder {
  readonly plan: PlannedProperty[];
  /** So many show all markets; they are loaded before anybody is let in. */
  readonly opening: number;
  /** So many are looked at first. */
  readonly looked: number;
}

/** All of them: those that show all markets first, then the buildings, which people look at. */
export function listInLoadingOrder(size: DemoSize, markets: readonly DemoMarket[]): LoadingOrder {
  const { plan, buildings } = planDemo(size, markets);
  const opening = plan.slice(0, countOpening(markets));
  const isSlow = (one: PlannedProperty) => size.opensQuickly === true && isHourly(one);
  const quick = opening.filter((one) => !isSlow(one));
  const first = [...quick, ...opening.filter(isSlow), ...buildings.own];
  return {
    plan: [...first, ...buildings.others, ...plan.slice(opening.length)],
    ...{ opening: quick.length, looked: first.length },
  };
}

function isHourly({ mainMeters, tenants }: PlannedProperty): boolean {
  const devices = [...mainMeters, ...tenants.flatMap((tenant) => tenant.devices)];
  return devices.some(({ interval }) => interval === 'HOURLY');
}
