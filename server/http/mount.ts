import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import { z } from 'zod';
import type { AccessSubject } from '../../schemas/accessRule.ts';
import type { Operation } from '../../schemas/api/operation.ts';
import { type OperationId, operations } from '../../schemas/api/operations.ts';
import { previewHeader } from '../../schemas/api/paths.ts';
import { listRefusals } from '../../schemas/api/refusals.ts';
import { type Locale, localeOf } from '../../schemas/entities/languages.ts';
import { readingOnly, readOnlyTransaction } from '../database/readOnly.ts';
import { AppError } from '../errors.ts';
import type { Identity } from '../identity/identity.ts';
import { findToken, nameIncident } from '../identity/tokenRefusals.ts';
import type { ManifestService } from '../manifests/serve/service.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Session } from '../session.ts';
import { type Turn, turnOf, type WorkPool } from '../workPool.ts';
import { toAppError } from './failures.ts';
import type { Handlers } from './handler.ts';
import { findHostMarket } from './hostMarket.ts';
import { refuseOtherMethods } from './methods.ts';
import { createRequestReader } from './readRequest.ts';
import { addressOf } from './remoteAddress.ts';
import { sendJson } from './sendJson.ts';
import { speakTo } from './spokenTo.ts';
import { createWithholding } from './withholding.ts';

const jsonBodyBytes = 1_000_000;
const packFile = compress();

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
  /** Hears of each call that was answered, and after how many seconds. */
  readonly observe?: Metrics['observeCall'] | undefined;
  /** Check answers and refusals against what schemas/api says: for tests and development. */
  readonly checkResponses: boolean;
}

const asUsual = <T>(work: () => Promise<T>) => work();

type Answer = (http: Context) => Promise<Response>;
type AnyHandler = (request: unknown, context: unknown) => Promise<unknown>;

/** Makes one route of each operation: who asks, may they, is the request sound, then the handler. */
export function mountOperations({ app, handlers, ...mounting }: Mounting): void {
  for (const [path, ids] of groupByPath()) {
    for (const id of ids) {
      const { method, mediaType }: Operation = operations[id];
      // Files are packed while they are sent; respond does so with what is JSON.
      if (mediaType) app.on(method, path, packFile, answerOf(id));
      else app.on(method, path, answerOf(id));
    }
    const taken = ids.map((id) => operations[id].method);
    refuseOtherMethods(app, path, taken);
  }

  function answerOf(id: OperationId): Answer {
    const operation: Operation = operations[id];
    const handler = handlers[id] as unknown as AnyHandler;
    const readRequest = createRequestReader(operation);
    const withhold = createWithholding(operation.response);
    const limit = operation.body === 'stream' ? undefined : bodyLimit({ maxSize: jsonBodyBytes });
    const mayHaveBody = operation.method !== 'GET';
    const answer = async (http: Context) => {
      const session = await findSession(http, id, mounting.identity);
      const subject = subjectOf(http, session, mounting.manifests);
      const locale = () => readLocale(session, subject);
      speakTo(http, locale);
      refuseUnlessAllowed(id, subject, mounting.manifests, http.req.header('authorization'));
      const watch = session?.preview && !operation.endsPreview ? refuseChanges : asUsual;
      if (watch === refuseChanges && !isPreviewable(operation)) throw readOnlyPreview();
      // To ask for a body that cannot be there costs a quarter of a short call.
      if (limit && mayHaveBody) await limit(http, () => Promise.resolve());
      const request = await readRequest(http, (body) =>
        mounting.manifests.findSubmissionFaults(id, subject, body, locale()),
      );
      const turn = createTurn(mounting.calls, http, session);
      const work = () =>
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
      const answered = await watch(() => (limit ? turn.take(work) : work()));
      const isWithheld = session?.preview && !(answered instanceof Response);
      const found = isWithheld && withhold ? withhold(answered) : answered;
      const response = await respond(id, operation, http, found);
      // Its page learns whose answer it is, also where a preview began or ended in another window.
      if (watch === refuseChanges) response.headers.set(previewHeader, `${session?.preview?.id}`);
      return response;
    };
    return observed(id, mounting.checkResponses ? checked(id, answer) : answer);
  }

  function observed(id: OperationId, answer: Answer): Answer {
    const { observe } = mounting;
    if (!observe) return answer;
    return async (http) => {
      const begin = performance.now();
      const end = (status: number) => observe(id, status, (performance.now() - begin) / 1000);
      try {
        const response = await answer(http);
        end(response.status);
        return response;
      } catch (error) {
        end(error instanceof Error ? toAppError(error).status : 500);
        throw error;
      }
    };
  }

  /** Visitors are spoken to in their market's language. */
  function readLocale(session: Session | undefined, { country }: AccessSubject): Locale {
    return session ? localeOf(session.user.language) : mounting.manifests.market(country).language;
  }

  function respond(id: OperationId, operation: Operation, http: Context, answer: unknown) {
    if (answer instanceof Response) return answer;
    if (mounting.checkResponses) checkResponse(id, operation.response, answer);
    const isEmpty = Array.isArray(answer) && answer.length === 0;
    if (isEmpty && operation.emptyIsNoContent) return http.body(null, 204);
    return sendJson(http, answer);
  }
}

