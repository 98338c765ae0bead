import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { getRequestListener } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { features } from '../schemas/entities/access.ts';
import type { Handlers } from '../server/http/handler.ts';
import { createManifestHandlers } from '../server/http/manifest.routes.ts';
import { mountOperations } from '../server/http/mount.ts';
import { createManifestService } from '../server/manifests/createManifestService.ts';
import type { Session } from '../server/session.ts';
import { createWorkPool } from '../server/workPool.ts';
import { print } from './store.ts';

const root = path.resolve(import.meta.dirname, '..');
const screen = '/api/manifest/screens/consumption.property';
const rounds = 9;

const session: Session = {
  accountId: 1,
  user: {
    username: 'bench',
    userId: '1',
    mail: 'bench@example.org',
    country: 'PL',
    language: 'PL',
    groups: ['portal_admin'],
    features: [...features],
  },
  subject: { signedIn: true, country: 'PL', roles: ['portal_admin'], features },
};

/**
 * Serving a compiled manifest against the same server answering a constant text of the same size,
 * and 304 against the same: requests a second over loopback, interleaved, medians of the rounds.
 */
export async function run({ small }: { small: boolean }): Promise<void> {
  const manifests = await createManifestService({
    manifestsDirectory: path.join(root, 'manifests'),
    localesDirectory: path.join(root, 'locales'),
    signIn: { authority: 'http://localhost/oidc', clientId: 'portal', scope: 'openid' },
  });
  const compiled = manifests.findScreen('consumption.property', session.subject);
  if (!compiled) throw new Error('There is no screen consumption.property.');
  const served = await listen(createManifestHandlers(manifests) as Handlers);
  const constant = await listen({
    ...createManifestHandlers(manifests),
    'manifest.screen': async (_request: unknown, { http }: { http: Context }) =>
      http.body(compiled.body, 200, { 'Content-Type': 'application/json; charset=utf-8' }),
  } as unknown as Handlers);
  const seconds = small ? 0.3 : 1.5;
  const known = { 'if-none-match': compiled.etag };
  const rates: Record<'manifest' | 'notModified' | 'constant', number[]> = {
    manifest: [],
    notModified: [],
    constant: [],
  };
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    const results = {
      manifest: await load(served.url, seconds, {}),
      constant: await load(constant.url, seconds, {}),
      notModified: await load(served.url, seconds, known),
    };
    if (round === 0) continue;
    for (const name of Object.keys(rates) as (keyof typeof rates)[]) {
      rates[name].push(results[name]);
    }
  }
  const [manifest, notModified, plain] = [
    median(rates.manifest),
    median(rates.notModified),
    median(rates.constant),
  ];
  print({
    benchmark: 'manifest',
    bytes: compiled.body.length,
    requestsPerSecond: { manifest, notModified, constant: plain },
    ratio: Number((manifest / plain).toFixed(3)),
    required: 0.9,
    ratio304: Number((notModified / plain).toFixed(3)),
    required304: 0.95,
  });
  served.close();
  constant.close();
  manifests.close();

  async function listen(handlers: Handlers) {
    const app = new Hono();
    const identity = { authenticate: async () => session };
    const calls = createWorkPool({ slots: 3, perOwner: 1, mostWaiting: 200 });
    mountOperations({ app, handlers, identity, manifests, calls, checkResponses: false });
    const server = createServer(getRequestListener(app.fetch));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${screen}`;
    return { url, close: () => server.close() };
  }
}

/** Requests a second over sixteen kept connections, made in a thread of its own. */
function load(url: string, seconds: number, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./load.ts', import.meta.url), {
      workerData: { url, seconds, headers },
    });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

function median(values: readonly number[]): number {
  return Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0);
}
