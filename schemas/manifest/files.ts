import { z } from 'zod';
import { accessRuleSchema } from '../accessRule.ts';
import { degreeDayMethodSchema } from '../entities/consumption.ts';
import { demoPlacesSchema } from '../entities/demoPlaces.ts';
import { energySourceShareSchema, informationContactSchema } from '../entities/information.ts';
import { countrySchema, instanceSchema, localeSchema } from '../entities/market.ts';
import { actionSchema } from './actions.ts';
import { fileBase, ofRows } from './envelope.ts';
import { filled, idSchema, mapOf, partsOf, plainRecord, shortOr } from './language.ts';
import { menuSchema } from './menu.ts';
import { pageSchema } from './node.ts';
import { iconSchema, sourceSchema } from './parts.ts';
import {
  bindingSchema,
  enumerationReferenceSchema,
  localeKeySchema,
  moduleReferenceSchema,
  references,
  routeNameSchema,
  routeReferenceSchema,
  screenReferenceSchema,
  textSchema,
} from './references.ts';

/** The files of manifests/, one schema each. */

export const layouts = [
  'auth',
  'dashboard',
  'default',
  'empty',
  'map',
  'resources',
  'sidebar',
] as const;
export const layoutSchema = z.enum(layouts).meta({ id: 'Layout' });
export type Layout = z.infer<typeof layoutSchema>;

export const brands = ['meterhouse', 'eco-trend'] as const;
const brandSchema = z.enum(brands).meta({ id: 'Brand' });
export type Brand = z.infer<typeof brandSchema>;

const httpsAddressSchema = z.url({ protocol: /^https$/ });
export const tenantAppSchema = z
  .strictObject({
    ios: httpsAddressSchema.describe('For telephones by Apple'),
    android: httpsAddressSchema.describe('For all others'),
  })
  .nullable();
/** A script of another origin; it runs for visitors who allowed it. */
export const tagManagerSchema = z
  .strictObject({
    url: z.url({ protocol: /^https$/ }).describe('The script, which may load no others'),
    name: z.string().min(1).max(80).describe('Whose script it is, as visitors are asked'),
  })
  .meta({ id: 'TagManager' });

export const marketFileSchema = z
  .strictObject({
    ...fileBase,
    country: countrySchema.describe('As the file is named'),
    instance: instanceSchema.describe(
      'The number of the portal’s instance, of each market its own',
    ),
    domains: z.array(z.string()).describe('Domain endings that lead to this market, such as pl'),
    default: z
      .boolean()
      .default(false)
      .describe('Whether addresses that no domain fits lead here, in English; one market is it'),
    language: localeSchema.describe('Used when neither the user nor the browser chose one'),
    timeZone: z.string().describe('IANA zone that a property has unless it says otherwise'),
    degreeDays: degreeDayMethodSchema
      .default('EUROSTAT')
      .describe('How degree days are counted: DK_17 as Denmark does, or EUROSTAT'),
    tiles: z
      .strictObject({
        url: z.url().describe('With {z}, {x} and {y}'),
        attribution: z.string().describe('Whose map it is'),
      })
      .nullable()
      .describe('Street tiles over the bundled map, {z}/{x}/{y}; null: only the bundled map'),
    contactUrl: z.url().nullable().describe('The page with addresses and telephones; null: none'),
    tenantApp: tenantAppSchema
      .default(null)
      .describe('Where tenants get the app for their own readings; null: there is none'),
    tagManager: tagManagerSchema
      .nullable()
      .default(null)
      .describe('A script that counts visits, loaded for visitors who allow it; null: none'),
    contactEmail: z.email().describe('Where messages of the contact form go'),
    information: z
      .strictObject({
        energyMix: z
          .array(energySourceShareSchema)
          .max(20)
          .describe('What heat is made of, as its supplier publishes it; empty: not known'),
        energyMixSource: z
          .string()
          .nullable()
          .default(null)
          .describe('Where the energy mix is published; null: the portal says whose it is'),
        contacts: z.array(informationContactSchema).max(20).describe('Who helps consumers'),
      })
      .default({ energyMix: [], energyMixSource: null, contacts: [] })
      .describe('What the monthly consumption information tells beside the figures'),
    demo: demoPlacesSchema
      .nullable()
      .default(null)
      .describe('What the demo is made up from, once it fills an empty database; null: none here'),
    values: plainRecord(
      enumerationReferenceSchema,
      plainRecord(
        z.string().regex(/^\w+$/, 'expected a value such as IMS_INVOICE'),
        z.boolean().describe('false: not offered, and refused by the calls that ask for it'),
      ),
    )
      .default({})
      .describe('Values of enumerations on or off; those not named are on'),
    modules: plainRecord(moduleReferenceSchema, z.boolean()).describe(
      'Modules on or off; their entries and tiles come in this order',
    ),
  })
  .meta({ id: 'MarketFile' });
