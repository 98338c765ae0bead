import type {
  BalancedWater,
  BalanceIssue,
  BalanceIssueFacts,
  MissingSide,
} from '../../../schemas/entities/waterBalance.ts';
import type { Transaction } from '../../database/open.ts';
import {
  isMountedAround,
  isMountedIn,
  lacksMain,
  missingSideOf,
  missingSideOfMain,
} from './balance.ts';
import { isLinked } from './balancedMeters.ts';
import { type BalanceRange, dayBefore, isKnownAt } from './balanceRange.ts';
import type { RangeMeters } from './readMeters.ts';
import { readMonthEnds, type WaterMeter } from './waterBalance.repository.ts';
import { type EdgeRange, findWider, type Wider } from './widen.ts';

/** The three cases of a balance that can't be trusted (docs/water-balance.md, «What may be missing»). */

interface FoundDevice {
  readonly meter: WaterMeter;
  readonly issue: BalanceIssue;
  readonly missingSide: MissingSide | null;
}

export interface FoundIssues {
  readonly devices: readonly FoundDevice[];
  readonly facts: Readonly<Record<BalanceIssue, BalanceIssueFacts>>;
}

/** So many devices are named in one line, listed, and looked at for a wider range. */
const [named, listed, widened] = [5, 300, 200];

/** Which devices are missing, and the wider range of each case; one statement, if any is. */
export async function findIssues(
  tx: Transaction,
  propertyId: number,
  meters: RangeMeters,
  range: BalanceRange,
  water: BalancedWater,
): Promise<FoundIssues> {
  const { mains, subs, edges, byId, notLinked, registered } = meters;
  const last = edges.length - 2;
  const toFound = (issue: BalanceIssue, id: number, missingSide: MissingSide | null) => {
    const meter = byId.get(id);
    return missingSide && meter ? [{ meter, issue, missingSide }] : [];
  };
  const found: Record<BalanceIssue, FoundDevice[]> = {
    MAIN_READINGS: mains.flatMap((one) =>
      toFound('MAIN_READINGS', one.id, missingSideOfMain(one, meters)),
    ),
    SUB_READINGS: subs.flatMap((one) =>
      toFound('SUB_READINGS', one.id, missingSideOf(one, edges, 0, last)),
    ),
    NOT_LINKED: notLinked.map((meter) => ({ meter, issue: 'NOT_LINKED', missingSide: null })),
  };
  const lacking = found.SUB_READINGS.slice(0, widened).map(({ meter }) => meter);
  const isAnyMissing = Object.values(found).some((list) => list.length > 0);
  const known = isAnyMissing
    ? await readKnown(tx, propertyId, [...registered, ...lacking], range)
    : () => true;

  const lacksAt = (meter: WaterMeter, place: number) =>
    isMountedAround(meter, range.instants[place] as number) && !known(meter, place);
  const mainsOf = ({ front, end }: EdgeRange) =>
    registered.filter((one) =>
      isMountedIn(one, range.instants[front] as number, range.instants[end] as number),
    );
  const countMains = (wider: EdgeRange) =>
    [wider.front, wider.end].filter((place) =>
      lacksMain(mainsOf(wider), range.instants[place] as number, (one) => known(one, place)),
    ).length;
  // That of a sub-meter is worth no range without a percentage.
  const isWorse = (wider: EdgeRange) => countMains(wider) > countMains(range);
  const counts: Record<BalanceIssue, (wider: EdgeRange) => number> = {
    MAIN_READINGS: countMains,
    SUB_READINGS: ({ front, end }) =>
      isWorse({ front, end })
        ? Number.POSITIVE_INFINITY
        : lacking.filter((meter) => lacksAt(meter, front) || lacksAt(meter, end)).length,
    NOT_LINKED: (wider) => {
      const kinds = mainsOf(wider).map(({ category }) => category);
      return notLinked.filter(({ category }) => !isLinked(water, category, kinds)).length;
    },
  };
  const factsOf = (issue: BalanceIssue): BalanceIssueFacts => {
    const list = found[issue];
    const wider =
      list.length > 0 ? findWider(range, range.days.length - 1, counts[issue]) : undefined;
    return { ...describe(list.map(({ meter }) => meter)), ...propose(wider, range) };
  };
  return {
    devices: Object.values(found).flat().slice(0, listed),
    facts: {
      MAIN_READINGS: factsOf('MAIN_READINGS'),
      SUB_READINGS: factsOf('SUB_READINGS'),
      NOT_LINKED: factsOf('NOT_LINKED'),
    },
  };
}

type KnownAt = (meter: Pick<WaterMeter, 'id'>, place: number) => boolean;

async function readKnown(
  tx: Transaction,
  propertyId: number,
  meters: readonly WaterMeter[],
  range: BalanceRange,
): Promise<KnownAt> {
  const ids = meters.map(({ id }) => id);
  const [from, until] = [range.before[0] as string, range.days.at(-1) as string];
  const ends = await readMonthEnds(tx, propertyId, ids, { from, until });
  return ({ id }, place) => isKnownAt(range, place, ends.get(id));
}

function describe(meters: readonly WaterMeter[]) {
  const names = meters.slice(0, named).map(({ serialNumber, tenantNo, tenantName }) => {
    const tenant = [tenantNo, tenantName].filter(Boolean).join(' ');
    return tenant ? `${serialNumber} (${tenant})` : serialNumber;
  });
  return {
    devices: meters.length,
    named: names.join(', '),
    more: meters.length - names.length,
  };
}

function propose(wider: Wider | undefined, { days }: BalanceRange) {
  return {
    months: wider?.months ?? null,
    readingDate: wider ? dayBefore(days[wider.end] as string) : null,
  };
}
