import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { usualCategories } from '../../../schemas/entities/device.ts';
import type { ReportDefinition } from '../../../schemas/entities/report.ts';
import { baseTypeOf, categoriesOf } from '../../../schemas/entities/reportKinds.ts';
import type { ReportColumnName } from '../../../schemas/kinds/reportKind.ts';
import { reportKinds } from '../../../schemas/kinds/reports.ts';
import type { Database, Transaction } from '../../database/open.ts';
import { AppError } from '../../errors.ts';
import { periodChoiceOf, type ReportPeriod } from '../../reports/periodChoice.ts';
import type { Scope } from '../../session.ts';
import { alone, type Turn } from '../../workPool.ts';
import { labelsIn } from '../labels.ts';
import { containing } from '../paging.ts';
import { listBilledBefore } from '../period/period.repository.ts';
import { computations } from './computations.ts';
import { prefetch } from './prefetch.ts';
import { chooseColumns } from './reportColumns.ts';
import type { MostRows, ReportComputation, ReportRun, Section } from './reportComputation.ts';
import { periodOf } from './reportPeriod.ts';
import {
  listMeteredCategories,
  listReportProperties,
  type ReportNarrowing,
  type ReportProperty,
} from './reportSource.repository.ts';
import type { ReportColumn, ReportRow, ReportTable } from './reportTable.ts';

/** How many rows come at a time. */
const usualBatch = 1000;

/** For the first rows alone: where few devices have rows, no more of them are looked through for those. */
export const firstRowsAlone = { batchSize: 200, sampledDevices: 1000 } as const;

export interface OpenReport {
  readonly definition: ReportDefinition;
  readonly accountId: number;
  readonly now: Date;
  /** The texts of the reader's language, by namespace (`ManifestService.words`). */
  readonly words: Readonly<Record<string, object>>;
  readonly signal?: AbortSignal;
  /** Where each page waits for its turn; left out: it waits for nobody. */
  readonly turn?: Turn;
  readonly batchSize?: number;
  /**
   * A sample: rows of the first properties alone, until they have so many devices; `total` is of
   * all, and `isSample` says whether some were left out.
   */
  readonly sampledDevices?: number;
}

/**
 * A report's rows, read while they are asked for, in short transactions as the account, in the order
 * of properties' numbers. Only properties that the account may see now, and whose package has the
 * type's feature, are in it, from their access-since day on; of those asked for the others are left
 * out. `total` is an upper bound of the rows. Throws PROPERTY_NOT_FOUND when no property is left,
 * VALIDATION_FAILED for columns that the type hasn't.
 */
export async function openReport(
  database: Database,
  given: OpenReport,
): Promise<{ table: ReportTable; total: number; isSample: boolean }> {
  const {
    definition,
    accountId,
    now,
    signal,
    batchSize = usualBatch,
    turn = alone,
    sampledDevices,
  } = given;
  const type = baseTypeOf(definition.reportType);
  const { maxRows, countRows, rows } = computations[type];
  const scope: Scope = { accountId, anyFeature: [reportKinds[type].feature] };
  const narrowing = narrowingOf(definition);
  const label = labelsIn(given.words);
  const run: ReportRun = {
    definition,
    narrowing,
    now,
    label,
    batchSize,
    signal,
    read(work) {
      signal?.throwIfAborted();
      return turn.take(() => database.asAccount(scope, work));
    },
    isWanted: turn.isWanted,
  };
  const asked = definition.properties?.length ? definition.properties : undefined;
  return run.read(async (tx) => {
    const found = await listReportProperties(tx, scope, asked, narrowing);
    if (found.length === 0) {
      throw new AppError(
        'PROPERTY_NOT_FOUND',
        'There is no property that you have access to and that this report may be made of.',
      );
    }
    const ids = found.map(({ id }) => id);
    const metered = await listMeteredCategories(tx, ids, narrowing.categories);
    const columns = chooseColumns(definition, metered, label);
    const billed = await findBilled(tx, ids, run);
    const sections = sectionsOf(found, run, billed);
    let total = 0;
    if (maxRows) total = addUp(sections, run, maxRows);
    else if (countRows && sections.length > 0) total = await countRows(tx, run, sections);
    const read = sampledDevices === undefined ? sections : firstOf(sections, sampledDevices);
    const table = { columns, batches: batchesOf(run, read, { columns, rows }) };
    return { table, total, isSample: read.length < sections.length };
  });
}

