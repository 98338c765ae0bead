import { z } from 'zod';
import { actionSchema } from './actions.ts';
import { sourceSchema } from './parts.ts';
import { fieldSchema, localeKeySchema, references, textSchema } from './references.ts';

/** What an entry of the top bar opens instead of leading to its page: a row of a call each. */
export const menuSchema = z
  .strictObject({
    source: sourceSchema,
    rowKey: fieldSchema.describe('The field that tells rows apart'),
    label: textSchema.describe('What a row says'),
    action: actionSchema.describe('What choosing one does'),
    empty: localeKeySchema.describe('Said while there is nothing to choose from'),
    more: localeKeySchema.describe('What the way to the page is called, at the menu’s end'),
  })
  .meta({ id: 'EntryMenu' })
  .describe('Opens a menu with one entry for each row of a call; the page is at its end');
references.add(menuSchema, { perRow: ['rowKey', 'label', 'action'] });
export type EntryMenu = z.infer<typeof menuSchema>;
