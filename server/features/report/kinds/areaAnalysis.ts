import {
  type DeviceCategory,
  deviceTraits,
  usualCategories,
} from '../../../../schemas/entities/device.ts';
import { localDayOf, startOfLocalDay } from '../../../metering/buckets.ts';
import type { RollupBucket } from '../../../metering/store/rollups.repository.ts';
import { micro } from '../../../metering/units.ts';
import { isWhole, periodOf, rateOf } from '../../consumption/comparable.ts';
import { changePercent, statusOf, toValue } from '../../consumption/values.ts';
import {
  type Cells,
  pageFlats,
  pageSizeOf,
  placeCells,
  propertiesById,
  type ReportComputation,
  type ReportRun,
  type Section,
} from '../reportComputation.ts';
import { countDays, wholePeriod } from '../reportPeriod.ts';
import type { ReportFlat } from '../reportSource.repository.ts';
import { flatSubjects, readTotals, type Total } from '../sampleValues.ts';

/**
 * A row for each flat and category: its use per square metre beside that of the property, by what is
 * known as a whole (docs/metering.md, «Periods side by side»).
 */
export const areaAnalysis: ReportComputation = {
  maxRows: ({ flatCategories }) => flatCategories,
  async *rows(run, section) {
    const { period } = section;
    const propertyOf = propertiesById(section);
    const pages = flatPages(run, section, run.narrowing.consumer);
    let rates: Rates = new Map();
    for await (const { rows: flats, found } of pages) {
      const ids = [...new Set(flats.map(({ propertyId }) => propertyId))];
      const missing = ids.filter((id) => !rates.has(id));
      // Pages go on where the one before ended.
      const kept = [...rates].filter(([id]) => ids.includes(id));
      rates = new Map([...kept, ...(await readRates(run, section, missing))]);
      const toRow = (flat: ReportFlat, category: DeviceCategory): Cells => {
        const property = propertyOf(flat.propertyId);
        const own = found.get(keyOf(flat.tenantId, category));
        const used = own ? toValue(category, own.total) : null;
        const rate = used === null || !flat.area ? null : used / flat.area;
        const usual = rates.get(property.id)?.get(category) ?? null;
        const isJudged = isWhole(judgedOf(own, section, run.now));
        return {
          ...placeCells(property, flat, period.first),
          movedIn: flat.movedIn,
          begin: period.first,
          end: period.last,
          category: run.label('deviceCategory', category),
          unit: deviceTraits[category].unit,
          area: flat.area,
          consumption: used,
          perSquareMetre: rate,
          propertyPerSquareMetre: usual,
          deviationPercent: isJudged ? changePercent(rate, usual) : null,
          status: run.label('intervalStatus', own ? statusOf(own.total) : 'MISSING'),
        };
      };
      yield flats.flatMap((flat) =>
        usualCategories
          .filter((one) => flat.categories.includes(one))
          .map((category) => toRow(flat, category)),
      );
    }
  },
};

/** By property and category: units on a square metre; null where it isn't known. */
type Rates = ReadonlyMap<number, ReadonlyMap<DeviceCategory, number | null>>;

/** Of all flats of the properties, also of those that the report leaves out. */
async function readRates(run: ReportRun, section: Section, ids: readonly number[]): Promise<Rates> {
  if (ids.length === 0) return new Map();
  const properties = section.properties.filter(({ id }) => ids.includes(id));
  const subjects = ids.map((id) => ({ propertyId: id, subjectId: id }));
  const asked = { ...askedOf(run, section), kind: 'property' as const, subjects };
  const wholes = byKey(await run.read((tx) => readTotals(tx, asked, sampleOf(section))));
  const left = new Map<string, { area: number | null; bucket: RollupBucket | undefined }[]>();
  for await (const { rows, found } of flatPages(run, { ...section, properties }, null)) {
    for (const { propertyId, tenantId, area, categories } of rows) {
      for (const category of categories) {
        const bucket = judgedOf(found.get(keyOf(tenantId, category)), section, run.now);
        if (isWhole(bucket)) continue;
        const key = keyOf(propertyId, category);
        left.set(key, [...(left.get(key) ?? []), { area, bucket }]);
      }
    }
  }
  return new Map(
    properties.map(({ id, area }) => {
      const own = run.narrowing.categories.map((category) => {
        const key = keyOf(id, category);
        const bucket = judgedOf(wholes.get(key), section, run.now);
        const rate = area === null ? null : rateOf(bucket, area, left.get(key) ?? []);
        return [category, rate === null ? null : rate / micro] as const;
      });
      return [id, new Map(own)];
    }),
  );
}

/** Flats with their totals, of a consumer or (null) of all. */
function flatPages(run: ReportRun, section: Section, consumer: string | null) {
  const narrowed = { ...run, narrowing: { ...run.narrowing, consumer } };
  return pageFlats(narrowed, section, {
    size: pageSizeOf(run, countDays(section.period)),
    read: async (tx, flats) => {
      const asked = { ...askedOf(run, section), kind: 'tenant' as const };
      const subjects = flatSubjects(flats);
      return byKey(await readTotals(tx, { ...asked, subjects }, sampleOf(section)));
    },
  });
}

const askedOf = ({ narrowing: { categories } }: ReportRun, { timeZone }: Section) => ({
  categories,
  timeZone,
});
const sampleOf = ({ period, timeZone }: Section) => wholePeriod(period, timeZone);

/** A total as what is compared: known by the days that are over. */
function judgedOf(total: Total | undefined, section: Section, now: Date): RollupBucket | undefined {
  if (!total) return undefined;
  const { from, until } = sampleOf(section);
  const { timeZone } = section;
  const today = startOfLocalDay(timeZone, localDayOf(timeZone, now.getTime()));
  const days = periodOf(total.days, { from, until: Math.min(until, today) });
  return days && { ...days, volume: total.total.volume };
}

const keyOf = (subjectId: number, category: DeviceCategory) => `${subjectId} ${category}`;

function byKey(totals: readonly Total[]): ReadonlyMap<string, Total> {
  return new Map(totals.map((total) => [keyOf(total.subjectId, total.category), total]));
}
