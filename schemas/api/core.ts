import { z } from 'zod';
import { sessionUserSchema } from '../entities/account.ts';
import { manifestIndexSchema, screenManifestSchema } from '../manifest/compiled.ts';
import type { Operation } from './operation.ts';

export const coreOperations = {
  'session.get': {
    module: 'core',
    summary: 'Who is signed in, with rights as they are now',
    method: 'GET',
    path: '/api/session',
    response: sessionUserSchema,
  },
  'manifest.index': {
    module: 'core',
    summary: 'Market, navigation and routes for this session',
    method: 'GET',
    path: '/api/manifest',
    access: { public: true },
    response: manifestIndexSchema,
  },
  'manifest.screen': {
    module: 'core',
    summary: 'One screen for this session',
    method: 'GET',
    path: '/api/manifest/screens/{screen}',
    params: z.object({ screen: z.string().max(120) }),
    access: { public: true },
    response: screenManifestSchema,
  },
  'import.readings': {
    module: 'core',
    summary: 'Import readings as CSV, long or wide',
    method: 'POST',
    path: '/api/import/readings',
    access: { anyRole: ['portal_support'] },
    body: 'stream',
    query: z.object({ fileName: z.string().max(200).default('upload.csv') }),
    response: z
      .object({
        importId: z.number(),
        accepted: z.number(),
        duplicates: z.number(),
        rejected: z.number(),
        rejections: z
          .array(z.object({ line: z.number(), code: z.string(), message: z.string() }))
          .max(100)
          .describe('The first hundred'),
      })
      .meta({ id: 'ImportResult' }),
  },
} as const satisfies Record<string, Operation>;
