import { Hono } from 'hono';
import { compress } from 'hono/compress';
import type { Logger } from 'pino';
import { changesPath } from '../schemas/api/paths.ts';
import type { Changes } from './changes/changes.ts';
import type { Database } from './database/open.ts';
import { AppError } from './errors.ts';
import { mountBackChannel } from './http/backChannel.ts';
import { logFailure } from './http/callLog.ts';
import { type ChangeStreamLimits, mountChangeStream } from './http/changeStream.ts';
import { docsStyle, renderDocs } from './http/docs.ts';
import { toAppError } from './http/failures.ts';
import type { Handlers } from './http/handler.ts';
import { addHeaders } from './http/headers.ts';
import { mountManifestEvents } from './http/manifestEvents.ts';
import { refuseOtherMethods } from './http/methods.ts';
import { mountMetrics } from './http/metrics.ts';
import { mountOperations } from './http/mount.ts';
import { createOpenApi } from './http/openapi.ts';
import { mountPortal } from './http/portal.ts';
import { addressOf } from './http/remoteAddress.ts';
import { securityHeaders } from './http/security.ts';
import { mountSecurityText } from './http/securityText.ts';
import { findSpeech } from './http/spokenTo.ts';
import { refuseIllFormedAddress } from './http/textOfRequests.ts';
import { mountUnsubscribe } from './http/unsubscribe.ts';
import type { Identity } from './identity/identity.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { ManifestService } from './manifests/serve/service.ts';
import type { Metrics } from './metrics/metrics.ts';
import { createWorkPool, turnOf, type WorkPool } from './workPool.ts';

interface AppDeps {
  readonly database: Pick<Database, 'pool' | 'statements'>;
  readonly manifests: ManifestService;
  readonly identity: Identity;
  readonly handlers: Handlers;
  readonly logger: Logger;
  readonly publicUrl: string;
  /** Where faults of security are reported. */
  readonly securityContact?: string | undefined;
  /** The built renderer; without it only the API is served. */
  readonly rendererDirectory?: string;
  readonly checkResponses: boolean;
  /** Aborted when the portal is about to end. */
  readonly stopping?: AbortSignal;
  /** How many devices' figures are still to be computed by the rules of this version. */
  readonly outdatedDevices?: () => number;
  /** How much the queues hold; rejects when they don't answer. */
  readonly queueDepths?: Jobs['depths'];
  /** What Prometheus reads; left out: nothing is counted. */
  readonly metrics?: Metrics | undefined;
  /** With which it reads; left out: from this machine alone. */
  readonly metricsToken?: string | undefined;
  /** Where calls wait for their turn; left out: a pool of their own. */
  readonly calls?: WorkPool;
  /** By which pages hear of changes; left out: they ask again by themselves. */
  readonly changes?: Changes;
  readonly changeStreamLimits?: Partial<ChangeStreamLimits> | undefined;
}

const validatorAddress = '/api/manifest/validators/:file{[A-Za-z0-9_-]{32}\\.js}';
const packed = ['/api/openapi.json', '/api/docs', '/api/docs.css', validatorAddress];
/** What is no operation. */
const addresses = [
  ...['/healthz', '/readyz', '/metrics', '/api/openapi.json', '/api/docs', '/api/docs.css'],
  ...[validatorAddress, '/api/manifest/events', changesPath],
];

