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

/** All of them: those that show all markets first, then the buildings, which people look at. */
export function listInLoadingOrder(
  size: DemoSize,
  markets: readonly DemoMarket[],
): { readonly plan: PlannedProperty[]; readonly looked: number } {
  const { plan, buildings } = planDemo(size, markets);
  const opening = countOpening(markets);
  const first = [...plan.slice(0, opening), ...buildings.own];
  return { plan: [...first, ...buildings.others, ...plan.slice(opening)], looked: first.length };
}
