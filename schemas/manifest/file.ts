import { z } from 'zod';
import { downloadSchema } from './actions.ts';
import { nodeBase } from './parts.ts';

/** A file that is looked at without being saved: nothing in it runs, and no plug-in opens it. */
export const fileNodeSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('file').describe('A PDF or a picture'),
    download: downloadSchema
      .required({ ticket: true, fileName: true })
      .describe('How it is fetched, to be looked at and to be saved'),
  })
  .meta({
    id: 'FileNode',
    description: 'A PDF or a picture to look at, with a button that saves it',
  });
