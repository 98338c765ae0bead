import { z } from 'zod';
import {
  rankedFlatSchema,
  rankedPropertySchema,
  rankingHead,
  rankingOfFlatsHead,
} from '../entities/ranking.ts';
import {
  filterQuery,
  type Operation,
  pageOf,
  pageQuery,
  searchQuery,
  sortQuery,
} from './operation.ts';
import { anyProperty, monthParameter, optionalCategory } from './parameters.ts';
import { tenantFilters } from './property.ts';

const rankedFilters = {
  current: 'number',
  perSquareMetre: 'number',
  changePercent: 'number',
  knownPercent: 'number',
} as const;
const rankedSorts = ['current', 'perSquareMetre', 'changePercent', 'knownPercent'] as const;

/** What the ranking of properties is filtered by. */
export const rankedPropertyFilters = {
  name: 'text',
  city: 'text',
  worksNo: 'text',
  ...rankedFilters,
} as const;

/** What the ranking of flats is filtered by. */
export const rankedFlatFilters = {
  ...tenantFilters,
  propertyName: 'text',
  city: 'text',
  ...rankedFilters,
} as const;

/** Of so many properties flats are ranked together: of thousands a page would take seconds. */
export const maxPropertiesOfFlats = 500;

const rankedQuery = {
  category: optionalCategory.describe(
    'What is ranked, one that can be summed; left out or a gauge: what is most usual there',
  ),
  month: monthParameter.describe(
    'Any day of it; left out, or not begun yet: the one so far, up to yesterday, or the last one with readings',
  ),
  ...pageQuery,
  ...searchQuery,
};

export const rankingOperations = {
  'consumption.properties': {
    module: 'consumption',
    summary: 'All properties ranked by what they used in a month, per square metre unless sorted',
    method: 'GET',
    path: '/api/consumption/ranking',
    query: z.object({
      ...rankedQuery,
      ...sortQuery([
        ...(['name', 'city', 'worksNo'] as const),
        ...rankedSorts,
        ...(['critical', 'otherWarnings', 'lastReading'] as const),
      ]),
      ...filterQuery(rankedPropertyFilters),
    }),
    response: pageOf(rankedPropertySchema).extend(rankingHead),
  },
  'consumption.flats': {
    module: 'consumption',
    summary: 'Flats ranked in the same way, of one property or of all, beside their mean',
    method: 'GET',
    path: '/api/consumption/ranking/flat',
    refusals: ['PROPERTY_NOT_FOUND'],
    query: z.object({
      property: anyProperty.describe(
        `The one whose flats are ranked; left out: of all, at most of those ${maxPropertiesOfFlats} that used most per square metre`,
      ),
      ...rankedQuery,
      ...sortQuery([
        ...(['tenantNo', 'tenantName', 'address', 'propertyName', 'city'] as const),
        ...rankedSorts,
      ]),
      ...filterQuery(rankedFlatFilters),
    }),
    response: pageOf(rankedFlatSchema).extend(rankingOfFlatsHead),
  },
} as const satisfies Record<string, Operation>;
