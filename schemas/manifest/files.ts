import { z } from 'zod';
import { accessRuleSchema } from '../accessRule.ts';
import { degreeDayMethodSchema } from '../entities/consumption.ts';
import { demoPlacesSchema } from '../entities/demoPlaces.ts';
import { energySourceShareSchema, informationContactSchema } from '../entities/information.ts';
import { countrySchema, instanceSchema, localeSchema } from '../entities/market.ts';
import { actionSchema } from './actions.ts';
import { pageSchema } from './node.ts';
import { iconSchema, sourceSchema } from './parts.ts';
import {
  localeKeySchema,
  moduleReferenceSchema,
  orderedMap,
  orderSchema,
  routeNameSchema,
  routeReferenceSchema,
  screenReferenceSchema,
  textSchema,
} from './references.ts';

/** The files of manifests/, one schema each. */

const fileBase = {
  $schema: z.string().optional(),
  manifestVersion: z.literal(1),
};

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
  .strictObject({ ios: httpsAddressSchema, android: httpsAddressSchema })
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
    country: countrySchema,
    instance: instanceSchema,
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
      .strictObject({ url: z.url(), attribution: z.string() })
      .nullable()
      .describe('Street tiles over the bundled map, {z}/{x}/{y}; null: only the bundled map'),
    contactUrl: z.url().nullable(),
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
        contacts: z.array(informationContactSchema).max(20),
      })
      .default({ energyMix: [], contacts: [] })
      .describe('What the monthly consumption information tells beside the figures'),
    demo: demoPlacesSchema
      .nullable()
      .default(null)
      .describe('What the demo is made up from, once it fills an empty database; null: none here'),
    modules: z.record(moduleReferenceSchema, z.boolean()).describe('Modules on or off'),
  })
  .meta({ id: 'MarketFile' });
export type MarketFile = z.infer<typeof marketFileSchema>;

const whenLockedSchema = z
  .enum(['hide', 'upgrade'])
  .default('hide')
  .describe('Without licence: hidden, or greyed out with a lock and the upgrade tooltip');

export const routeSchema = z
  .strictObject({
    path: z
      .string()
      .regex(/^(\/|(\/([\w-]+|\{[a-zA-Z]+\}))+\/?)$/, 'expected a path such as /a/{b}'),
    screen: screenReferenceSchema.optional(),
    redirect: routeReferenceSchema.optional(),
    layout: layoutSchema.default('default'),
    title: localeKeySchema.describe('The title of the browser tab'),
    brand: brandSchema.default('meterhouse').describe('Under whose name and look it stands'),
    access: accessRuleSchema.optional(),
    breadcrumb: z
      .strictObject({
        label: textSchema,
        source: sourceSchema.optional(),
        parent: routeReferenceSchema.optional(),
      })
      .optional(),
  })
  .refine((route) => (route.screen === undefined) !== (route.redirect === undefined), {
    message: 'expected either "screen" or "redirect"',
  })
  .meta({ id: 'Route' });
export type Route = z.infer<typeof routeSchema>;

const entryBase = {
  label: localeKeySchema,
  icon: iconSchema,
  route: routeReferenceSchema,
  order: orderSchema,
  access: accessRuleSchema.optional(),
  whenLocked: whenLockedSchema,
};

/** The sections of a module's own menu, which routes with the layout `sidebar` show at their side. */
const sidebarSchema = orderedMap(
  z.strictObject({
    order: orderSchema.optional(),
    label: localeKeySchema,
    options: orderedMap(
      z.strictObject({
        order: orderSchema.optional(),
        label: localeKeySchema,
        icon: iconSchema.optional(),
        action: actionSchema,
        access: accessRuleSchema.optional(),
        whenLocked: whenLockedSchema,
        active: z.boolean().optional().describe('Selected at first'),
      }),
    ),
  }),
).describe('Shown at the side by routes with the layout sidebar');

/** Sections of the notification panel, which stands beside any page. */
const notificationsSchema = orderedMap(
  z.strictObject({
    order: orderSchema.optional(),
    label: localeKeySchema,
    screen: screenReferenceSchema,
    access: accessRuleSchema.optional(),
  }),
).describe('Sections of the notification panel; each shows a screen of the module');

export const moduleFileSchema = z
  .strictObject({
    ...fileBase,
    title: localeKeySchema,
    requires: z.array(moduleReferenceSchema).default([]),
    access: accessRuleSchema
      .optional()
      .describe('Guards everything of the module: routes, entries and API operations'),
    licence: accessRuleSchema
      .pick({ anyFeature: true })
      .optional()
      .describe('Features that license it: guards its entries and API operations'),
    navigation: z.strictObject(entryBase).optional(),
    topBar: z.strictObject(entryBase).optional().describe('An entry of the bar at the top'),
    userMenu: z.strictObject(entryBase).optional().describe('An entry of the user’s menu'),
    tile: z.strictObject({ ...entryBase, description: localeKeySchema }).optional(),
    sidebar: sidebarSchema.optional(),
    notifications: notificationsSchema.optional(),
    routes: z.record(routeNameSchema, routeSchema).default({}),
  })
  .meta({ id: 'ModuleFile' });
export type ModuleFile = z.infer<typeof moduleFileSchema>;

/** A screen; its id is <module>.<file name>. */
export const screenFileSchema = z
  .strictObject({
    ...fileBase,
    query: orderedMap(
      z
        .strictObject({
          default: z.union([z.string(), z.number(), z.boolean()]).optional(),
          secret: z
            .literal(true)
            .optional()
            .describe('Comes after the # of the address, which no server sees, and is taken out'),
        })
        .refine(({ default: value, secret }) => !secret || value === undefined, {
          message: 'expected no default for what is secret',
        }),
    )
      .default({})
      .describe('Query parameters of the address that the screen reads, with their defaults'),
    root: pageSchema,
  })
  .meta({ id: 'ScreenFile' });
export type ScreenFile = z.infer<typeof screenFileSchema>;