export type MarketFile = z.infer<typeof marketFileSchema>;

const whenLockedSchema = z
  .enum(['hide', 'upgrade'])
  .default('hide')
  .describe('Without licence: hidden, or greyed out with a lock and the upgrade tooltip');

const breadcrumbSchema = z.strictObject({
  label: filled(textSchema, 'the title of the route').describe('Left out, the title'),
  source: sourceSchema.optional().describe('What the label’s $data is'),
  parent: routeReferenceSchema.optional().describe('The route above it'),
});

export const routeSchema = z
  .strictObject({
    path: z
      .string()
      .regex(/^(\/|(\/([\w-]+|\{[a-zA-Z]+\}))+\/?)$/, 'expected a path such as /a/{b}')
      .describe('Its address, with {name} for what differs'),
    screen: screenReferenceSchema.optional().describe('What it shows'),
    redirect: routeReferenceSchema.optional().describe('Where it leads instead'),
    layout: layoutSchema.default('default').describe('What stands around the screen'),
    title: localeKeySchema.describe('The title of the browser tab'),
    brand: brandSchema.default('meterhouse').describe('Under whose name and look it stands'),
    access: accessRuleSchema.optional().describe('Who may enter, of those whom the module lets in'),
    breadcrumb: shortOr(breadcrumbSchema, routeReferenceSchema, (parent) => ({ parent }))
      .optional()
      .describe('Its place in the way above the page: the route above it, or more'),
  })
  .refine((route) => (route.screen === undefined) !== (route.redirect === undefined), {
    message: 'expected either "screen" or "redirect"',
  })
  .meta({ id: 'Route', description: 'A page: its path, and the screen it shows' });
references.add(routeSchema, { reference: 'route-declaration' });
export type Route = z.infer<typeof routeSchema>;

const entryBase = {
  label: localeKeySchema.describe('What it says'),
  icon: iconSchema.describe('What it looks like'),
  route: routeReferenceSchema.describe('Where it leads'),
  access: accessRuleSchema.optional().describe('Who gets it, of those who may enter the route'),
  whenLocked: whenLockedSchema,
  lockedFor: accessRuleSchema
    .optional()
    .describe('Who sees it locked, where "whenLocked" is upgrade; left out, all without licence'),
  before: moduleReferenceSchema
    .optional()
    .describe('The module whose entry it stands before; left out, as the market lists modules'),
  after: moduleReferenceSchema.optional().describe('The module whose entry it stands after'),
};

export const badgeSchema = z
  .strictObject({
    source: sourceSchema,
    value: bindingSchema.describe('The number that shows; 0 and what isn’t known show nothing'),
    label: textSchema.describe('What it is, for screen readers and on hover'),
    seconds: z.int().min(10).max(3600).default(60).describe('How often it is asked again'),
  })
  .meta({ id: 'Badge' })
  .describe('A number beside it, such as what waits there; not while it is locked');
export type EntryBadge = z.infer<typeof badgeSchema>;
const withBadge = { ...entryBase, badge: badgeSchema.optional() };

