import { z } from 'zod';
import { entity, lineSchema, writtenAs } from '../fields.ts';
import { instantSchema } from './consumption.ts';
import { languageSchema } from './market.ts';
import { uploadOf } from './upload.ts';

/** What static files are listed under; MENU: in the menu of the top bar. */
export const staticFileTags = ['MENU', 'GUIDE', 'FORM', 'NOTICE'] as const;
export const staticFileTagSchema = z.enum(staticFileTags).meta({ id: 'StaticFileTag' });
export type StaticFileTag = z.infer<typeof staticFileTagSchema>;

const tagSchema = z
  .object({
    name: staticFileTagSchema.describe('By which it is asked for'),
    label: z.string().describe('What it is called, in the reader’s language'),
  })
  .meta({ id: 'StaticFileTagged' });

const label = lineSchema.min(1).max(200).describe('What readers see of it in menus');

/** A file for everybody of a market who reads its language. */
export const staticFileSchema = entity(
  z.object({
    id: z.int().positive().describe('The portal’s own number of the file'),
    name: z.string().describe('What it is saved as; its end says what it is'),
    label,
    tags: z.array(tagSchema).describe('What it is listed under'),
    uploadDate: instantSchema.describe('When its present file was uploaded'),
    owner: z.string().describe('Who uploaded it'),
  }),
  {
    name: 'StaticFile',
    key: 'id',
    title: 'label',
    references: { staticFile: 'id', fileName: 'name' },
  },
);

const language = languageSchema.describe('Whose readers it is for');
const tags = z
  .array(staticFileTagSchema)
  .max(staticFileTags.length)
  .describe('What it is listed under; MENU puts it into the menu at the top');

/** The same as those see it who look after it. */
export const managedStaticFileSchema = entity(
  z.object({
    id: staticFileSchema.shape.id,
    label,
    language,
    tags,
    tagNames: z.string().describe('What it is listed under, in the reader’s words'),
    fileName: staticFileSchema.shape.name,
    mediaType: z.string().describe('What its content was found to be'),
    size: writtenAs(z.int().min(0).describe('How large it is, in bytes'), { as: 'bytes' }),
    uploadedAt: instantSchema.describe('When its present file was uploaded'),
    owner: staticFileSchema.shape.owner,
  }),
  {
    name: 'ManagedStaticFile',
    key: 'id',
    title: 'label',
    references: { staticFile: 'id', fileName: 'fileName' },
  },
);

/** What static files may be. */
const file = uploadOf({ mostBytes: 100_000_000 });

export const staticFileDraftSchema = entity(
  z.object({ label, language, tags, upload: file.describe('Its file') }),
  { name: 'StaticFileDraft', like: 'ManagedStaticFile' },
);

export const staticFileChangeSchema = entity(
  z.object({
    label,
    language,
    tags,
    upload: file.optional().describe('A file in place of the present one'),
  }),
  { name: 'StaticFileChange', like: 'ManagedStaticFile' },
);
