import { z } from 'zod';
import {
  buttonSchema,
  emptyNodeSchema,
  factsSchema,
  qrSchema,
  textNodeSchema,
  tilesSchema,
} from './basics.ts';
import { calendarSchema } from './calendar.ts';
import { cardsSchema } from './cards.ts';
import { controlsSchema } from './controls.ts';
import { dotsSchema } from './dots.ts';
import { fileNodeSchema } from './file.ts';
import { formNodeSchema } from './form.ts';
import { graphNodeSchema } from './graph.ts';
import { imageSchema } from './image.ts';
import { type Parts, partsOf } from './language.ts';
import { mapSchema } from './map.ts';
import { markdownSchema } from './markdown.ts';
import { nodeBase, sourceSchema } from './parts.ts';
import { textSchema } from './references.ts';
import { statsSchema } from './stats.ts';
import { tableSchema } from './table.ts';
import { type TabsNode, tabsOf } from './tabs.ts';
import { tasksSchema } from './tasks.ts';

const leafSchemas = [
  statsSchema,
  tilesSchema,
  cardsSchema,
  tasksSchema,
  tableSchema,
  calendarSchema,
  mapSchema,
  graphNodeSchema,
  dotsSchema,
  controlsSchema,
  formNodeSchema,
  textNodeSchema,
  markdownSchema,
  factsSchema,
  qrSchema,
  imageSchema,
  fileNodeSchema,
  emptyNodeSchema,
  buttonSchema,
] as const;

interface Container {
  access?: z.infer<typeof nodeBase.access>;
  visibleWhen?: z.infer<typeof nodeBase.visibleWhen>;
  width?: z.infer<typeof nodeBase.width>;
  source?: z.infer<typeof sourceSchema> | undefined;
  children: Parts<Node>;
}

export interface PageNode extends Container {
  type: 'page';
  title: z.infer<typeof textSchema>;
  subtitle?: z.infer<typeof textSchema> | undefined;
  actions?: Parts<Node> | undefined;
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

const anyNode = z.lazy((): z.ZodType<Node> => nodeSchema);
const childrenSchema = partsOf(anyNode, {
  noun: 'node',
  whenEmpty: 'close',
  repeats: true,
}).describe('What stands in it, from top to bottom');

export const pageSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('page').describe('A whole page'),
    title: textSchema.describe('Its heading'),
    subtitle: textSchema.optional().describe('What stands under the heading'),
    source: sourceSchema.optional(),
    actions: partsOf(anyNode, { noun: 'node', whenEmpty: 'drop' })
      .optional()
      .describe('What stands at the heading’s right, under it on phones: buttons, a search'),
    children: childrenSchema,
  })
  .meta({ id: 'PageNode', description: 'A page with its heading; every screen is one' });

export const sectionSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('section').describe('Several nodes together'),
    title: textSchema.optional().describe('Its heading'),
    description: textSchema.optional().describe('What stands under the heading'),
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
  .meta({
    id: 'SectionNode',
    description: 'Several nodes together, under a heading or beside each other',
  });

/** Every node type of the manifest language. A new one is added here and in the renderer. */
export const nodeSchema: z.ZodType<Node> = z
  .discriminatedUnion('type', [pageSchema, sectionSchema, tabsOf(childrenSchema), ...leafSchemas])
  .meta({ id: 'Node' });
