import { z } from 'zod';
import { actionSchema } from './actions.ts';
import { emptyStateSchema, iconSchema, nodeBase } from './parts.ts';
import { textSchema } from './references.ts';

/** The dashboard tiles of the modules, as each module file declares its own. */
export const tilesSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('tiles'),
    from: z.literal('modules'),
    empty: emptyStateSchema,
  })
  .meta({ id: 'TilesNode' });

export const textNodeSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('text'),
    text: textSchema,
    style: z.enum(['body', 'lead', 'muted']).default('body'),
  })
  .meta({ id: 'TextNode' });

export const emptyNodeSchema = z
  .strictObject({ ...nodeBase, type: z.literal('empty'), ...emptyStateSchema.shape })
  .meta({ id: 'EmptyNode' });

export const buttonSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('button'),
    label: textSchema,
    icon: iconSchema.optional(),
    intent: z.enum(['none', 'primary', 'danger']).default('none'),
    action: actionSchema,
  })
  .meta({ id: 'ButtonNode' });
