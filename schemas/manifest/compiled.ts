import { z } from 'zod';
import { countrySchema, instanceSchema, localeSchema } from '../entities/market.ts';
import { actionSchema } from './actions.ts';
import type { CompiledForm } from './compiledForm.ts';
import { brands, layoutSchema, tagManagerSchema, tenantAppSchema } from './files.ts';
import type { PartOf } from './language.ts';
import type { Node, NodeType } from './node.ts';
import { iconSchema, sourceSchema } from './parts.ts';
import { textSchema } from './references.ts';

/**
 * What the server sends after pruning: maps of parts have become lists with `id`, access rules are
 * gone, tiles are filled in.
 */

type Ordered<T> = T extends object ? Compiled<T> & { id: string } : never;

type CompiledValue<Key, T> = Key extends 'children'
  ? CompiledNode[]
  : [PartOf<NonNullable<T>>] extends [never]
    ? T
    : Ordered<PartOf<NonNullable<T>>>[] | Extract<T, undefined>;

export type Compiled<T> = T extends unknown
  ? { [Key in keyof T as Exclude<Key, 'access'>]: CompiledValue<Key, T[Key]> }
  : never;

export const tileSchema = z
  .object({
    id: z.string(),
    label: textSchema,
    description: textSchema,
    icon: iconSchema,
    path: z.string(),
    locked: z.boolean(),
  })
  .meta({ id: 'Tile' });
export type Tile = z.infer<typeof tileSchema>;

type CompiledPlain = Compiled<Exclude<Node, { type: 'tiles' | 'form' | 'table' }>>;
/** The table's tools as members of their own. */
type CompiledTable = Omit<Compiled<Extract<Node, { type: 'table' }>>, 'tools'> & {
  columnChoice?: boolean | undefined;
  views?: boolean | undefined;
  export?: boolean | undefined;
  fullscreen?: boolean | undefined;
};
type CompiledFormNode = Omit<Compiled<Extract<Node, { type: 'form' }>>, 'form'> & {
  form: CompiledForm;
};
type CompiledTiles = Compiled<Extract<Node, { type: 'tiles' }>> & { tiles: Tile[] };

/** A node as the renderer gets it. */
export type CompiledNode = (CompiledPlain | CompiledTable | CompiledTiles | CompiledFormNode) & {
  id: string;
};
export type CompiledNodeOf<Type extends NodeType> = Extract<CompiledNode, { type: Type }>;

/** Compiled screens are our own output, so only the envelope is described to API readers. */
const compiledNodeSchema = z
  .custom<CompiledNode>((node) => typeof node === 'object' && node !== null && 'type' in node)
  .meta({ type: 'object', required: ['type'] });

export const screenManifestSchema = z
  .object({
    id: z.string(),
    query: z.record(
      z.string(),
      z.object({
        default: z.union([z.string(), z.number(), z.boolean()]).optional(),
        secret: z.boolean().optional(),
      }),
    ),
    root: compiledNodeSchema,
  })
  .meta({ id: 'ScreenManifest' });
export type ScreenManifest = z.infer<typeof screenManifestSchema>;

/** Why a visitor may not enter a route that exists: both lead to `/`. */
export const routeGuardSchema = z.enum(['open', 'signIn', 'denied']);

export const compiledRouteSchema = z.object({
  name: z.string(),
  path: z.string(),
  title: textSchema,
  guard: routeGuardSchema,
  layout: layoutSchema,
  brand: z.enum(brands).optional().describe('Left out: the portal’s own'),
  screen: z.string().optional(),
  redirect: z.string().optional().describe('A path'),
  sidebar: z.string().optional().describe('The module whose menu stands at its side'),
  breadcrumb: z
    .object({
      label: textSchema,
      source: sourceSchema.optional(),
      parent: z.string().optional().describe('A route name'),
    })
    .optional(),
});
export type CompiledRoute = z.infer<typeof compiledRouteSchema>;

export const navigationEntrySchema = z.object({
  id: z.string(),
  label: textSchema,
  icon: iconSchema,
  path: z.string(),
  locked: z.boolean(),
});
export type NavigationEntry = z.infer<typeof navigationEntrySchema>;

export const sidebarSectionSchema = z.object({
  id: z.string(),
  label: textSchema,
  options: z.array(
    z.object({
      id: z.string(),
      sectionId: z.string(),
      label: textSchema,
      icon: iconSchema.optional(),
      action: actionSchema,
      hasPrivilege: z.boolean(),
      active: z.boolean(),
    }),
  ),
});
export type SidebarSection = z.infer<typeof sidebarSectionSchema>;

export const manifestIndexSchema = z
  .object({
    market: z.object({
      country: countrySchema,
      instance: instanceSchema,
      language: localeSchema,
      timeZone: z.string(),
      tiles: z.object({ url: z.string(), attribution: z.string() }).nullable(),
      contactUrl: z.string().nullable(),
      tenantApp: tenantAppSchema,
      tagManager: tagManagerSchema.optional(),
    }),
    texts: z.string().describe('The version of the texts: another one, and they are fetched again'),
    languages: z.array(localeSchema),
    signIn: z
      .object({ authority: z.string(), clientId: z.string(), scope: z.string() })
      .describe('What the browser needs for the OpenID Connect sign-in'),
    signedIn: z.boolean(),
    navigation: z.array(navigationEntrySchema),
    topBar: z.array(navigationEntrySchema),
    userMenu: z.array(navigationEntrySchema),
    notifications: z
      .array(z.object({ id: z.string(), label: textSchema, screen: z.string() }))
      .describe('The sections of the notification panel'),
    sidebars: z.record(z.string(), z.array(sidebarSectionSchema)).optional(),
    routes: z.array(compiledRouteSchema),
    development: z.boolean().optional().describe('There is a gallery at /dev/gallery'),
    problems: z.array(z.string()).describe('Broken manifest files; only for support'),
  })
  .meta({ id: 'ManifestIndex' });
export type ManifestIndex = z.infer<typeof manifestIndexSchema>;
