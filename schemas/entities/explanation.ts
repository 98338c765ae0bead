import { z } from 'zod';
import { entity } from '../fields.ts';
import { count } from '../figures.ts';
import { accountLevelSchema, featureSchema, roleSchema } from './access.ts';
import { administratorSchema } from './administrator.ts';
import { subAdministratorStateSchema } from './subAdministrator.ts';

/** What an account has of the portal, and why not the rest. */

/** ENTRY: of a menu. PANEL: of the notification panel or the sidebar. PART: of a page, but for columns. */
export const thingKindSchema = z
  .enum(['MODULE', 'ENTRY', 'TILE', 'PAGE', 'PANEL', 'SCREEN', 'PART', 'COLUMN', 'FIELD'])
  .meta({ id: 'ThingKind' });
export type ThingKind = z.infer<typeof thingKindSchema>;

/** LOCKED: it is seen, says that it isn't licensed, and leads nowhere. */
export const thingStateSchema = z.enum(['SHOWN', 'LOCKED', 'HIDDEN']).meta({ id: 'ThingState' });

const { username, name, lastLogin } = administratorSchema.shape;

export const explainedAccountSchema = entity(
  z.object({
    username,
    name,
    state: subAdministratorStateSchema.describe('Whether the account can sign in'),
    level: accountLevelSchema.describe('Whether others made the account for themselves'),
    madeBy: z.string().nullable().describe('User name of the main user of a sub-administrator'),
    roles: z.array(roleSchema).describe('What the account may do, as roles'),
    features: z.array(featureSchema).describe('What is licensed for it in any property'),
    packages: z.array(z.string()).describe('Permission packages of its properties, by name'),
    properties: count('How many properties are assigned'),
    lastLogin,
  }),
  { name: 'ExplainedAccount', like: 'Administrator', key: 'username', title: 'name' },
);

export const explainedThingSchema = entity(
  z.object({
    id: count('Where it stands in the market’s list'),
    kind: thingKindSchema.describe('What kind of thing it is'),
    thing: z.string().describe('What leads to it in the manifests'),
    module: z.string().describe('Module that it belongs to'),
    path: z.string().nullable().describe('Address of a page'),
    state: thingStateSchema.describe('Whether the account has it'),
    reasons: z.string().describe('All that keep it away or lock it; empty: nothing'),
    places: z.string().describe('File and line of each reason'),
  }),
  { name: 'ExplainedThing', key: 'id', title: 'thing' },
);