/** The sections of a module's own menu, which routes with the layout `sidebar` show at their side. */
const sidebarSchema = partsOf(
  z
    .strictObject({
      label: localeKeySchema.describe('Its heading'),
      options: partsOf(
        z
          .strictObject({
            label: localeKeySchema.describe('What it says'),
            icon: iconSchema.optional().describe('What it looks like'),
            action: actionSchema.describe('What it does'),
            access: accessRuleSchema.optional().describe('Who gets it'),
            whenLocked: whenLockedSchema,
            active: z.boolean().optional().describe('Selected at first'),
          })
          .meta({ id: 'SidebarOption', description: 'An entry of the menu at the side' }),
        { noun: 'option', whenEmpty: 'close' },
      ).describe('What there is to choose from'),
    })
    .meta({ id: 'SidebarMenu', description: 'Entries of the menu at the side under one heading' }),
  { noun: 'sidebar section', whenEmpty: 'drop' },
).describe('Shown at the side by routes with the layout sidebar');

/** Sections of the notification panel, which stands beside any page. */
const notificationsSchema = partsOf(
  z
    .strictObject({
      label: localeKeySchema.describe('Its heading'),
      screen: screenReferenceSchema.describe('What it shows'),
      access: accessRuleSchema.optional().describe('Who gets it'),
    })
    .meta({ id: 'NotificationSection', description: 'A section of the notification panel' }),
  { noun: 'section of the notification panel', whenEmpty: 'drop' },
).describe('Sections of the notification panel; each shows a screen of the module');

export const moduleFileSchema = z
  .strictObject({
    ...fileBase,
    title: localeKeySchema.describe('What it is called'),
    requires: z
      .array(moduleReferenceSchema)
      .default([])
      .describe('Modules whose routes, calls and parts it uses'),
    uses: z
      .array(moduleReferenceSchema)
      .default([])
      .describe('Modules whose routes and calls it shows where the market has them'),
    access: accessRuleSchema
      .optional()
      .describe('Guards everything of the module: routes, entries and API operations'),
    licence: accessRuleSchema
      .pick({ anyFeature: true })
      .optional()
      .describe('Features that license it: guards its entries and API operations'),
    navigation: z.strictObject(withBadge).optional().describe('An entry of the main navigation'),
    topBar: z
      .strictObject({ ...entryBase, menu: menuSchema.optional() })
      .optional()
      .describe('An entry of the bar at the top'),
    userMenu: z.strictObject(entryBase).optional().describe('An entry of the user’s menu'),
    tile: z
      .strictObject({
        ...withBadge,
        description: localeKeySchema.describe('What stands under the label'),
      })
      .optional()
      .describe('A tile of the dashboard'),
    sidebar: sidebarSchema.optional(),
    notifications: notificationsSchema.optional(),
    routes: mapOf(routeNameSchema, routeSchema, { noun: 'route', whenEmpty: 'drop', repeats: true })
      .default({})
      .describe('Its pages, by the name of each'),
  })
  .meta({ id: 'ModuleFile' });
export type ModuleFile = z.infer<typeof moduleFileSchema>;

const queryParameterSchema = z
  .strictObject({
    default: z
      .union([z.string(), z.number(), z.boolean()])
      .optional()
      .describe('Its value where the address has none'),
    secret: z
      .literal(true)
      .optional()
      .describe('Comes after the # of the address, which no server sees, and is taken out'),
  })
  .refine(({ default: value, secret }) => !secret || value === undefined, {
    message: 'expected no default for what is secret',
  })
  .describe('Its default, or what it is');
const literalSchema = z.union([z.string(), z.number(), z.boolean()]);

const { type: _type, ...pageParts } = pageSchema.shape;

/** A screen; its id is <module>.<file name>. It is a page, and has what a page has. */
export const screenFileSchema = z
  .strictObject({
    ...fileBase,
    ...ofRows,
    query: plainRecord(
      idSchema,
      shortOr(queryParameterSchema, literalSchema, (value) => ({ default: value })),
    )
      .default({})
      .describe('Query parameters of the address that the screen reads, with their defaults'),
    ...pageParts,
  })
  .meta({ id: 'ScreenFile' });
references.add(screenFileSchema, { reference: 'screen-file' });
export type ScreenFile = z.infer<typeof screenFileSchema>;