function narrowingOf({ reportType, deviceType, consumerName }: ReportDefinition): ReportNarrowing {
  const known = categoriesOf(baseTypeOf(reportType));
  return {
    categories: usualCategories.filter(
      (one) => known.includes(one) && (deviceType === undefined || one === deviceType),
    ),
    consumer: consumerName ? containing(consumerName) : null,
  };
}

type CountedSection = Section & { readonly properties: ReportProperty[]; devices: number };

/** The first sections with so many devices together, and one at least. */
function firstOf(sections: readonly CountedSection[], most: number): CountedSection[] {
  let devices = 0;
  return sections.filter((section) => {
    const isFirst = devices < most;
    devices += section.devices;
    return isFirst;
  });
}

/** Neighbours share a section up to so many devices: putting more in order takes others' turns. */
const maxTogether = 250;

type Billed = ReadonlyMap<number, ReportPeriod>;

/** The properties' last billing periods that are over, for a definition that counts those. */
async function findBilled(
  tx: Transaction,
  ids: readonly number[],
  { definition, now }: Pick<ReportRun, 'definition' | 'now'>,
): Promise<Billed> {
  const choice = periodChoiceOf(definition);
  if (choice?.unit !== 'BILLING_PERIODS') return new Map();
  const product = definition.deviceType ?? '';
  const rows = await listBilledBefore(tx, ids, { now, product, count: choice.count });
  return new Map(rows.map(({ propertyId, first, last }) => [propertyId, { first, last }]));
}

/** Neighbours that share time zone and days together, as long as they are few enough for a page. */
function sectionsOf(
  found: readonly ReportProperty[],
  run: ReportRun,
  billings: Billed,
): CountedSection[] {
  const sections: CountedSection[] = [];
  const periods = new Map<string, ReportPeriod | undefined>();
  const most = Math.min(run.batchSize, maxTogether);
  for (const property of found) {
    const { id, timeZone, accessSince, devices } = property;
    const billed = billings.get(id);
    // Thousands of properties have few zones and days among them, and calendars are slow.
    const key = `${timeZone} ${accessSince} ${billed?.first} ${billed?.last}`;
    if (!periods.has(key)) {
      const given = { now: run.now, accessSince, ...(billed && { billed }) };
      periods.set(key, periodOf(run.definition, timeZone, given));
    }
    const period = periods.get(key);
    if (!period || devices === 0) continue;
    const last = sections.at(-1);
    if (last?.period === period && last.devices + devices <= most) {
      last.properties.push(property);
      last.devices += devices;
    } else {
      sections.push({ properties: [property], timeZone, period, devices });
    }
  }
  return sections;
}

function addUp(sections: readonly Section[], run: ReportRun, maxRows: MostRows): number {
  const byPeriod = Map.groupBy(sections, ({ period }) => period);
  let total = 0;
  for (const [period, group] of byPeriod) {
    const counts = { devices: 0, flats: 0, flatCategories: 0 };
    for (const property of group.flatMap(({ properties }) => properties)) {
      counts.devices += property.devices;
      counts.flats += property.flats;
      counts.flatCategories += property.flatCategories;
    }
    total += maxRows(counts, period, run);
  }
  return total;
}

async function* batchesOf(
  run: ReportRun,
  sections: readonly Section[],
  { columns, rows }: { columns: readonly ReportColumn[] } & Pick<ReportComputation, 'rows'>,
): AsyncGenerator<readonly ReportRow[]> {
  const names = columns.map(({ name }) => name as ReportColumnName);
  let batch: ReportRow[] = [];
  for (const section of sections) {
    for await (const page of prefetch(rows(run, section))) {
      for (const cells of page) {
        batch.push(names.map((name) => cells[name] ?? null));
        if (batch.length < run.batchSize) continue;
        run.signal?.throwIfAborted();
        yield batch;
        batch = [];
        await yieldToOthers();
      }
    }
  }
  if (batch.length > 0) yield batch;
}
