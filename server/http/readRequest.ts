import type { Context } from 'hono';
import { z } from 'zod';
import { fileTypes, type Operation } from '../../schemas/api/operation.ts';
import type { FieldError } from '../../schemas/errors.ts';
import { AppError, type FieldFault, faultOf, InvalidRequest } from '../errors.ts';
import { withInput, wordsOfIssue } from '../forms/issueWords.ts';
import { refuseIllFormedBody } from './textOfRequests.ts';
import { trimTexts } from './trimTexts.ts';

/** Deeper than any operation's. */
const deepestBody = 30;
const utf8 = new TextDecoder('utf-8', { fatal: true });

interface GivenRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** What the forms that would send a body find wrong with it; undefined when there is none. */
type FindFormFaults = (body: unknown) => readonly FieldError[] | undefined;

/** Parses requests by the operation's schemas, and their bodies by the forms that would send them. */
export function createRequestReader({
  params: paramsSchema,
  query: querySchema,
  body: anyBody,
}: Operation): (http: Context, findFormFaults: FindFormFaults) => Promise<GivenRequest> {
  // Made once: zod writes code for a schema when it first parses, which takes longer than a call.
  const bodySchema = anyBody === 'stream' ? undefined : strict(anyBody);
  const schemas = { params: strict(paramsSchema), query: strict(querySchema) };
  return async (http, findFormFaults) => {
    if (anyBody === 'stream') refuseNoFile(http);
    const faults: FieldFault[] = [];
    const parse = (part: string, schema: z.ZodType | undefined, input: unknown): unknown => {
      if (!schema) return undefined;
      const result = schema.safeParse(input, withInput);
      if (result.success) return result.data;
      for (const issue of result.error.issues) {
        faults.push(faultOf([part, ...issue.path].join('.'), wordsOfIssue(issue)));
      }
      return undefined;
    };
    const params = parse('params', schemas.params, readParams(http, paramsSchema));
    const query = parse('query', schemas.query, readQuery(http, querySchema));
    const given = bodySchema && trimTexts(bodySchema, await readJson(http));
    const formFaults = bodySchema ? findFormFaults(given) : [];
    if (!formFaults) throw new AppError('FORBIDDEN', 'There is no form for this call.');
    faults.push(...formFaults);
    // A form is narrower than the schema: one list of faults is enough.
    const body = formFaults.length > 0 ? undefined : parse('body', bodySchema, given);
    if (faults.length > 0) throw new InvalidRequest(faults);
    return { params, query, body };
  };
}

/** What nobody reads is a slip, in a body as in a query. */
function strict(schema: z.ZodType | undefined): z.ZodType | undefined {
  return schema instanceof z.ZodObject ? schema.strict() : schema;
}

function readParams(http: Context, schema: z.ZodObject | undefined): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(http.req.param()).map(([name, text]) => [
      name,
      asWritten(bareOf(schema, name), text),
    ]),
  );
}

/** Repeated parameters are lists where the schema wants one, and a fault where it doesn't. */
function readQuery(http: Context, schema: z.ZodObject | undefined): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, list] of Object.entries(http.req.queries())) {
    const wanted = bareOf(schema, name);
    if (wanted instanceof z.ZodArray) {
      values[name] = list.map((text) => asWritten(wanted.element, text));
    } else if (list.length > 1) values[name] = list;
    else values[name] = asWritten(wanted, list[0] ?? '');
  }
  return values;
}

/** What a parameter is without its default, and whether it may be left out. */
function bareOf(schema: z.ZodObject | undefined, name: string): unknown {
  let wanted: unknown = schema?.shape[name];
  while (wanted instanceof z.ZodOptional || wanted instanceof z.ZodDefault)
    wanted = wanted.unwrap();
  return wanted;
}

/** Numbers are digits: JavaScript takes more for one, such as 0x10, 1e3 or a blank. */
function asWritten(wanted: unknown, text: string): unknown {
  return wanted instanceof z.ZodNumber && !/^-?\d{1,16}$/.test(text) ? Number.NaN : text;
}

/** Without its parameters; empty when nothing is said of it. */
function mediaTypeOf(http: Context): string {
  const [type = ''] = (http.req.header('content-type') ?? '').split(';');
  return type.trim().toLowerCase();
}

/** A form that holds the file would be read for the file. Of what it is nothing need be said. */
function refuseNoFile(http: Context): void {
  const type = mediaTypeOf(http);
  if (type === '' || fileTypes.includes(type)) return;
  throw new AppError(
    'UNSUPPORTED_FORMAT',
    `The body came with the Content-Type ${type}, as which no file is read. Send the file itself as the body, not a form that holds it, with one of these: ${fileTypes.join(', ')}.`,
  );
}

async function readJson(http: Context): Promise<unknown> {
  if (mediaTypeOf(http) !== 'application/json') {
    throw new AppError('UNSUPPORTED_FORMAT', 'Send the body as application/json.');
  }
  const bytes = await http.req.arrayBuffer();
  let body: unknown;
  try {
    body = JSON.parse(utf8.decode(bytes));
  } catch (cause) {
    throw new AppError('BAD_REQUEST', 'The body is not valid JSON in UTF-8.', { cause });
  }
  if (isDeeper(body, deepestBody)) {
    throw new AppError('BAD_REQUEST', `The body is nested deeper than ${deepestBody} levels.`);
  }
  refuseIllFormedBody(body);
  return body;
}

/** Level by level, for what is deep enough overflows the stack of whoever looks into it. */
function isDeeper(body: unknown, levels: number): boolean {
  let level = [body];
  for (let depth = 0; depth <= levels && level.length > 0; depth += 1) {
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
  return level.length > 0;
}
