import { type PlannedBuildings, planBuildings } from './buildings.ts';
import type { DemoMarket } from './demoMarkets.ts';
import { addErrors, breakProperty } from './faults.ts';
import { balanceMainMeters } from './mainMeters.ts';
import {
  countOpening,
  type DemoSize,
  hourlyPosition,
  type PlannedProperty,
  planProperties,
} from './plan.ts';

/** The small properties, and the buildings beside them. */
export interface PlannedDemo {
  readonly plan: readonly PlannedProperty[];
  readonly buildings: PlannedBuildings;
}

export function planDemo(size: DemoSize, markets: readonly DemoMarket[]): PlannedDemo {
  const balance = (list: readonly PlannedProperty[]) =>
    size.balanced ? list.map((one, at) => balanceMainMeters(one, size, at)) : list;
  const { own, others } = size.buildings ? planBuildings(size, markets) : { own: [], others: [] };
  const planned = planProperties(size, markets);
  return {
    plan: balance(size.faults ? breakPlan(planned, size) : planned),
    buildings: {
      own: balance(size.faults ? breakBuildings(own, size) : own),
      others: balance(others),
    },
  };
}

function breakPlan(plan: readonly PlannedProperty[], size: DemoSize): readonly PlannedProperty[] {
  return plan.map((one, at) => (at === hourlyPosition ? breakProperty(one, 'hourly', size) : one));
}

/** The first has everything, the second is a usual one; errors are of each market's. */
function breakBuildings(
  own: readonly PlannedProperty[],
  size: DemoSize,
): readonly PlannedProperty[] {
  const [first, second] = own;
  return own.map((one) => {
    const isFirst = own.find(({ market }) => market.country === one.market.country) === one;
    const planned = isFirst ? addErrors(one) : one;
    if (one === first) return breakProperty(planned, 'everything', size);
    return one === second ? breakProperty(planned, 'backwards', size) : planned;
  });
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
    opening: quick.length,
    looked: first.length,
  };
}

function isHourly({ mainMeters, tenants }: PlannedProperty): boolean {
  const devices = [...mainMeters, ...tenants.flatMap((tenant) => tenant.devices)];
  return devices.some(({ interval }) => interval === 'HOURLY');
}
