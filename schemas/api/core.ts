import { z } from 'zod';
import { preferencesSchema, sessionUserSchema } from '../entities/account.ts';
import { graphSchema, seriesSchema } from '../entities/consumption.ts';
import { consumptionGroupSchema } from '../entities/device.ts';
import { localeSchema } from '../entities/market.ts';
import { manifestIndexSchema, screenManifestSchema } from '../manifest/compiled.ts';
import type { Operation } from './operation.ts';
import { operationPaths } from './paths.ts';

/** A user's own id, as the session tells it. */
const userParams = z.object({ id: z.string().max(200) });

export const coreOperations = {
  'session.get': {
    module: 'core',
    summary: 'Who is signed in, with rights as they are now',
    ...operationPaths['session.get'],
    response: sessionUserSchema,
  },
  'preferences.get': {
    module: 'core',
    summary: 'What the user has chosen, with defaults for the rest',
    ...operationPaths['preferences.get'],
    params: userParams,
    response: preferencesSchema,
  },
  'preferences.save': {
    module: 'core',
    summary: 'Keep what the user has chosen; the answer replaces what was stored',
    ...operationPaths['preferences.save'],
    params: userParams,
    body: preferencesSchema,
    response: preferencesSchema,
  },
  'preferences.sample': {
    module: 'core',
    summary: 'A graph of invented values, to try colours on',
    ...operationPaths['preferences.sample'],
    params: userParams,
    query: z.object({ group: consumptionGroupSchema.default('COLD_WATER') }),
    response: graphSchema,
  },
  'preferences.sampleLine': {
    module: 'core',
    summary: 'A line over the graph of invented values',
    ...operationPaths['preferences.sampleLine'],
    params: userParams.extend({
      line: z.enum(['propertyAverage', 'nationalAverage', 'degreeDays']),
    }),
    query: z.object({ group: consumptionGroupSchema.default('COLD_WATER') }),
    response: seriesSchema,
  },
  'manifest.index': {
    module: 'core',
    summary: 'Market, navigation and routes for this session',
    ...operationPaths['manifest.index'],
    access: { public: true },
    response: manifestIndexSchema,
  },
  'manifest.screen': {
    module: 'core',
    summary: 'One screen for this session',
    ...operationPaths['manifest.screen'],
    params: z.object({ screen: z.string().max(120) }),
    access: { public: true },
    response: screenManifestSchema,
  },
  'manifest.texts': {
    module: 'core',
    summary: 'The texts of a language by namespace, those it lacks in English',
    ...operationPaths['manifest.texts'],
    params: z.object({ locale: localeSchema }),
    query: z.object({
      version: z.string().max(60).optional().describe('From the index; with it the answer is kept'),
    }),
    access: { public: true },
    response: z.record(z.string(), z.record(z.string(), z.unknown())),
  },
} as const satisfies Record<string, Operation>;
