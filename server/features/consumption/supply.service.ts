import type { OperationRequest, OperationResponse } from '../../../schemas/api/operations.ts';
import { type DeviceCategory, deviceTraits } from '../../../schemas/entities/device.ts';
import { energySources } from '../../../schemas/entities/information.ts';
import type { MarketFile } from '../../../schemas/manifest/files.ts';
import { kilogramsPerUnit } from '../../imports/supplyFactRules.ts';
import type { SupplyFact } from '../../imports/supplyFacts.repository.ts';
import { type Asked, readVisible } from './asked.ts';
import { findLastDay, listCategories } from './consumption.repository.ts';
import { daysOf, monthOf, totalOf } from './informationMonth.ts';
import { readSpan } from './span.ts';
import { listVisibleFacts } from './supply.repository.ts';
import { toValue } from './values.ts';

type Query = OperationRequest<'consumption.supply'>['query'];
type Answer = OperationResponse<'consumption.supply'>;

/**
 * What operators say of a property's supply in the year of a month, and what the tenant's use of that
 * month has given off by it. Where a property has no mix of its own its market's is answered.
 */
export async function readSupply(
  asked: Asked,
  query: Query,
  market: MarketFile['information'],
): Promise<Answer> {
  const { tx, property, now } = asked;
  const last = await findLastDay(tx, property.id, query.tenant);
  const month = monthOf(query.month ?? last, property.timeZone, now);
  const { year } = month;
  const facts = await listVisibleFacts(tx, {
    propertyId: property.id,
    year,
    since: property.accessSince,
  });
  const find = (kind: SupplyFact['fact'], item: string) =>
    facts.find((one) => one.fact === kind && one.item === item);
  const categories = (await listCategories(tx, property.id, query.tenant))
    .map(({ category }) => category)
    .filter((category) => deviceTraits[category].kind === 'register');
  const span = readSpan({ timeframe: 'MONTHLY', ...daysOf(month) }, property.timeZone, now);
  const used = await readVisible(
    asked,
    { subjectKind: 'tenant', subjectIds: [query.tenant], categories },
    span,
  );
  const ofEnergy = find('EMISSIONS', '');
  const mix = find('ENERGY_MIX', '');
  return {
    year,
    emissions: categories
      .filter((category) => givesOff(category) || find('EMISSIONS', category))
      .map((category) => {
        const { unit } = deviceTraits[category];
        const own = find('EMISSIONS', category) ?? (unit === 'kWh' ? ofEnergy : undefined);
        const current = toValue(category, totalOf(used, category));
        return {
          category,
          unit,
          current,
          factor: own?.value ?? null,
          factorUnit: own?.unit ?? null,
          kilograms: own && current !== null ? current * kilogramsPerUnit(own) : null,
          state: stateOf(own, ofEnergy),
          ...publication(own),
        };
      }),
    ...mixOf(mix, market),
    prices: categories.map((category) => {
      const own = find('PRICE', category);
      return {
        category,
        price: own?.value ?? null,
        priceUnit: own?.unit ?? null,
        state: stateOf(own, undefined),
        ...publication(own),
      };
    }),
    taxes: facts
      .filter((one) => one.fact === 'TAX')
      .map((one) => ({
        name: one.item,
        amount: one.value ?? 0,
        amountUnit: one.unit,
        ...publication(one),
      })),
  };
}

/** Cold water is warmed by nobody. */
function givesOff(category: DeviceCategory): boolean {
  const { group, isConsumption } = deviceTraits[category];
  return group !== 'COLD_WATER' && isConsumption;
}

/** What is published for kWh says nothing of what another unit counts. */
function stateOf(own: SupplyFact | undefined, ofEnergy: SupplyFact | undefined) {
  if (own) return 'PUBLISHED' as const;
  return ofEnergy ? ('OTHER_UNIT' as const) : ('NOT_PUBLISHED' as const);
}

function publication(fact: SupplyFact | undefined) {
  const { source = null, publisher = null, publishedOn = null } = fact ?? {};
  return { source, publisher, publishedOn };
}

function mixOf(
  mix: SupplyFact | undefined,
  { energyMix, energyMixSource }: MarketFile['information'],
): Pick<Answer, 'mix' | 'mixOrigin' | 'mixSource' | 'mixPublisher' | 'mixPublishedOn'> {
  const shares = mix?.shares ?? {};
  const own = energySources.flatMap((source) => {
    const percent = shares[source];
    return percent === undefined ? [] : [{ source, percent }];
  });
  const { source, publisher, publishedOn } = publication(mix);
  const origin = energyMix.length > 0 ? 'MARKET' : 'NONE';
  return {
    mix: (mix ? own : [...energyMix]).sort((one, other) => other.percent - one.percent),
    mixOrigin: mix ? 'PROPERTY' : origin,
    mixSource: mix ? source : energyMixSource,
    mixPublisher: publisher,
    mixPublishedOn: publishedOn,
  };
}
