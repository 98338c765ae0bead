import { z } from 'zod';
import { countrySchema, instanceSchema, localeSchema } from '../entities/market.ts';
import { actionSchema } from './actions.ts';
import type { CompiledForm } from './compiledForm.ts';
import { badgeSchema, brands, layoutSchema, tagManagerSchema, tenantAppSchema } from './files.ts';
import type { PartOf } from './language.ts';
import { menuSchema } from './menu.ts';
import type { Node, NodeType } from './node.ts';
import { iconSchema, sourceSchema } from './parts.ts';
import { textSchema } from './references.ts';

/**
 * What the server sends after pruning: maps of parts have become lists with `id`, access rules are
 * gone, tiles are filled in.
 */

interface Identified {
  id: string;
  /** `file:line`, for those who mend manifests. */
  at?: string;
}

type Ordered<T> = T extends object ? Compiled<T> & Identified : never;

type CompiledValue<Key, T> = Key extends 'children' | 'actions'
  ? CompiledNode[] | Extract<T, undefined>
  : [PartOf<NonNullable<T>>] extends [never]
    ? T
    : Ordered<PartOf<NonNullable<T>>>[] | Extract<T, undefined>;

export type Compiled<T> = T extends unknown
  ? { [Key in keyof T as Exclude<Key, 'access'>]: CompiledValue<Key, T[Key]> }
  : never;

const entryParts = {
  id: z.string().describe('The module that brings it along'),
  label: textSchema.describe('What it says'),
  icon: iconSchema.describe('What it looks like'),
  path: z.string().describe('The address it leads to'),
  locked: z.boolean().describe('Greyed out, for the package doesn’t include it'),
  badge: badgeSchema.optional(),
};

export const tileSchema = z
  .object({
    ...entryParts,
    description: textSchema.describe('What stands under the label'),
  })
  .meta({ id: 'Tile' });
export type Tile = z.infer<typeof tileSchema>;

type CompiledPlain = Compiled<Exclude<Node, { type: 'tiles' | 'form' | 'table' }>>;
/** The table's tools as members of their own. */
type CompiledTable = Omit<Compiled<Extract<Node, { type: 'table' }>>, 'tools'> & {
  columnChoice?: boolean | undefined;
  refresh?: boolean | undefined;
  views?: boolean | undefined;
  export?: boolean | undefined;
  fullscreen?: boolean | undefined;
};
type FormNode = Extract<Node, { type: 'form' }>;
type CompiledFormNode = Omit<Compiled<FormNode>, 'form' | 'forecast'> & {
  form: CompiledForm;
  forecast?: Compiled<NonNullable<FormNode['forecast']>> | undefined;
};
type CompiledTiles = Compiled<Extract<Node, { type: 'tiles' }>> & { tiles: Tile[] };

/** A node as the renderer gets it. */
export type CompiledNode = (CompiledPlain | CompiledTable | CompiledTiles | CompiledFormNode) &
  Identified;
export type CompiledNodeOf<Type extends NodeType> = Extract<CompiledNode, { type: Type }>;

/** Compiled screens are our own output, so only the envelope is described to API readers. */
const compiledNodeSchema = z
  .custom<CompiledNode>((node) => typeof node === 'object' && node !== null && 'type' in node)
  .meta({ type: 'object', required: ['type'] });

export const screenManifestSchema = z
  .object({
    id: z.string().describe('Its name, as <module>.<screen>'),
    query: z
      .record(
        z.string(),
        z.object({
          default: z
            .union([z.string(), z.number(), z.boolean()])
            .optional()
            .describe('Its value where the address has none'),
          secret: z.boolean().optional().describe('Comes after the # and is taken out at once'),
          only: z
            .array(z.string())
            .optional()
            .describe('What it may be: any other value is as none'),
          isDay: z.boolean().optional().describe('It is a day: any other value is as none'),
          atLeast: z
            .string()
            .optional()
            .describe('The parameter that it isn’t less than: it is as large then'),
          most: z.number().optional().describe('It is a list of ids, at most so many'),
        }),
      )
      .describe('The query parameters that it reads, and what its controls let them be'),
    root: compiledNodeSchema.describe('The page with everything in it'),
  })
  .meta({ id: 'ScreenManifest' });
export type ScreenManifest = z.infer<typeof screenManifestSchema>;

/** Why a visitor may not enter a route that exists: both lead to `/`. */
export const routeGuardSchema = z.enum(['open', 'signIn', 'denied']);

