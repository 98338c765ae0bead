import { isDeepStrictEqual } from 'node:util';
import type { ImportFault } from '../../schemas/entities/importRun.ts';
import { supplyFactKindSchema, supplyFactKinds } from '../../schemas/entities/supplyFact.ts';
import type { Transaction } from '../database/open.ts';
import { said } from '../said.ts';
import { need, optionalNumber, parseDay } from './cells.ts';
import type { Line } from './lines.ts';
import { findPropertyIds } from './masterData.repository.ts';
import { eachLine, type Outcome } from './outcome.ts';
import { findItemFault, findSupplyFault, readShares, type SupplyFault } from './supplyFactRules.ts';
import {
  listSupplyFacts,
  removeSupplyFacts,
  type SupplyFact,
  type SupplyFactKey,
  writeSupplyFacts,
} from './supplyFacts.repository.ts';
import { LineFault } from './values.ts';

const keyOf = ({ propertyId, year, fact, item }: SupplyFactKey) =>
  JSON.stringify([propertyId, year, fact, item]);

/** Lines with a value overwrite what is stored; a line without one takes it away. */
export async function importSupplyFacts(
  tx: Transaction,
  { country, now }: { readonly country: string; readonly now: Date },
  lines: readonly Line[],
): Promise<Outcome> {
  const numbers = [...new Set(lines.map(({ cells }) => cells.works_no ?? ''))];
  const properties = await findPropertyIds(tx, country, numbers);
  const years = lines.map(({ cells }) => Number(cells.year)).filter(isStorable);
  const stored = await listSupplyFacts(tx, [...properties.values()], [...new Set(years)]);
  const known = new Map(stored.map((one) => [keyOf(one), one]));
  const written = new Map<string, SupplyFact>();
  const removed = new Map<string, SupplyFactKey>();
  const counts = { duplicates: 0, corrected: 0 };
  const outcome = await eachLine(lines, ({ cells }) => {
    const propertyId = properties.get(need(cells, 'works_no'));
    if (propertyId === undefined) {
      throw new LineFault(
        'UNKNOWN_PROPERTY',
        said('faults.unknownProperty', { worksNo: cells.works_no, country }),
      );
    }
    const given = readLine(cells, propertyId, now.getUTCFullYear());
    const key = keyOf(given);
    const before = known.get(key);
    if (isDeepStrictEqual(before, 'source' in given ? given : undefined)) {
      counts.duplicates += 1;
      return;
    }
    if (before) counts.corrected += 1;
    written.delete(key);
    removed.delete(key);
    if ('source' in given) {
      written.set(key, given);
      known.set(key, given);
    } else {
      removed.set(key, given);
      known.delete(key);
    }
  });
  await removeSupplyFacts(tx, [...removed.values()]);
  await writeSupplyFacts(tx, [...written.values()]);
  return { ...outcome, accepted: outcome.accepted - counts.duplicates, ...counts };
}

/** Whether the database can be asked for it. */
function isStorable(year: number): boolean {
  return Number.isInteger(year) && Math.abs(year) < 10_000;
}

/** A fact, or the key of one that is taken away. Throws `LineFault`. */
function readLine(
  cells: Line['cells'],
  propertyId: number,
  thisYear: number,
): SupplyFact | SupplyFactKey {
  const year = Number(need(cells, 'year'));
  const kind = supplyFactKindSchema.safeParse(need(cells, 'fact').toUpperCase());
  if (!kind.success) {
    const message = said('faults.noFact', {
      text: cells.fact,
      choices: supplyFactKinds.join(', '),
    });
    throw new LineFault('BAD_VALUE', message);
  }
  const key = { propertyId, year, fact: kind.data, item: cells.item ?? '' };
  if (!cells.value) {
    refuse(findItemFault(key));
    return key;
  }
  const isMix = kind.data === 'ENERGY_MIX';
  const read = isMix ? readShares(cells.value) : { shares: null };
  if ('fault' in read) throw new LineFault('BAD_VALUE', read.fault);
  const { shares } = read;
  const fact: SupplyFact = {
    ...key,
    value: isMix ? null : optionalNumber(cells, 'value'),
    unit: isMix ? '' : (cells.unit ?? ''),
    shares,
    source: need(cells, 'source'),
    publisher: cells.publisher || null,
    publishedOn: cells.published_on ? parseDay(cells, 'published_on') : null,
  };
  refuse(findSupplyFault(fact, thisYear));
  return fact;
}

const codes: Readonly<Record<SupplyFault['field'], ImportFault>> = {
  year: 'BAD_DATE',
  item: 'BAD_CATEGORY',
  value: 'BAD_VALUE',
  unit: 'WRONG_UNIT',
  source: 'BAD_NAME',
  publisher: 'BAD_NAME',
};

function refuse(fault: SupplyFault | undefined): void {
  if (fault) throw new LineFault(codes[fault.field], fault.message);
}
