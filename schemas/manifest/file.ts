import { z } from 'zod';
import { nodeBase, sourceSchema } from './parts.ts';
import { commandReferenceSchema, valueSchema } from './references.ts';

/** A file that is looked at without being saved: the browser opens nothing that it could run. */
export const fileNodeSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('file').describe('A PDF or a picture'),
    source: sourceSchema.describe('The operation that answers the file'),
    ticket: commandReferenceSchema.describe('An operation that is asked for a token first'),
    fileName: valueSchema.describe('What it is called'),
  })
  .meta({
    id: 'FileNode',
    description: 'A PDF or a picture to look at, with a button that saves it',
  });