export const compiledRouteSchema = z.object({
  name: z.string().describe('What links call it'),
  path: z.string().describe('Its address, with {name} for what differs'),
  title: textSchema.describe('The title of the browser tab'),
  guard: routeGuardSchema.describe('Whether one may enter, and if not, why'),
  layout: layoutSchema.describe('What stands around the screen'),
  brand: z.enum(brands).optional().describe('Left out: the portal’s own'),
  screen: z.string().optional().describe('What it shows; left out: it leads elsewhere'),
  redirect: z.string().optional().describe('The path it leads to instead'),
  query: z
    .array(z.string())
    .optional()
    .describe(
      'What its screen and those above it read of the address: links to it carry that along',
    ),
  sidebar: z.string().optional().describe('The module whose menu stands at its side'),
  breadcrumb: z
    .object({
      label: textSchema.describe('What it is called in the way above the page'),
      source: sourceSchema.optional(),
      parent: z.string().optional().describe('The name of the route above it'),
    })
    .optional()
    .describe('Its place in the way above the page'),
});
export type CompiledRoute = z.infer<typeof compiledRouteSchema>;

export const navigationEntrySchema = z.object(entryParts);
export type NavigationEntry = z.infer<typeof navigationEntrySchema>;

export const topBarEntrySchema = z.object({ ...entryParts, menu: menuSchema.optional() });
export type TopBarEntry = z.infer<typeof topBarEntrySchema>;

export const sidebarSectionSchema = z.object({
  id: z.string().describe('Its key in the file'),
  label: textSchema.describe('Its heading in the menu'),
  options: z
    .array(
      z.object({
        id: z.string().describe('Its key in the file'),
        sectionId: z.string().describe('The section that it stands in'),
        label: textSchema.describe('What it says'),
        icon: iconSchema.optional().describe('What it looks like'),
        action: actionSchema.describe('What it does'),
        hasPrivilege: z.boolean().describe('False: greyed out with a lock'),
        active: z.boolean().describe('Selected at first'),
      }),
    )
    .describe('What there is to choose from'),
});
export type SidebarSection = z.infer<typeof sidebarSectionSchema>;

export const manifestIndexSchema = z
  .object({
    market: z
      .object({
        country: countrySchema.describe('The country of the market'),
        instance: instanceSchema.describe('The code of its instance'),
        language: localeSchema.describe('Used when neither user nor browser chose one'),
        timeZone: z.string().describe('IANA zone in which its days begin'),
        tiles: z
          .object({
            url: z.string().describe('With {z}, {x} and {y}'),
            attribution: z.string().describe('Whose map it is'),
          })
          .nullable()
          .describe('Street tiles over the bundled map; null: none'),
        contactUrl: z.string().nullable().describe('The page with addresses; null: none'),
        tenantApp: tenantAppSchema.describe('Where tenants get their app; null: there is none'),
        tagManager: tagManagerSchema.optional().describe('A script that counts visits'),
      })
      .describe('What its file in manifests/markets says'),
    texts: z.string().describe('The version of the texts: another one, and they are fetched again'),
    languages: z.array(localeSchema).describe('Those that there are texts in'),
    signIn: z
      .object({
        authority: z.string().describe('The address of the identity provider'),
        clientId: z.string().describe('What the portal is called there'),
        scope: z.string().describe('What is asked for, apart by spaces'),
        resource: z
          .array(z.string())
          .optional()
          .describe('What access is asked for (RFC 8707); the tokens are for the first'),
        audience: z
          .string()
          .optional()
          .describe('The same, for providers that name it so; apart by spaces'),
      })
      .describe('What the browser needs for the OpenID Connect sign-in'),
    signedIn: z.boolean().describe('Whether it is somebody’s own'),
    navigation: z.array(navigationEntrySchema).describe('Entries of the main navigation'),
    topBar: z.array(topBarEntrySchema).describe('Entries of the bar at the top'),
    userMenu: z.array(navigationEntrySchema).describe('Entries of the user’s menu'),
    notifications: z
      .array(
        z.object({
          id: z.string().describe('Its key in the file'),
          label: textSchema.describe('Its heading in the panel'),
          screen: z.string().describe('The screen that it shows'),
        }),
      )
      .describe('The sections of the notification panel'),
    sidebars: z
      .record(z.string(), z.array(sidebarSectionSchema))
      .optional()
      .describe('Menus at the side, by module'),
    search: z.literal(true).optional().describe('There is something to find by the search'),
    routes: z.array(compiledRouteSchema).describe('All pages, those that are closed as well'),
    development: z.boolean().optional().describe('There is a gallery at /dev/gallery'),
    problems: z.array(z.string()).describe('Broken manifest files; only for support'),
  })
  .meta({ id: 'ManifestIndex' });
export type ManifestIndex = z.infer<typeof manifestIndexSchema>;