/** The whole HTTP side, ready for `app.request()` in tests and for a listener in main. */
export function createApp(deps: AppDeps): Hono {
  const { database, manifests, identity, handlers, logger, publicUrl } = deps;
  const { stopping = new AbortController().signal } = deps;
  const { calls = createCallPool(database.pool.options.max) } = deps;
  // An address may end in a slash: the specification's own `/api/consumptiongraph/` does.
  const app = new Hono({ strict: false });

  app.use(
    securityHeaders({
      signInOrigin: new URL(identity.signIn.authority).origin,
      contentOrigins: () => manifests.contentOrigins(),
      https: publicUrl.startsWith('https:'),
    }),
  );
  app.use((http, next) => {
    refuseIllFormedAddress(http.req.raw.url);
    return next();
  });
  app.use('/api/*', (http, next) => addHeaders(http, next, [['Cache-Control', 'no-store']]));

  mountMetrics(app, deps.metrics, deps.metricsToken);
  mountSecurityText(app, { contact: deps.securityContact, publicUrl });
  app.get('/healthz', (http) => http.json({ status: 'up' }));
  app.get('/readyz', async (http) => {
    if (stopping.aborted) return http.json({ stopping: true }, 503);
    const isDatabaseUp = await database.statements.run('SELECT 1').then(
      () => true,
      () => false,
    );
    const problems = manifests.problems();
    const session = isDatabaseUp ? await findCaller(http.req.header('authorization')) : undefined;
    const isSupport = session?.subject.roles.includes('portal_support') ?? false;
    // A broken manifest file is reported, yet the last good one serves: the portal stays ready.
    const body = {
      database: isDatabaseUp,
      manifests: problems.length === 0,
      // Where files lie is nobody else's business.
      problems: isSupport ? problems : problems.length,
      outdatedDevices: deps.outdatedDevices?.() ?? 0,
      ...(await readQueue(deps.queueDepths)),
    };
    return http.json(body, isDatabaseUp ? 200 : 503);
  });

  /** The queues together: what waits only for its turn is no fault, and pages do without them. */
  const readQueue = async (read: Jobs['depths'] = async () => []) => {
    const depths = await read().catch(() => undefined);
    const total = (of: 'waiting' | 'failed') =>
      depths?.reduce((sum, depth) => sum + depth[of], 0) ?? 0;
    return {
      queue: depths !== undefined,
      waitingJobs: total('waiting'),
      failedJobs: total('failed'),
    };
  };

  /** Probes come without a token, and a bad one is no fault of the portal's. */
  const findCaller = (authorization: string | undefined) =>
    identity.authenticate(authorization).catch(() => undefined);

  const openApi = JSON.stringify(createOpenApi(publicUrl));
  for (const path of packed) app.use(path, compress());
  app.get('/api/openapi.json', (http) =>
    http.body(openApi, 200, { 'Content-Type': 'application/json' }),
  );
  app.get('/api/docs', (http) => http.html(renderDocs()));
  app.get('/api/docs.css', (http) => http.body(docsStyle, 200, { 'Content-Type': 'text/css' }));
  app.get(validatorAddress, (http) => {
    const code = manifests.findValidator(http.req.param('file').slice(0, -3));
    if (code === undefined) throw new AppError('NOT_FOUND', 'There is no such form.');
    // Its name is a hash of what it checks: it never changes, and nobody can guess it.
    return http.body(code, 200, {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'private, max-age=31536000, immutable',
    });
  });
  mountManifestEvents(app, manifests, stopping);
  mountChangeStream(app, {
    identity,
    manifests,
    stopping,
    changes: deps.changes,
    limits: deps.changeStreamLimits,
  });
  for (const path of addresses) refuseOtherMethods(app, path, ['GET']);
  mountOperations({
    app,
    handlers,
    identity,
    manifests,
    checkResponses: deps.checkResponses,
    observe: deps.metrics?.observeCall,
    calls,
  });
  app.all('/api/*', () => {
    throw new AppError('NOT_FOUND', 'There is nothing at this address. See /api/docs.');
  });

  mountBackChannel(app, identity);
  mountUnsubscribe(app, (token, http) => {
    const call = { body: { token, isOn: false }, params: undefined, query: undefined };
    const turn = turnOf(calls, `address ${addressOf(http)}`);
    const context = { session: undefined, scope: undefined, http, turn };
    return turn.take(() => handlers['subscription.change'](call, context));
  });

  if (deps.rendererDirectory) mountPortal(app, deps.rendererDirectory);

  app.notFound((http) => {
    const error = new AppError('NOT_FOUND', 'There is nothing at this address.');
    return http.json(error.toBody(), 404);
  });
  app.onError((error, http) => {
    const known = toAppError(error);
    logFailure(logger, http, { error, known });
    const { retryAfterSeconds } = known;
    if (retryAfterSeconds !== undefined) http.header('Retry-After', `${retryAfterSeconds}`);
    return http.json(known.toBody(findSpeech(http, manifests)), known.status);
  });
  return app;
}

/** Pages ask for a few dozen things at once, scripts for more. */
const maxWaitingCalls = 200;

/** Turns for calls: one connection is left for who comes next, and an account has at most half of the others. */
export function createCallPool(connections: number): WorkPool {
  const slots = Math.max(1, connections - 1);
  const perOwner = Math.max(1, Math.floor(slots / 2));
  return createWorkPool({ slots, perOwner, maxWaiting: maxWaitingCalls });
}
