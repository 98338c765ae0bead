import { z } from 'zod';
import { searchAnswerSchema } from '../entities/search.ts';
import { idParameter, type Operation } from './operation.ts';

export const searchOperations = {
  'search.find': {
    module: 'core',
    summary:
      'Properties, tenants, devices and documents that the user may see, by parts of their numbers, names and addresses',
    method: 'GET',
    path: '/api/search',
    query: z.object({
      q: z
        .string()
        .trim()
        .min(1)
        .max(100)
        .describe(
          'Words that all have to be found, in capitals or not, with their accents or without',
        ),
      most: z.coerce
        .number()
        .int()
        .min(1)
        .max(20)
        .default(5)
        .describe('How many hits of each kind are answered at most'),
      property: idParameter
        .optional()
        .describe('Id of a property: what is in it comes first, as a flat’s number'),
    }),
    response: searchAnswerSchema,
  },
} as const satisfies Record<string, Operation>;
