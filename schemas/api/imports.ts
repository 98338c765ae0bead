import { z } from 'zod';
import { columnChoices, maxSaidColumns } from '../entities/importKindColumns.ts';
import {
  importForecastSchema,
  importKindSchema,
  importRejectionSchema,
  importResultSchema,
  importRunSchema,
  importSourceListedSchema,
  importUploadSchema,
  notationShape,
  startedImportSchema,
} from '../entities/importRun.ts';
import { lineSchema } from '../fields.ts';
import {
  filterQuery,
  idParameter,
  type Operation,
  pageOf,
  pageQuery,
  searchQuery,
  sortQuery,
} from './operation.ts';

const columnWords = `another of ${columnChoices.join(', ')}`;
/** A word of the header, and which column it is. */
const saidColumn = new RegExp(`\\S\\s*=\\s*(?:${columnChoices.join('|')})$`);

const upload = {
  body: 'stream' as const,
  refusals: ['IMPORT_REFUSED'] as const,
  query: z.object({
    fileName: lineSchema
      .max(200)
      .default('upload.csv')
      .describe('What the file is called, by which people know the import again'),
    kind: importKindSchema
      .optional()
      .describe(
        'What the file holds; left out, its columns tell, and several that fit are refused',
      ),
    ...notationShape,
    source: lineSchema
      .max(50)
      .optional()
      .describe('The source that it is of; none: of no source; left out, it is recognised'),
    column: z
      .array(lineSchema.max(600).regex(saidColumn, `expected Zähler=serial, or ${columnWords}`))
      .max(maxSaidColumns)
      .optional()
      .describe(
        'What a column is, as `Zähler=serial`: its word in the header and the portal’s name, `time` or `ignored`; one parameter each',
      ),
  }),
  response: importResultSchema,
};

/** What lists of imports are filtered by. */
export const importFilters = {
  kind: 'choice',
  status: 'choice',
  fileName: 'text',
  startedAt: 'date',
} as const;

const params = z.object({ import: idParameter.describe('Id of the import') });

export const importOperations = {
  'import.readings': {
    module: 'core',
    summary: 'Import readings: CSV, long or wide, volumes, or JSON of wmbusmeters',
    method: 'POST',
    path: '/api/import/readings',
    logs: 'DATA_IMPORTED',
    access: { anyRole: ['portal_support'] },
    ...upload,
  },
  'import.file': {
    module: 'readings',
    summary: 'Import any file that the command line takes',
    method: 'POST',
    path: '/api/import',
    logs: 'DATA_IMPORTED',
    ...upload,
  },
  'import.forecast': {
    module: 'readings',
    summary: 'What an import of a file that was sent ahead would do; nothing is written',
    method: 'POST',
    path: '/api/import/forecast',
    reads: true,
    body: importUploadSchema,
    response: importForecastSchema,
  },
  'import.start': {
    module: 'readings',
    summary: 'Import a file that was sent ahead, in the background',
    method: 'POST',
    path: '/api/import/run',
    logs: 'DATA_IMPORTED',
    refusals: ['IMPORT_REFUSED'],
    body: importUploadSchema,
    response: startedImportSchema,
  },
  'import.sources': {
    module: 'readings',
    summary: 'The sources of files that the market knows, and none',
    method: 'GET',
    path: '/api/import/source',
    response: z.object({
      content: z.array(importSourceListedSchema).describe('The sources, and none at the end'),
    }),
  },
  'import.list': {
    module: 'readings',
    summary: 'Imports of the country, the newest first',
    method: 'GET',
    path: '/api/import',
    query: z.object({
      ...pageQuery,
      ...sortQuery(['startedAt', 'fileName', 'lines', 'accepted', 'rejected']),
      ...filterQuery(importFilters),
    }),
    response: pageOf(importRunSchema),
  },
  'import.get': {
    module: 'readings',
    summary: 'One import',
    method: 'GET',
    path: '/api/import/{import}',
    params,
    response: importRunSchema,
  },
  'import.rejections': {
    module: 'readings',
    summary: 'The first thousand lines of an import that were not taken, with the reason',
    method: 'GET',
    path: '/api/import/{import}/rejection',
    params,
    query: z.object({ ...pageQuery, ...searchQuery, ...sortQuery(['line', 'code']) }),
    response: pageOf(importRejectionSchema),
  },
  'import.rejectionsFile': {
    module: 'readings',
    summary: 'The same as a file to mend and send again',
    method: 'GET',
    path: '/api/import/{import}/rejection/file',
    mediaType: 'text/csv',
    otherMediaType: 'application/x-ndjson',
    params,
    response: z
      .string()
      .describe(
        'The lines as they were sent with the reasons behind them: CSV, or JSON by lines of what came as JSON',
      ),
  },
} as const satisfies Record<string, Operation>;
