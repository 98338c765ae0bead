import { z } from 'zod';
import type { AccessRule } from '../accessRule.ts';
import type { ActivityType } from '../entities/activity.ts';
import type { ErrorCode } from '../errors.ts';

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
  /** A JSON body, or `'stream'` for a file (`fileTypes`) that the handler reads itself. */
  readonly body?: z.ZodType | 'stream';
  readonly response: z.ZodType;
  /** What the answer is written as, where it isn't JSON. */
  readonly mediaType?: 'text/csv' | 'application/octet-stream';
  /** Another that it may be written as. */
  readonly otherMediaType?: 'application/x-ndjson';
  /** An empty list is answered as 204 without a body, which the client reads as an empty list. */
  readonly emptyIsNoContent?: true;
  /** The answer has an ETag: who has it already gets 304 and no body. */
  readonly revalidates?: true;
  /** What its handler refuses with beside what all calls are refused with (refusals.ts). */
  readonly refusals?: readonly ErrorCode[];
  /** A POST that changes nothing, so that a node may have it as its source. */
  readonly reads?: true;
  /**
   * What the activity log calls it. The entry is written in the call's first transaction that writes
   * rows, which has to be the one that makes the change; what shows its objects before and after
   * stands in server/features/activityLog/snapshots.ts. What writes entries of its own, or changes nothing
   * that others could ask about, is named with its reason in
   * tests/server/features/activityLog/everyChange.test.ts.
   */
  readonly logs?: ActivityType;
  /** May be called while somebody else's account is looked at, though it is no reading call. */
  readonly endsPreview?: true;
  /**
   * Answers a ticket for a file. It is of who asks alone, and so is given while somebody else's
   * account is looked at, too.
   */
  readonly givesTicket?: true;
  /** The account's pages are told when the answer changes (server/changes), and ask anew. */
  readonly pushes?: true;
  /** Narrows what the module's own rule already demands. */
  readonly access?: AccessRule;
}

/** What files may be sent as: as bytes, for what they hold tells how they are read. */
export const fileTypes: readonly string[] = [
  'text/csv',
  'text/plain',
  'application/json',
  'application/x-ndjson',
  'application/octet-stream',
];

/** An id in a path or query: within what a database bigint and a JS number share. */
export const idParameter = z.coerce.number().int().positive();

export const pageQuery = {
  page: z.coerce.number().int().min(0).max(1_000_000).default(0).describe('Which page, from 0 on'),
  size: z.coerce.number().int().min(1).max(1000).default(25).describe('Rows on a page'),
};

export const searchQuery = {
  search: z
    .string()
    .trim()
    .max(100)
    .optional()
    .describe('Only rows with this in a text, in capitals or not'),
};

/** A repeatable parameter that names several things by their ids. */
export function idsQuery<const Name extends string>(name: Name, description: string) {
  const ids = z.array(idParameter).max(100).optional().describe(description);
  return { [name]: ids } as Record<Name, typeof ids>;
}

/** `field` or `-field` for descending, out of a closed list. */
export function sortQuery<const Fields extends readonly [string, ...string[]]>(fields: Fields) {
  const both = fields.flatMap((field) => [field, `-${field}`]) as [
    Fields[number] | `-${Fields[number]}`,
  ];
  return {
    sort: z.enum(both).optional().describe('Field to sort by; -field: the other way round'),
  };
}

/** The fields of a sort parameter, without the direction. */
export type Ascending<Sort extends string> = Exclude<Sort, `-${string}`>;

/** How a list's field is filtered: a part of its text, `from..to` with either end, or one of `A|B`. */
export const filterKindSchema = z.enum(['text', 'number', 'date', 'choice']);
export type FilterKind = z.infer<typeof filterKindSchema>;

/** The kinds of an operation's `filter` parameter by field. */
export const filterFields = z.registry<{ fields: Readonly<Record<string, FilterKind>> }>();

/** From the year 1 on: PostgreSQL knows no year 0. */
const day = `(?!0000)${z.regexes.date.source.slice(1, -1)}`;
/** As PostgreSQL writes numbers: JavaScript takes more, such as 0x10 or a blank. */
const decimal = String.raw`[+-]?\d{1,30}(?:\.\d{1,30})?`;
const something = String.raw`[\s\S]*\S[\s\S]*`;
const range = (end: string) => `(?:${end}\\.\\.(?:${end})?|\\.\\.${end})`;

const valuesOf: Readonly<Record<FilterKind, string>> = {
  text: something,
  choice: something,
  number: range(decimal),
  date: range(day),
};

/** A repeatable `filter=field:value`, out of a closed list of fields; all of them must hold. */
export function filterQuery(fields: Readonly<Record<string, FilterKind>>) {
  const names = Object.keys(fields);
  const kinds = names.map((name) => `${name} (${fields[name]})`).join(', ');
  const each = Object.entries(fields).map(([name, kind]) => `${name}:${valuesOf[kind]}`);
  const filter = z
    .array(
      z
        .string()
        .max(500)
        .regex(new RegExp(`^(?:${each.join('|')})$`), {
          error: `expected field:value with one of ${kinds}`,
        }),
    )
    .max(names.length);
  filterFields.add(filter, { fields });
  return { filter: filter.optional().describe(`field:value with one of ${kinds}`) };
}

/** `field:value` in its two parts. */
export function splitFilter(text: string): { field: string; value: string } {
  const at = text.indexOf(':');
  return { field: text.slice(0, Math.max(at, 0)), value: text.slice(at + 1) };
}

export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    content: z.array(item).describe('The rows of this page'),
    page: z.int().min(0).describe('Which page it is, the first is 0'),
    size: z.int().min(0).describe('Rows of a page; the last one may have fewer'),
    total: z.int().min(0).describe('Rows of all pages together'),
  });
}

/** How many there are of each value of an enumeration; a value that none has may be left out. */
export function countsOf<Value extends z.ZodType>(value: Value) {
  return z.object({
    content: z
      .array(
        z.object({
          value: value.describe('What is counted'),
          count: z.int().min(0).describe('How many have this value'),
        }),
      )
      .describe('The counts'),
  });
}
