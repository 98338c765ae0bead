import { errors, type KoaContextWithOIDC, type Provider } from 'oidc-provider';
import type { Logger } from 'pino';
import { isOutOfReach, retryAfterSeconds } from '../../http/failures.ts';
import type { PageSettings } from './interactions.ts';
import { renderMessage } from './pages.ts';
import { findTexts } from './texts.ts';

/**
 * Answers 503 with Retry-After while the database can't be reached, where oidc-provider and Koa say 500.
 * What the provider answers by leading back to the portal with an error stays as it is (RFC 6749 §4.1.2.1).
 */
export function answerOutage(
  provider: Provider,
  { mount, portalUrl }: PageSettings,
  logger: Pick<Logger, 'warn'>,
): (ctx: KoaContextWithOIDC, next: () => Promise<unknown>) => Promise<void> {
  const outages = new WeakMap<object, Error>();
  provider.on('server_error', (ctx, error) => {
    if (isOutOfReach(error)) outages.set(ctx, error);
  });
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      // A visitor who left while sending has the same code as a connection that the database dropped.
      if (!isOutOfReach(error) || ctx.req.readableAborted) throw error;
      outages.set(ctx, error);
      ctx.status = 500;
    }
    const error = outages.get(ctx);
    if (!error) return;
    logger.warn({ err: error, path: ctx.path }, 'The database can’t be reached');
    if (ctx.status !== 500) return;
    ctx.status = 503;
    ctx.set('Retry-After', `${retryAfterSeconds}`);
    if (ctx.accepts('json', 'html') === 'html') {
      const texts = findTexts(ctx.get('Accept-Language'));
      const { awayTitle: title, awayText: text } = texts;
      ctx.type = 'html';
      ctx.body = renderMessage({ texts, mount, title, text, portalUrl });
    } else {
      const { error: code, error_description } = new errors.TemporarilyUnavailable();
      ctx.body = { error: code, error_description };
    }
  };
}
