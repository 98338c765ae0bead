import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import Provider, { type KoaContextWithOIDC } from 'oidc-provider';
import type { Logger } from 'pino';
import { isOutOfReach } from '../../http/failures.ts';
import { remoteAddressOf } from '../../http/remoteAddress.ts';
import { refuseIllFormedAddress } from '../../http/textOfRequests.ts';
import type { Limits } from '../limits.ts';
import { endSessions } from '../portalSessions.repository.ts';
import { createInteractions, type PageSettings } from './interactions.ts';
import { answerOutage } from './outage.ts';
import type { DemoHint } from './pages.ts';
import { forgetSession } from './payload.repository.ts';
import { createConfiguration, mount, type ProviderSettings } from './providerConfiguration.ts';
import type { OnReused } from './refreshTokens.ts';
import type { SignInSteps } from './signInSteps.ts';
import { type OnSignOut, replaceSession, skipNeedlessSignOut } from './signOut.ts';

interface EmbeddedSettings extends ProviderSettings {
  readonly logger: Pick<Logger, 'error' | 'warn'>;
  readonly demo?: DemoHint | undefined;
  readonly steps: SignInSteps;
  readonly limits: Pick<Limits, 'spend'>;
}

/**
 * The identity provider that runs within the portal when no other is configured. The listener takes
 * every request below /oidc.
 */
export function createEmbeddedProvider(
  settings: EmbeddedSettings,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { publicUrl, logger } = settings;
  const pages: PageSettings = {
    mount,
    portalUrl: new URL('/', publicUrl).href,
    demo: settings.demo,
  };
  const onSignOut: OnSignOut = async ({ oidc: { session } }) => {
    if (!session?.accountId) return;
    await endSessions(settings.statements, { subject: session.accountId, sid: session.uid });
  };
  const onReused: OnReused = async (session, ctx) => {
    const address = ctx && remoteAddressOf(ctx.req);
    logger.warn({ address, ...session }, 'A refresh token came twice: its session has ended');
    await endSessions(settings.statements, { ...session, logs: 'TOKEN_REUSED', address });
    await forgetSession(settings.statements, session.sid);
  };
  const configuration = createConfiguration(settings, pages, onSignOut, onReused);
  const provider = new Provider(`${publicUrl}${mount}`, configuration);
  // Behind a proxy too, addresses and cookies follow PUBLIC_URL: see the listener.
  provider.proxy = true;
  provider.use(answerOutage(provider, pages, logger) as Parameters<typeof provider.use>[0]);
  const refuseIllFormed = async (ctx: KoaContextWithOIDC, next: () => Promise<unknown>) => {
    try {
      refuseIllFormedAddress(ctx.req.url ?? '/');
    } catch (error) {
      ctx.throw(400, (error as Error).message);
    }
    await next();
  };
  provider.use(refuseIllFormed as Parameters<typeof provider.use>[0]);
  const noteRefusals = async (ctx: KoaContextWithOIDC, next: () => Promise<unknown>) => {
    await next();
    if (ctx.status !== 429) return;
    const [address, reason] = [remoteAddressOf(ctx.req), 'too many tries'];
    logger.warn({ address, path: ctx.path, reason }, 'A sign-in was refused');
  };
  provider.use(noteRefusals as Parameters<typeof provider.use>[0]);
  const interactions = createInteractions(provider, pages, settings.steps, settings.limits);
  provider.use(interactions as Parameters<typeof provider.use>[0]);
  provider.use(skipNeedlessSignOut as Parameters<typeof provider.use>[0]);
  const replacing = (ctx: KoaContextWithOIDC, next: () => Promise<unknown>) =>
    replaceSession(ctx, next, pages, onSignOut);
  provider.use(replacing as Parameters<typeof provider.use>[0]);
  // After the provider's own question whether to sign out.
  provider.on('end_session.success', (ctx) => {
    onSignOut(ctx).catch((error: unknown) => {
      logger.error({ err: error }, 'A session could not be ended');
    });
  });
  provider.on('server_error', (ctx, error) => {
    if (isOutOfReach(error)) return;
    logger.error({ err: error, path: ctx.path }, 'The embedded identity provider failed');
  });
  // Koa's own event, for what went wrong outside oidc-provider's routes.
  (provider as EventEmitter).on('error', (error: Error & { expose?: boolean; code?: string }) => {
    // The visitor's own mistake, or a visitor who left before the answer.
    if (error.expose || error.code === 'ECONNRESET' || error.code === 'EPIPE') return;
    logger.error({ err: error }, 'The embedded identity provider failed');
  });
  return createListener(provider.callback(), new URL(publicUrl));
}

function createListener(
  callback: (request: IncomingMessage, response: ServerResponse) => unknown,
  { host, protocol }: URL,
) {
  const headers = Object.entries({
    'Content-Security-Policy': [
      "default-src 'none'",
      "style-src 'self'",
      'img-src data:',
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    ...(protocol === 'https:' && {
      'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
    }),
  });
  return (request: IncomingMessage & { originalUrl?: string }, response: ServerResponse) => {
    request.originalUrl = request.url ?? '/';
    request.url = request.originalUrl.slice(mount.length).replace(/^(?!\/)/, '/');
    // Who asks can't choose the host that redirects lead to.
    request.headers['x-forwarded-host'] = host;
    request.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    for (const [name, value] of headers) response.setHeader(name, value);
    void callback(request, response);
  };
}
