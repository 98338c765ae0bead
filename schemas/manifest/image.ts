import { z } from 'zod';
import { nodeBase } from './parts.ts';
import { bindingSchema, textSchema } from './references.ts';

const pathSchema = z
  .string()
  .regex(/^\/(?![/\\])[\w./-]+$/, 'expected a path of the portal such as /icon.svg');

const pixels = z.int().min(1).max(4000).describe('CSS pixels');

/** A picture of the portal’s own origin: the content policy lets in no other. */
export const imageSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('image').describe('A picture of the portal’s own origin'),
    address: z
      .union([bindingSchema, pathSchema])
      .describe('A path of the portal such as /icon.svg, or a value that holds one'),
    alt: textSchema.describe('What it shows, for those who can’t see it'),
    size: z
      .strictObject({ width: pixels, height: pixels })
      .describe('Kept free while it loads; a narrow place makes it smaller'),
  })
  .meta({ id: 'ImageNode', description: 'A picture of the portal’s own origin' });
