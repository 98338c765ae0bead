import { z } from 'zod';
import { uploadIdSchema, uploadSchema } from '../entities/upload.ts';
import type { Operation } from './operation.ts';

export const uploadOperations = {
  'upload.create': {
    module: 'core',
    summary: 'Send a file, which one following call of the same account claims within a day',
    method: 'POST',
    path: '/api/upload',
    body: 'stream',
    query: z.object({
      fileName: z
        .string()
        .trim()
        .min(1)
        .max(500)
        .describe('What the file is called; of what it is, its content tells'),
    }),
    response: uploadSchema,
    refusals: ['UPLOAD_STALLED'],
  },
  'upload.remove': {
    module: 'core',
    summary: 'Give up a file that was sent and is not claimed',
    method: 'DELETE',
    path: '/api/upload/{upload}',
    params: z.object({ upload: uploadIdSchema.describe('Id of the upload') }),
    response: z.object({ upload: uploadSchema.shape.upload }),
  },
} as const satisfies Record<string, Operation>;
