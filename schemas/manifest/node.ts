import { z } from 'zod';
import {
  buttonSchema,
  emptyNodeSchema,
  factsSchema,
  qrSchema,
  textNodeSchema,
  tilesSchema,
} from './basics.ts';
import { controlsSchema } from './controls.ts';
import { formNodeSchema } from './form.ts';
import { graphNodeSchema } from './graph.ts';
import { imageSchema } from './image.ts';
import { mapSchema } from './map.ts';
import { markdownSchema } from './markdown.ts';
import { nodeBase, sourceSchema } from './parts.ts';
import { orderedMap, textSchema } from './references.ts';
import { statsSchema } from './stats.ts';
import { tableSchema } from './table.ts';
import { type TabsNode, tabsOf } from './tabs.ts';

const leafSchemas = [
  statsSchema,
  tilesSchema,
  tableSchema,
  mapSchema,
  graphNodeSchema,
  controlsSchema,
  formNodeSchema,
  textNodeSchema,
  markdownSchema,
  factsSchema,
  qrSchema,
  imageSchema,
  emptyNodeSchema,
  buttonSchema,
] as const;

interface Container {
  order?: z.infer<typeof nodeBase.order>;
  access?: z.infer<typeof nodeBase.access>;
  visibleWhen?: z.infer<typeof nodeBase.visibleWhen>;
  width?: z.infer<typeof nodeBase.width>;
  source?: z.infer<typeof sourceSchema> | undefined;
  children: Record<string, Node>;
}

export interface PageNode extends Container {
  type: 'page';
  title: z.infer<typeof textSchema>;
  subtitle?: z.infer<typeof textSchema> | undefined;
}

export interface SectionNode extends Container {
  type: 'section';
  title?: z.infer<typeof textSchema> | undefined;
  description?: z.infer<typeof textSchema> | undefined;
  layout: 'stack' | 'columns' | 'row' | 'grid';
  folded?: true | undefined;
}

/** Written out because a schema that contains itself can't have its type inferred. */
export type Node = z.infer<(typeof leafSchemas)[number]> | PageNode | SectionNode | TabsNode<Node>;
export type NodeType = Node['type'];

const childrenSchema = orderedMap(z.lazy((): z.ZodType<Node> => nodeSchema));

export const pageSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('page'),
    title: textSchema,
    subtitle: textSchema.optional(),
    source: sourceSchema.optional(),
    children: childrenSchema,
  })
  .meta({ id: 'PageNode' });

export const sectionSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('section'),
    title: textSchema.optional(),
    description: textSchema.optional(),
    layout: z
      .enum(['stack', 'columns', 'row', 'grid'])
      .default('stack')
      .describe('row: as wide as they are; grid: each as wide as its "width"'),
    folded: z
      .literal(true)
      .optional()
      .describe('Only the title shows until it is opened, as of a question and its answer'),
    source: sourceSchema.optional(),
    children: childrenSchema,
  })
  .meta({ id: 'SectionNode' });

/** Every node type of the manifest language. A new one is added here and in the renderer. */
export const nodeSchema: z.ZodType<Node> = z
  .discriminatedUnion('type', [pageSchema, sectionSchema, tabsOf(childrenSchema), ...leafSchemas])
  .meta({ id: 'Node' });
