import { z } from 'zod';
import { accessRuleSchema } from '../accessRule.ts';
import { nodeBase } from './parts.ts';
import {
  orderedMap,
  orderSchema,
  queryReferenceSchema,
  type Text,
  textSchema,
} from './references.ts';

interface Tab<Child> {
  order?: z.infer<typeof nodeBase.order>;
  access?: z.infer<typeof nodeBase.access>;
  label: Text;
  children: Record<string, Child>;
}

export interface TabsNode<Child> {
  order?: z.infer<typeof nodeBase.order>;
  access?: z.infer<typeof nodeBase.access>;
  visibleWhen?: z.infer<typeof nodeBase.visibleWhen>;
  width?: z.infer<typeof nodeBase.width>;
  type: 'tabs';
  label: Text;
  query: string;
  items: Record<string, Tab<Child>>;
}

/** Parts of a page one at a time; made by node.ts, for what is in a tab is any node again. */
export function tabsOf<Children extends z.ZodType>(children: Children) {
  return z
    .strictObject({
      ...nodeBase,
      type: z.literal('tabs').describe('Parts of a page one at a time'),
      label: textSchema.describe('Names the tabs for screen readers'),
      query: queryReferenceSchema.describe(
        'The query parameter that holds the chosen tab’s id; the first tab when it holds none',
      ),
      items: orderedMap(
        z
          .strictObject({
            order: orderSchema.optional(),
            access: accessRuleSchema.optional().describe('Who may see the tab'),
            label: textSchema.describe('What the tab is called'),
            children: children.describe('What the tab shows, in the order of the file'),
          })
          .meta({ id: 'Tab' }),
      ).describe('The tabs; one in which nothing is shown vanishes'),
    })
    .meta({ id: 'TabsNode' });
}
