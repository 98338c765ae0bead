import { z } from 'zod';
import { entity } from '../fields.ts';
import { count } from '../figures.ts';
import { instantSchema } from './consumption.ts';

export const moduleStateSchema = z.enum(['ON', 'OFF']).meta({ id: 'ModuleState' });
export type ModuleState = z.infer<typeof moduleStateSchema>;

/** What support says of a module: on, off, or as the market's file says. */
export const moduleChoiceSchema = z.enum(['ON', 'OFF', 'FILE']).meta({ id: 'ModuleChoice' });
export type ModuleChoice = z.infer<typeof moduleChoiceSchema>;

/** Which of them counts. */
export const moduleSourceSchema = z.enum(['FILE', 'SUPPORT']).meta({ id: 'ModuleSource' });

/** Whether a module can be turned the other way now, and if not, why. */
export const moduleChangeSchema = z
  .enum(['POSSIBLE', 'OTHERS_NEED_IT', 'NEEDS_OTHERS', 'SUPPORT_NEEDS_IT'])
  .meta({ id: 'ModuleChange' });
export type ModuleChange = z.infer<typeof moduleChangeSchema>;

const moduleIdSchema = z.string().max(100);
const reasonSchema = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .describe('Why, in words; it is kept with the change');
const version = z
  .int()
  .min(0)
  .describe('The newest change of the market’s modules; a change of another state is refused');

const stateOf = {
  module: moduleIdSchema.describe('The module, as its folder is called'),
  title: z.string().describe('What the module is called in the reader’s language'),
  state: moduleStateSchema.describe('Whether the market has it now'),
  file: moduleStateSchema.describe('What the market’s file says'),
  source: moduleSourceSchema.describe('Whether the file counts or what support has switched'),
  at: instantSchema.nullable().describe('When support switched it last; null: never'),
  by: z.string().nullable().describe('Who switched it last; null: nobody'),
  because: z.string().nullable().describe('Why it was switched last; null: it never was'),
};

/** A module of the market, with who switched it last. */
export const moduleSwitchSchema = entity(z.object(stateOf), {
  name: 'ModuleSwitch',
  key: 'module',
  title: 'title',
  references: { module: 'module' },
});

/** One module, and what turning it the other way would change. */
export const moduleForecastSchema = entity(
  z.object({
    ...stateOf,
    change: moduleChangeSchema.describe('Whether it can be turned the other way'),
    others: z.string().describe('The modules that are in the way of that; empty: none'),
    routes: count('How many pages would come or go'),
    tiles: count('How many tiles would come or go'),
    entries: count('How many entries of menus would come or go'),
    operations: count('How many operations would be answered, or not any more'),
    accounts: count('How many accounts would have something more, or less'),
    version,
  }),
  { name: 'ModuleForecast', like: 'ModuleSwitch', key: 'module', title: 'title' },
);

export const moduleThingSchema = z
  .enum(['ROUTE', 'TILE', 'NAVIGATION', 'TOP_BAR', 'USER_MENU', 'OPERATION'])
  .meta({ id: 'ModuleThing' });

/** Something that turning a module the other way would change. */
export const moduleEffectSchema = entity(
  z.object({
    id: z.string().describe('The kind and the name of what would change'),
    kind: moduleThingSchema.describe('What it is'),
    name: z.string().describe('What it is called'),
    address: z.string().describe('Where it is'),
    effect: moduleStateSchema.describe('Whether it would come or go'),
    accounts: count('How many accounts would get it, or lose it'),
  }),
  { name: 'ModuleEffect', key: 'id', title: 'name' },
);
export type ModuleEffect = z.infer<typeof moduleEffectSchema>;

/** An entry of a module's history. */
export const moduleEntrySchema = entity(
  z.object({
    entry: z.int().positive().describe('The portal’s own number of the change'),
    at: instantSchema.describe('When it was switched'),
    by: z.string().describe('Who switched it'),
    before: moduleChoiceSchema.describe('What counted before'),
    after: moduleChoiceSchema.describe('What it was switched to'),
    reason: z.string().describe('Why it was switched'),
  }),
  { name: 'ModuleEntry', key: 'entry', title: 'reason', references: { entry: 'entry' } },
);

export const moduleSwitchDraftSchema = entity(
  z.object({
    choice: moduleChoiceSchema.describe('On, off, or as the market’s file says'),
    reason: reasonSchema,
    version,
  }),
  { name: 'ModuleSwitchDraft' },
);
export type ModuleSwitchDraft = z.infer<typeof moduleSwitchDraftSchema>;

export const moduleRollBackSchema = entity(z.object({ reason: reasonSchema, version }), {
  name: 'ModuleRollBack',
  like: 'ModuleSwitchDraft',
});
export type ModuleRollBack = z.infer<typeof moduleRollBackSchema>;
