import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import type { AccessSubject } from '../../schemas/accessRule.ts';
import type { Operation } from '../../schemas/api/operation.ts';
import { type OperationId, operations } from '../../schemas/api/operations.ts';
import type { FieldError } from '../../schemas/errors.ts';
import { AppError } from '../errors.ts';
import type { Identity } from '../identity/identity.ts';
import { findToken, nameIncident } from '../identity/tokenRefusals.ts';
import type { ManifestService } from '../manifests/service.ts';
import type { Session } from '../session.ts';
import type { Turn, WorkPool } from '../workPool.ts';
import type { Handlers } from './handler.ts';
import { findHostMarket } from './hostMarket.ts';
import { addressOf } from './remoteAddress.ts';

const jsonBodyBytes = 1_000_000;
/** Deeper than any operation's. */
const deepestBody = 30;

interface Mounting {
  readonly app: Hono;
  readonly handlers: Handlers;
  readonly identity: Pick<Identity, 'authenticate'>;
  readonly manifests: Pick<
    ManifestService,
    'findOperationRefusal' | 'findSubmissionFaults' | 'licensingFeatures' | 'market'
  >;
  /** Where each call waits for its turn. */
  readonly calls: Pick<WorkPool, 'run' | 'isWanted'>;
  /** Check answers against their schema: for tests and development. */
  readonly checkResponses: boolean;
}

type AnyHandler = (request: unknown, context: unknown) => Promise<unknown>;

/** Makes one route of each operation: who asks, may they, is the request sound, then the handler. */
export function mountOperations({ app, handlers, ...mounting }: Mounting): void {
  const methods = new Map<string, string[]>();
  for (const id of Object.keys(operations) as OperationId[]) {
    const operation: Operation = operations[id];
    const handler = handlers[id] as unknown as AnyHandler;
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    methods.set(path, [...(methods.get(path) ?? []), operation.method]);
    const limit = operation.body === 'stream' ? undefined : bodyLimit({ maxSize: jsonBodyBytes });
    app.on(operation.method, path, async (http) => {
      const session = await findSession(http, operation, mounting.identity);
      const subject = subjectOf(http, session, mounting.manifests);
      refuseUnlessAllowed(id, subject, mounting.manifests, http.req.header('authorization'));
      if (limit) await limit(http, () => Promise.resolve());
      const request = await readRequest(http, operation, (body) =>
        mounting.manifests.findSubmissionFaults(id, subject, body),
      );
      const turn = createTurn(mounting.calls, http, session);
      const answer = () =>
        handler(request, {
          session,
          scope: session && {
            accountId: session.accountId,
            anyFeature: mounting.manifests.licensingFeatures(id),
          },
          http,
          turn,
        });
      // A file may take minutes to come: its handler takes a turn for each of its batches.
      return respond(id, operation, http, await (limit ? turn.take(answer) : answer()));
    });
  }
  for (const [path, known] of methods) {
    app.all(path, (http) => {
      http.header('Allow', known.join(', '));
      throw new AppError('METHOD_NOT_ALLOWED', `This address takes ${known.join(' and ')} only.`);
    });
  }

  function respond(id: OperationId, operation: Operation, http: Context, answer: unknown) {
    if (answer instanceof Response) return answer;
    if (mounting.checkResponses) checkResponse(id, operation.response, answer);
    return http.json(answer as object);
  }
}

/** Turns of the account, or of the address of who has not signed in. */
function createTurn(calls: Mounting['calls'], http: Context, session: Session | undefined): Turn {
  const owner = session ? `account ${session.accountId}` : `address ${addressOf(http)}`;
  return {
    isWanted: () => calls.isWanted(owner),
    take: (work) =>
      calls.run(owner, async () => {
        if (http.req.raw.signal.aborted) {
          throw new AppError('BAD_REQUEST', 'The caller left before it was their turn.');
        }
        return work();
      }),
  };
}

/** The session's subject, or an anonymous one in the market of the address. */
export function subjectOf(
  http: Context,
  session: Session | undefined,
  manifests: Pick<ManifestService, 'market'>,
): AccessSubject {
  if (session) return session.subject;
  const { country } = findHostMarket(manifests, hostOf(http));
  return { signedIn: false, country, roles: [], features: [] };
}

export function hostOf(http: Context): string {
  return http.req.header('host') ?? new URL(http.req.url).host;
}

