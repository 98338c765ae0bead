import { z } from 'zod';
import { entity, writtenAs } from '../fields.ts';
import { allFileKinds, type FileKind, fileKinds } from './fileKinds.ts';

/** What a field that takes an upload says of it, to forms and to the call that claims it. */
export interface UploadLimits {
  readonly accept: readonly FileKind[];
  readonly mostBytes: number;
}

/** By field schema; a form's JSON Schema has them as its keyword `upload`. */
export const uploadLimits = z.registry<UploadLimits, z.core.$ZodType>();

export const uploadIdSchema = z.string().regex(/^[A-Za-z0-9_-]{32}$/);

/** The id of an upload, as `upload.create` answers it: of these kinds, and so large at most. */
export function uploadOf({
  accept = allFileKinds,
  mostBytes,
}: Partial<UploadLimits> & Pick<UploadLimits, 'mostBytes'>) {
  const schema = uploadIdSchema.clone();
  uploadLimits.add(schema, { accept, mostBytes });
  return schema;
}

export const uploadSchema = entity(
  z.object({
    upload: uploadIdSchema.describe('By which one following call claims it'),
    fileName: z.string().describe('Its name, cleaned; its end says what it is'),
    mediaType: z
      .enum(Object.keys(fileKinds) as [FileKind])
      .describe('What its content was found to be'),
    size: writtenAs(z.int().positive().describe('How large it is, in bytes'), { as: 'bytes' }),
  }),
  { name: 'Upload', key: 'upload' },
);