/**
 * The operations of each address, as Hono writes it: those that are spelled out come before those
 * with parameters in the same place, which would answer for them.
 */
function groupByPath(): [string, OperationId[]][] {
  const paths = new Map<string, OperationId[]>();
  for (const id of Object.keys(operations) as OperationId[]) {
    const path = operations[id].path.replaceAll(/\{(\w+)\}/g, ':$1');
    paths.set(path, [...(paths.get(path) ?? []), id]);
  }
  // Slashes and colons alone: a slash sorts before a colon.
  const rank = (path: string) => path.replaceAll(/[^/:]+/g, '');
  return [...paths].sort(([a], [b]) => (rank(a) < rank(b) ? -1 : 1));
}

/** Turns of the account, or of the address of who has not signed in. */
function createTurn(calls: Mounting['calls'], http: Context, session: Session | undefined): Turn {
  const owner = session ? `account ${session.accountId}` : `address ${addressOf(http)}`;
  const turn = turnOf(calls, owner);
  return {
    ...turn,
    take: (work) =>
      turn.take(async () => {
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
  id: OperationId,
  identity: Pick<Identity, 'authenticate'>,
): Promise<Session | undefined> {
  try {
    const origin = { address: addressOf(http), userAgent: http.req.header('user-agent') ?? '' };
    const call = { operation: id, path: http.req.path };
    return await identity.authenticate(http.req.header('authorization'), origin, { call });
  } catch (error) {
    // A blocked user still gets the public pages, one of which says that they are blocked.
    const isBlocked = error instanceof AppError && error.code === 'ACCOUNT_BLOCKED';
    const { access }: Operation = operations[id];
    if (isBlocked && access?.public) return undefined;
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
  if (refusal === 'signIn') throw notSignedIn(authorization);
  if (refusal === 'module') throw new AppError('NOT_FOUND', 'There is nothing at this address.');
  throw new AppError('FORBIDDEN', 'Your rights do not cover this call.');
}

export function notSignedIn(authorization: string | undefined): AppError {
  const token = findToken(authorization);
  // The log has the reason beside it.
  const details = token ? [{ field: 'incident', message: nameIncident(token) }] : [];
  return new AppError('UNAUTHENTICATED', 'Sign in to use this call.', { details });
}

function isPreviewable({ method, reads, givesTicket }: Operation): boolean {
  return method === 'GET' || reads === true || givesTicket === true;
}

/** PostgreSQL refuses what a reading call would write after all. */
async function refuseChanges<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await readingOnly(work);
  } catch (error) {
    const isWriting = (error as { code?: unknown } | null)?.code === readOnlyTransaction;
    throw isWriting ? readOnlyPreview() : error;
  }
}

function readOnlyPreview(): AppError {
  return new AppError(
    'PREVIEW_READ_ONLY',
    'This is a preview of somebody else’s account: nothing can be changed. End the preview first.',
  );
}

function checkResponse(id: OperationId, schema: z.ZodType, answer: unknown): void {
  const result = schema.safeParse(answer);
  if (result.success) return;
  throw new Error(`${id} answered what its schema forbids:\n${z.prettifyError(result.error)}`);
}

function checked(id: OperationId, answer: Answer): Answer {
  return (http) =>
    answer(http).catch((error: unknown) => {
      // Nobody reads what is said to who has left.
      if (http.req.raw.signal.aborted) throw error;
      return throwChecked(id, error);
    });
}

function throwChecked(id: OperationId, error: unknown): never {
  if (error instanceof AppError && !listRefusals(operations[id]).includes(error.code)) {
    throw new Error(`${id} refused with ${error.code}, which schemas/api doesn’t say of it.`, {
      cause: error,
    });
  }
  throw error;
}
