import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import packageFile from '../package.json' with { type: 'json' };
import { hourMs } from '../schemas/time.ts';
import { createApp } from './app.ts';
import type { Features } from './createFeatures.ts';
import { startMaintenance } from './database/maintenance.ts';
import { createDrain } from './drain.ts';
import { trackRemoteAddress } from './http/remoteAddress.ts';
import { answerWithId } from './http/requestId.ts';
import { readToEnd } from './http/unreadBodies.ts';
import { createMetrics } from './metrics/metrics.ts';
import type { Portal } from './openPortal.ts';
import { createRecomputation } from './recomputation.ts';

const { version } = packageFile;
const rendererDirectory = path.resolve(import.meta.dirname, '../dist/renderer');
/** A list's filters may hold long texts of letters that take six bytes each in an address. */
const longestHeaderBytes = 32 * 1024;
/** A large file takes longer to import than the five minutes that Node gives a request. */
const longestRequestMilliseconds = 2 * hourMs;

/** What answers and works. */
export interface Serving {
  /** Takes no more, ends what is under way, and waits for it. */
  stop(): Promise<void>;
}

/** Listens, and begins the work that nobody calls for. Rejects when the port is taken. */
export async function serve(portal: Portal, features: Features): Promise<Serving> {
  const { config, database, identity, manifests, jobs, background, logger } = portal;
  const recomputation = createRecomputation(database, logger);
  const server = createServer({ maxHeaderSize: longestHeaderBytes });
  server.requestTimeout = longestRequestMilliseconds;
  const drain = createDrain(server);
  // In production nobody reads them without a token: then nothing is counted.
  const isMetered = config.METRICS_TOKEN !== undefined || config.NODE_ENV !== 'production';
  const metrics = isMetered
    ? createMetrics({
        database,
        manifests,
        queueDepths: jobs.depths,
        outdatedDevices: recomputation.outdated,
        version,
      })
    : undefined;
  const app = createApp({
    database,
    manifests,
    identity,
    handlers: features.createHandlers(drain.signal),
    logger,
    publicUrl: config.PUBLIC_URL,
    securityContact: config.SECURITY_CONTACT,
    ...(existsSync(rendererDirectory) && { rendererDirectory }),
    checkResponses: config.NODE_ENV !== 'production',
    stopping: drain.signal,
    outdatedDevices: recomputation.outdated,
    queueDepths: jobs.depths,
    metrics,
    metricsToken: config.METRICS_TOKEN,
    calls: portal.calls,
    changes: portal.changes,
  });

  const listener = getRequestListener(app.fetch);
  const noteAddress = trackRemoteAddress(config.TRUSTED_PROXIES);
  server.on('request', (request, response) => {
    const isOfProxy = noteAddress(request);
    readToEnd(request, response);
    answerWithId(request, response, { isOfProxy }, () => {
      if (identity.provider && request.url?.match(/^\/oidc(\/|$|\?)/)) {
        identity.provider(request, response);
      } else {
        void listener(request, response);
      }
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.PORT, config.HOST, resolve);
  });
  database.admit();

  features.continueDemo();
  if (config.WORKERS > 0) features.work(config.WORKERS);
  background.run('Computing figures anew', () => recomputation.run(drain.signal));
  const maintenance = startMaintenance(database, (error) =>
    logger.warn(
      { err: error },
      'The embedded database could not be maintained; the next look goes on',
    ),
  );
  return {
    async stop() {
      await Promise.all([drain.stop(), portal.demo?.stop(), jobs.rest()]);
      await maintenance.stop();
      metrics?.close();
    },
  };
}
