import { z } from 'zod';
import { sessionUserSchema } from '../entities/account.ts';
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
  'import.readings': {
    module: 'core',
    summary: 'Import readings as CSV, long or wide',
    ...operationPaths['import.readings'],
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
