import { z } from 'zod';
import {
  preferencesChangeSchema,
  preferencesSchema,
  sessionUserSchema,
} from '../entities/account.ts';
import { graphSchema, seriesSchema } from '../entities/consumption.ts';
import { consumptionGroupSchema } from '../entities/device.ts';
import { localeSchema } from '../entities/market.ts';
import { manifestIndexSchema, screenManifestSchema } from '../manifest/compiled.ts';
import type { Operation } from './operation.ts';
import { userParams } from './parameters.ts';

const sampleQuery = z.object({
  group: consumptionGroupSchema.default('COLD_WATER').describe('Whose colours are tried on'),
});

export const coreOperations = {
  'session.get': {
    module: 'core',
    summary: 'Who is signed in, with rights as they are now',
    method: 'GET',
    path: '/api/session',
    response: sessionUserSchema,
  },
  'preferences.get': {
    module: 'core',
    summary: 'What the user has chosen, with defaults for the rest',
    method: 'GET',
    path: '/api/user/{id}/preferences',
    params: userParams,
    response: preferencesSchema,
  },
  'preferences.save': {
    module: 'core',
    summary: 'Keep what the user has chosen; what is left out stays, the answer is all of it',
    method: 'PUT',
    path: '/api/user/{id}/preferences',
    logs: 'PREFERENCES_CHANGED',
    params: userParams,
    body: preferencesChangeSchema,
    response: preferencesSchema,
  },
  'preferences.sample': {
    module: 'core',
    summary: 'A graph of invented values, to try colours on',
    method: 'GET',
    path: '/api/user/{id}/preferences/sample',
    params: userParams,
    query: sampleQuery,
    response: graphSchema,
  },
  'preferences.sampleLine': {
    module: 'core',
    summary: 'A line over the graph of invented values',
    method: 'GET',
    path: '/api/user/{id}/preferences/sample/{line}',
    params: userParams.extend({
      line: z
        .enum(['propertyAverage', 'nationalAverage', 'degreeDays'])
        .describe('Whose colour is tried on'),
    }),
    query: sampleQuery,
    response: seriesSchema,
  },
  'manifest.index': {
    module: 'core',
    summary: 'Market, navigation and routes for this session',
    method: 'GET',
    path: '/api/manifest',
    revalidates: true,
    access: { public: true },
    response: manifestIndexSchema,
  },
  'manifest.screen': {
    module: 'core',
    summary: 'One screen for this session',
    method: 'GET',
    path: '/api/manifest/screens/{screen}',
    revalidates: true,
    params: z.object({
      screen: z.string().max(120).describe('Module and name of the screen, as consumption.index'),
    }),
    access: { public: true },
    response: screenManifestSchema,
  },
  'manifest.texts': {
    module: 'core',
    summary: 'The texts of a language by namespace, those it lacks in English',
    method: 'GET',
    path: '/api/manifest/texts/{locale}',
    revalidates: true,
    params: z.object({ locale: localeSchema.describe('Language of the texts') }),
    query: z.object({
      version: z
        .string()
        .max(60)
        .optional()
        .describe('As the index says it; with it browsers keep the answer'),
    }),
    access: { public: true },
    response: z.record(z.string(), z.record(z.string(), z.unknown())),
  },
} as const satisfies Record<string, Operation>;
