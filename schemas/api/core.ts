import { z } from 'zod';
import { sessionUserSchema } from '../entities/account.ts';
import { localeSchema } from '../entities/market.ts';
import { manifestIndexSchema, screenManifestSchema } from '../manifest/compiled.ts';
import type { Operation } from './operation.ts';
import { operationPaths } from './paths.ts';

export const coreOperations = {
  'session.get': {
    module: 'core',
    summary: 'Who is signed in, with rights as they are now',
    ...operationPaths['session.get'],
    response: sessionUserSchema,
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
