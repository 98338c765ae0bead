import type {
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
import { isBalancedSub, isLinked } from './balancedMeters.ts';
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

/** So many devices are named in one line, and listed. */
const [named, listed] = [5, 300];

/** Which devices are missing, and the wider range of each case; one statement, if any is. */
export async function findIssues(
  tx: Transaction,
  propertyId: number,
  meters: RangeMeters,
  range: BalanceRange,
): Promise<FoundIssues> {
  const { mains, subs, edges, byId, notLinked } = meters;
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
  const isAnyMissing = Object.values(found).some((list) => list.length > 0);
  const countIn = isAnyMissing
    ? await createCounts(tx, propertyId, meters, range)
    : () => nothingMissing;
  const now = countIn(range);
  // A range is taken whole: what it mends in one case it mustn't lose in another.
  const isWorse = (wider: MissingCounts) =>
    wider.MAIN_READINGS > now.MAIN_READINGS ||
    wider.SUB_READINGS + wider.NOT_LINKED > now.SUB_READINGS + now.NOT_LINKED;
  const countOf = (issue: BalanceIssue) => (wider: EdgeRange) => {
    const counts = countIn(wider);
    return isWorse(counts) ? Number.POSITIVE_INFINITY : counts[issue];
  };
  const factsOf = (issue: BalanceIssue): BalanceIssueFacts => {
    const list = found[issue];
    const wider =
      list.length > 0 ? findWider(range, range.days.length - 1, countOf(issue)) : undefined;
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

type MissingCounts = Readonly<Record<BalanceIssue, number>>;

const nothingMissing: MissingCounts = { MAIN_READINGS: 0, SUB_READINGS: 0, NOT_LINKED: 0 };

/** How much a range would lack, of all meters that hang there in it; one statement for all ranges. */
async function createCounts(
  tx: Transaction,
  propertyId: number,
  { registered, byId, water }: RangeMeters,
  range: BalanceRange,
): Promise<(wider: EdgeRange) => MissingCounts> {
  const { instants } = range;
  const subs = [...byId.values()].filter(
    (one) => !one.isMain && isBalancedSub(water, one.category),
  );
  const ids = [...registered, ...subs].map(({ id }) => id);
  const [from, until] = [range.before[0] as string, range.days.at(-1) as string];
  const ends = await readMonthEnds(tx, propertyId, ids, { from, until });
  const isKnown = ({ id }: WaterMeter, place: number) => isKnownAt(range, place, ends.get(id));
  const lacksAt = (meter: WaterMeter, place: number) =>
    isMountedAround(meter, instants[place] as number) && !isKnown(meter, place);
  return ({ front, end }) => {
    const [begin, last] = [instants[front] as number, instants[end] as number];
    const mains = registered.filter((one) => isMountedIn(one, begin, last));
    const lackingEdges = [front, end].filter((place) =>
      lacksMain(mains, instants[place] as number, (one) => isKnown(one, place)),
    );
    const kinds = new Set(mains.map(({ category }) => category));
    const there = subs.filter((one) => isMountedIn(one, begin, last));
    const linked = there.filter(({ category }) => isLinked(water, category, kinds));
    return {
      // Without any there is no more of a percentage than without both edges.
      MAIN_READINGS: mains.length === 0 ? 2 : lackingEdges.length,
      SUB_READINGS: linked.filter((one) => lacksAt(one, front) || lacksAt(one, end)).length,
      NOT_LINKED: there.length - linked.length,
    };
  };
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
