import { z } from 'zod';
import type { AccessRule } from '../accessRule.ts';

/** How one call of the API looks: the routes, the OpenAPI document and the client come from it. */
export interface Operation {
  /** The module whose access and licence guard the call; `core` is always there. */
  readonly module: string;
  readonly summary: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `{name}` for each key of `params`. */
  readonly path: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** A JSON body, or `'stream'` for one that the handler reads itself. */
  readonly body?: z.ZodType | 'stream';
  readonly response: z.ZodType;
  /** Narrows what the module's own rule already demands. */
  readonly access?: AccessRule;
}

/** An id in a path or query: digits only, within what a database bigint and a JS number share. */
export const idParameter = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

export const pageQuery = {
  page: z.coerce.number().int().min(0).max(1_000_000).default(0),
  size: z.coerce.number().int().min(1).max(1000).default(25),
};

export const searchQuery = { search: z.string().trim().max(100).optional() };

/** `field` or `-field` for descending, out of a closed list. */
export function sortQuery<const Fields extends readonly [string, ...string[]]>(fields: Fields) {
  const both = fields.flatMap((field) => [field, `-${field}`]) as [
    Fields[number] | `-${Fields[number]}`,
  ];
  return { sort: z.enum(both).optional() };
}

export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    content: z.array(item),
    page: z.number(),
    size: z.number(),
    total: z.number(),
  });
}
