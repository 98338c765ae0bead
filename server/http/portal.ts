import { serveStatic } from '@hono/node-server/serve-static';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { etag } from 'hono/etag';
import { AppError } from '../errors.ts';
import { refuseOtherMethods } from './methods.ts';
import { createTags, negotiateEncoding } from './sentFiles.ts';

const forEver = 'public, max-age=31536000, immutable';

/** Serves the built renderer: hashed assets for good, and the page itself for every address. */
export function mountPortal(app: Hono, directory: string): void {
  const tagOf = createTags();
  const serve = (caching: string, file?: string): MiddlewareHandler => {
    const found = new WeakMap<Context, string>();
    const find = serveStatic({
      root: directory,
      ...(file === undefined ? { index: '-' } : { path: file }),
      precompressed: true,
      onFound: (path, http) => {
        found.set(http, path);
      },
    });
    return async (http, next) => {
      const answer = await find(http, next);
      // Headers that `onFound` sets come too late: the answer is made by then.
      const path = found.get(http);
      if (answer && path !== undefined) {
        answer.headers.set('Cache-Control', caching);
        answer.headers.set('Vary', 'Accept-Encoding');
        answer.headers.set('ETag', await tagOf(path));
      }
      return answer;
    };
  };
  // The build's own notes, which tell how the pages are made.
  app.use('*', async (http, next) => {
    if (isPrivate(http.req.path)) throw new AppError('NOT_FOUND', 'There is no such file.');
    await next();
  });
  app.on(['GET', 'HEAD'], '*', negotiateEncoding, etag());
  app.get('/assets/*', serve(forEver));
  app.get('/assets/*', () => {
    throw new AppError('NOT_FOUND', 'There is no such file. Reload the page for the newest one.');
  });
  app.get('/auth/silent-callback', serve('no-cache', 'silent-callback.html'));
  app.get('*', serve('no-cache'));
  app.get('*', serve('no-cache', 'index.html'));
  refuseOtherMethods(app, '*', ['GET']);
}

function isPrivate(address: string): boolean {
  let file = address;
  try {
    file = decodeURIComponent(address);
  } catch {
    // No file has such a name.
  }
  return /\/\./.test(file) || /\.map(\.\w+)?$/.test(file);
}
