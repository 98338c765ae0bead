import {
  type DeviceCategory,
  deviceTraits,
  usualCategories,
} from '../../../../schemas/entities/device.ts';
import { changePercent, statusOf, toValue } from '../../consumption/values.ts';
import { countDays, wholePeriod } from '../reportPeriod.ts';
import {
  type Cells,
  pageFlats,
  pageSizeOf,
  placeCells,
  propertiesById,
  type ReportComputation,
} from '../reportRun.ts';
import type { ReportFlat } from '../reportSource.repository.ts';
import { flatSubjects, readTotals, type Total } from '../sampleValues.ts';

/** A row for each flat and category: its use per square metre beside that of the property. */
export const areaAnalysis: ReportComputation = {
  mostRows: ({ flatCategories }) => flatCategories,
  async *rows(run, section) {
    const { timeZone, period } = section;
    const sample = wholePeriod(period, timeZone);
    const propertyOf = propertiesById(section);
    const { categories } = run.narrowing;
    const pages = pageFlats(run, section, {
      size: pageSizeOf(run, countDays(period)),
      read: async (tx, flats) => {
        const ids = [...new Set(flats.map(({ propertyId }) => propertyId))];
        const given = { categories, timeZone };
        const all = ids.map((propertyId) => ({ propertyId, subjectId: propertyId }));
        return {
          flats: byKey(
            await readTotals(
              tx,
              { ...given, kind: 'tenant', subjects: flatSubjects(flats) },
              sample,
            ),
          ),
          properties: byKey(
            await readTotals(tx, { ...given, kind: 'property', subjects: all }, sample),
          ),
        };
      },
    });
    const perSquareMetre = (total: Total | undefined, area: number | null) => {
      const used = total ? toValue(total.category, total.total) : null;
      return { used, rate: used === null || !area ? null : used / area };
    };
    for await (const { rows: flats, found } of pages) {
      const toRow = (flat: ReportFlat, category: DeviceCategory): Cells => {
        const property = propertyOf(flat.propertyId);
        const own = found.flats.get(keyOf(flat.tenantId, category));
        const whole = found.properties.get(keyOf(property.id, category));
        const { used, rate } = perSquareMetre(own, flat.area);
        const { rate: usual } = perSquareMetre(whole, property.area);
        return {
          ...placeCells(property, flat, period.first),
          ...{ movedIn: flat.movedIn, begin: period.first, end: period.last },
          category: run.label('deviceCategory', category),
          unit: deviceTraits[category].unit,
          area: flat.area,
          consumption: used,
          perSquareMetre: rate,
          propertyPerSquareMetre: usual,
          deviationPercent: changePercent(rate, usual),
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

const keyOf = (subjectId: number, category: DeviceCategory) => `${subjectId} ${category}`;

function byKey(totals: readonly Total[]): ReadonlyMap<string, Total> {
  return new Map(totals.map((total) => [keyOf(total.subjectId, total.category), total]));
}
