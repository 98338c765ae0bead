import { isDeepStrictEqual } from 'node:util';
import { energySources } from '../../../schemas/entities/information.ts';
import type { EnergyShares, SupplyFactChange } from '../../../schemas/entities/supplyFact.ts';
import type { Transaction } from '../../database/open.ts';
import { AppError, refuseValue } from '../../errors.ts';
import { findPropertyIds } from '../../imports/masterData.repository.ts';
import { findItemFault, findSupplyFault, type SupplyFault } from '../../imports/supplyFactRules.ts';
import {
  findSupplyFact,
  removeSupplyFacts,
  type SupplyFact,
  type SupplyFactKey,
  writeSupplyFacts,
} from '../../imports/supplyFacts.repository.ts';

/**
 * Writes a fact over the one of the same property, year and subject, or takes that away. Throws
 * PROPERTY_NOT_FOUND, and VALIDATION_FAILED for what the import of such facts would refuse.
 */
export async function changeSupplyFact(
  tx: Transaction,
  country: string,
  { change, now }: { change: SupplyFactChange; now: Date },
): Promise<{ isChanged: boolean }> {
  const propertyId = await findPropertyId(tx, country, change.worksNo);
  if (propertyId === undefined) {
    const message = `There is no property «${change.worksNo}» in ${country}.`;
    throw new AppError('PROPERTY_NOT_FOUND', message);
  }
  const key = keyOf(propertyId, change);
  if (change.isRemoved) {
    refuse(findItemFault(key), change);
    const before = await findSupplyFact(tx, key);
    await removeSupplyFacts(tx, [key]);
    return { isChanged: before !== undefined };
  }
  const fact = toFact(key, change);
  refuse(findSupplyFault(fact, now.getUTCFullYear()), change);
  const before = await findSupplyFact(tx, key);
  await writeSupplyFacts(tx, [fact]);
  return { isChanged: !isDeepStrictEqual(before, fact) };
}

/** What a change is about, as a text for `findStoredFact`. */
export function writeSubject({ worksNo, year, fact, category, name }: SupplyFactChange): string {
  return JSON.stringify({ worksNo, year, fact, category, name });
}

/** What is stored of a subject; undefined: nothing. */
export async function findStoredFact(
  tx: Transaction,
  country: string,
  subject: string,
): Promise<Pick<SupplyFact, 'value' | 'shares' | 'publishedOn'> | undefined> {
  const about = JSON.parse(subject) as Subject & { worksNo: string };
  const propertyId = await findPropertyId(tx, country, about.worksNo);
  const found = propertyId && (await findSupplyFact(tx, keyOf(propertyId, about)));
  if (!found) return undefined;
  const { value, shares, publishedOn } = found;
  return { value, shares, publishedOn };
}

async function findPropertyId(tx: Transaction, country: string, worksNo: string) {
  return (await findPropertyIds(tx, country, [worksNo])).get(worksNo);
}

type Subject = Pick<SupplyFactChange, 'year' | 'fact' | 'category' | 'name'>;

function keyOf(propertyId: number, { year, fact, category, name }: Subject): SupplyFactKey {
  const item = { EMISSIONS: category, ENERGY_MIX: '', PRICE: category, TAX: name }[fact];
  return { propertyId, year, fact, item: item ?? '' };
}

function toFact(key: SupplyFactKey, change: SupplyFactChange): SupplyFact {
  const isMix = change.fact === 'ENERGY_MIX';
  const given = energySources.flatMap((source) => {
    const percent = change[source];
    return percent === null || percent === undefined || percent === 0 ? [] : [[source, percent]];
  });
  return {
    ...key,
    value: isMix ? null : (change.value ?? null),
    unit: isMix ? '' : (change.unit ?? ''),
    shares: isMix ? (Object.fromEntries(given) as EnergyShares) : null,
    source: change.source ?? '',
    publisher: change.publisher || null,
    publishedOn: change.publishedOn ?? null,
  };
}

function refuse(fault: SupplyFault | undefined, { fact }: SupplyFactChange): void {
  if (!fault) return;
  const ofItem = fact === 'TAX' ? 'name' : 'category';
  const isMix = fact === 'ENERGY_MIX';
  const fields = { ...same, item: ofItem, value: isMix ? energySources[0] : 'value' } as const;
  const rules = {
    year: 'supplyYear',
    unit: 'supplyUnit',
    source: 'supplySource',
    publisher: 'line',
    item: fact === 'TAX' ? 'supplyName' : 'choice',
    value: isMix ? 'supplyShares' : 'supplyValue',
  } as const;
  throw refuseValue(`body.${fields[fault.field]}`, fault.message, rules[fault.field]);
}

const same = { year: 'year', unit: 'unit', source: 'source', publisher: 'publisher' } as const;
