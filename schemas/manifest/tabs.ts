import { z } from 'zod';
import { accessRuleSchema } from '../accessRule.ts';
import { filled, type Parts, partsOf } from './language.ts';
import { nodeBase } from './parts.ts';
import { ownQueryReferenceSchema, references, type Text, textSchema } from './references.ts';

interface Tab<Child> {
  access?: z.infer<typeof nodeBase.access>;
  label: Text;
  children: Parts<Child>;
}

export interface TabsNode<Child> {
  access?: z.infer<typeof nodeBase.access>;
  visibleWhen?: z.infer<typeof nodeBase.visibleWhen>;
  width?: z.infer<typeof nodeBase.width>;
  type: 'tabs';
  label: Text;
  query: string;
  items: Parts<Tab<Child>>;
}

/** Parts of a page one at a time; made by node.ts, for what is in a tab is any node again. */
export function tabsOf<Children extends z.ZodType>(children: Children) {
  const schema = z
    .strictObject({
      ...nodeBase,
      type: z.literal('tabs').describe('Parts of a page one at a time'),
      label: textSchema.describe('Names the tabs for screen readers'),
      query: filled(ownQueryReferenceSchema, 'its id').describe(
        'The query parameter that holds the chosen tab’s id; left out, called as the node is',
      ),
      items: partsOf(
        z
          .strictObject({
            access: accessRuleSchema.optional().describe('Who may see the tab'),
            label: textSchema.describe('What the tab is called'),
            children: children.describe('What the tab shows, in the order of the file'),
          })
          .meta({ id: 'Tab' }),
        { noun: 'tab', whenEmpty: 'close' },
      ).describe('The tabs; one in which nothing is shown vanishes'),
    })
    .meta({ id: 'TabsNode', description: 'Parts of a page one at a time' });
  references.add(schema, { reference: 'tabs', declaresQuery: true });
  return schema;
}