async function findSession(
  http: Context,
  operation: Operation,
  identity: Pick<Identity, 'authenticate'>,
): Promise<Session | undefined> {
  try {
    return await identity.authenticate(http.req.header('authorization'), {
      address: addressOf(http),
      userAgent: http.req.header('user-agent') ?? '',
    });
  } catch (error) {
    // A blocked user still gets the public pages, one of which says that they are blocked.
    const isBlocked = error instanceof AppError && error.code === 'ACCOUNT_BLOCKED';
    if (isBlocked && operation.access?.public) return undefined;
    throw error;
  }
}

function refuseUnlessAllowed(
  id: OperationId,
  subject: AccessSubject,
  manifests: Pick<ManifestService, 'findOperationRefusal'>,
  authorization: string | undefined,
): void {
  const refusal = manifests.findOperationRefusal(id, subject);
  if (refusal === undefined) return;
  if (refusal === 'signIn') {
    const token = findToken(authorization);
    // The log has the reason beside it.
    const details = token ? [{ field: 'incident', message: nameIncident(token) }] : [];
    throw new AppError('UNAUTHENTICATED', 'Sign in to use this call.', { details });
  }
  if (refusal === 'module') throw new AppError('NOT_FOUND', 'There is nothing at this address.');
  throw new AppError('FORBIDDEN', 'Your rights do not cover this call.');
}

/** Parses a request by the operation's schemas, and its body by the forms that would send it. */
async function readRequest(
  http: Context,
  operation: Operation,
  findFormFaults: (body: unknown) => readonly FieldError[] | undefined,
) {
  const faults: FieldError[] = [];
  const parse = (part: string, schema: z.ZodType | undefined, input: unknown): unknown => {
    if (!schema) return undefined;
    if (holdsNul(input)) {
      faults.push({ field: part, message: 'holds a NUL character, which can’t be kept' });
      return undefined;
    }
    const result = schema.safeParse(input);
    if (result.success) return result.data;
    for (const issue of result.error.issues) {
      faults.push({ field: [part, ...issue.path].join('.'), message: issue.message });
    }
    return undefined;
  };
  const params = parse('params', operation.params?.strict(), http.req.param());
  const query = parse('query', operation.query?.strict(), readQuery(http, operation.query));
  const bodySchema = operation.body === 'stream' ? undefined : operation.body;
  const given = bodySchema && (await readJson(http));
  const formFaults = bodySchema ? findFormFaults(given) : [];
  if (!formFaults) throw new AppError('FORBIDDEN', 'There is no form for this call.');
  faults.push(...formFaults);
  // A form is narrower than the schema: one list of faults is enough.
  const body = formFaults.length > 0 ? undefined : parse('body', bodySchema, given);
  if (faults.length > 0) {
    const summary = faults.map((fault) => `${fault.field}: ${fault.message}`).join('; ');
    throw new AppError('VALIDATION_FAILED', `The request is not valid. ${summary}`, {
      details: faults,
    });
  }
  return { params, query, body };
}

/** PostgreSQL's text can't hold one. */
function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsNul);
}

/** Repeated parameters are lists where the schema wants one, and a fault where it doesn't. */
function readQuery(http: Context, schema: z.ZodObject | undefined): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, list] of Object.entries(http.req.queries())) {
    const wanted = schema?.shape[name];
    const bare = wanted instanceof z.ZodOptional ? wanted.unwrap() : wanted;
    const wantsList = bare instanceof z.ZodArray;
    values[name] = wantsList || list.length > 1 ? list : list[0];
  }
  return values;
}

async function readJson(http: Context): Promise<unknown> {
  const type = http.req.header('content-type') ?? '';
  if (!type.startsWith('application/json')) {
    throw new AppError('UNSUPPORTED_FORMAT', 'Send the body as application/json.');
  }
  const body: unknown = await http.req.json().catch((cause: unknown) => {
    throw new AppError('BAD_REQUEST', 'The body is not valid JSON.', { cause });
  });
  if (!isDeeper(body, deepestBody)) return body;
  throw new AppError('BAD_REQUEST', `The body is nested deeper than ${deepestBody} levels.`);
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

function checkResponse(id: OperationId, schema: z.ZodType, answer: unknown): void {
  const result = schema.safeParse(answer);
  if (result.success) return;
  throw new Error(`${id} answered what its schema forbids:\n${z.prettifyError(result.error)}`);
}
