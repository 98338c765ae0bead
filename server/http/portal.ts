import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Hono } from 'hono';
import { AppError } from '../errors.ts';
import { refuseOtherMethods } from './methods.ts';

/** Serves the built renderer: hashed assets for good, and the page itself for every address. */
export function mountPortal(app: Hono, directory: string): void {
  const root = path.relative(process.cwd(), directory) || '.';
  // The build's own notes, which tell how the pages are made.
  app.use('*', async (http, next) => {
    if (isPrivate(http.req.path)) throw new AppError('NOT_FOUND', 'There is no such file.');
    await next();
  });
  app.use(
    '/assets/*',
    serveStatic({
      root,
      precompressed: true,
      onFound: (_path, http) => http.header('Cache-Control', 'public, max-age=31536000, immutable'),
    }),
  );
  app.get('/assets/*', () => {
    throw new AppError('NOT_FOUND', 'There is no such file. Reload the page for the newest one.');
  });
  app.get('/auth/silent-callback', async (http) => {
    http.header('Cache-Control', 'no-cache');
    return http.html(await readFile(path.join(directory, 'silent-callback.html'), 'utf8'));
  });
  app.use(
    '*',
    serveStatic({
      root,
      index: '-',
      onFound: (_path, http) => http.header('Cache-Control', 'no-cache'),
    }),
  );
  app.get('*', async (http) => {
    http.header('Cache-Control', 'no-cache');
    return http.html(await readFile(path.join(directory, 'index.html'), 'utf8'));
  });
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
