import { statusOfKnown, toValue } from '../../consumption/values.ts';
import {
  pageFlats,
  pageSizeOf,
  placeCells,
  propertiesById,
  type ReportComputation,
} from '../reportComputation.ts';
import { countDays, wholePeriod } from '../reportPeriod.ts';
import { flatSubjects, readTotals } from '../sampleValues.ts';

/** A row for each flat, with the period's total of each category in a column of its own. */
export const flatConsumption: ReportComputation = {
  maxRows: ({ flats }) => flats,
  async *rows(run, section) {
    const { timeZone, period } = section;
    const sample = wholePeriod(period, timeZone);
    const propertyOf = propertiesById(section);
    const { categories } = run.narrowing;
    const pages = pageFlats(run, section, {
      size: pageSizeOf(run, countDays(period)),
      read: async (tx, flats) => {
        const subjects = flatSubjects(flats);
        const given = { kind: 'tenant', subjects, categories, timeZone } as const;
        const totals = await readTotals(tx, given, sample);
        return Map.groupBy(totals, ({ subjectId }) => subjectId);
      },
    });
    for await (const { rows: flats, found } of pages) {
      yield flats.map((flat) => {
        const totals = found.get(flat.tenantId) ?? [];
        return {
          ...placeCells(propertyOf(flat.propertyId), flat, period.first),
          movedIn: flat.movedIn,
          begin: period.first,
          end: period.last,
          ...Object.fromEntries(
            totals.map(({ category, total }) => [category, toValue(category, total)]),
          ),
          status: run.label('intervalStatus', worstStatus(totals)),
        };
      });
    }
  },
};

/** Of all categories together: missing only where nothing is known of any. */
function worstStatus(totals: Awaited<ReturnType<typeof readTotals>>) {
  if (totals.every(({ total }) => total.volume === null)) return 'MISSING';
  const sum = (pick: (total: (typeof totals)[number]['total']) => number) =>
    totals.reduce((all, { total }) => all + pick(total), 0);
  return statusOfKnown({
    doubts: sum(({ interpolated }) => interpolated),
    gaps: sum(({ estimated, missing }) => estimated + missing),
  });
}
