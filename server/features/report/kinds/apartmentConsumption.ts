import { deviceTraits, usualCategories } from '../../../../schemas/entities/device.ts';
import {
  pageFlats,
  pageSizeOf,
  placeCells,
  propertiesById,
  type ReportComputation,
} from '../reportComputation.ts';
import { countSamples, samplesIn } from '../reportSamples.ts';
import { cellsOf, flatSubjects, readSamples } from '../sampleValues.ts';

/** A row for each flat, category and sample. */
export const apartmentConsumption: ReportComputation = {
  maxRows: ({ flatCategories }, period, { definition }) =>
    flatCategories * countSamples(period, definition),
  async *rows(run, section) {
    const { timeZone } = section;
    const samples = samplesIn(section, run.definition);
    const propertyOf = propertiesById(section);
    const pages = pageFlats(run, section, {
      size: pageSizeOf(run, 2 * samples.length),
      read: (tx, flats) => {
        const subjects = flatSubjects(flats);
        const { categories } = run.narrowing;
        return readSamples(tx, { kind: 'tenant', subjects, categories, timeZone }, samples);
      },
    });
    for await (const { rows: flats, found } of pages) {
      yield flats.flatMap((flat) => {
        const property = propertyOf(flat.propertyId);
        const categories = usualCategories.filter((one) => flat.categories.includes(one));
        return categories.flatMap((category) => {
          const { unit } = deviceTraits[category];
          const name = run.label('deviceCategory', category);
          return found(flat.tenantId, category).map((value, at) => {
            const sample = samples[at] as (typeof samples)[number];
            return {
              ...placeCells(property, flat, sample.first),
              category: name,
              unit,
              begin: sample.first,
              end: sample.last,
              ...cellsOf(category, value, sample, run),
            };
          });
        });
      });
    }
  },
};
