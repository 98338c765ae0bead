import { once } from 'node:events';
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
import { createManifestService } from '../server/manifests/serve/createManifestService.ts';
import type { Session } from '../server/session.ts';
import { createWorkPool } from '../server/workPool.ts';
import { median } from './browser.ts';
import type { Block } from './load.ts';
import type { Options } from './options.ts';
import { print, round } from './store.ts';

const root = path.resolve(import.meta.dirname, '..');
const screen = '/api/manifest/screens/consumption.property';
const requests = 250;
const warmUp = 10;

type Kind = 'manifest' | 'constant' | 'notModified';

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
 * and 304 against the same: the serving thread's CPU time, which is what bounds its throughput. The
 * three take turns every few hundred requests over loopback and each is held against its neighbour,
 * so that the machine's moods meet all. The ratio is of throughputs: more is better.
 */
export async function run({ size }: Options): Promise<void> {
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
  const asking = new Worker(new URL('./load.ts', import.meta.url));
  const kinds: Record<Kind, Block> = {
    manifest: { url: served.url, headers: {}, requests },
    constant: { url: constant.url, headers: {}, requests },
    notModified: { url: served.url, headers: { 'if-none-match': compiled.etag }, requests },
  };
  const costs: Record<Kind, number[]> = { manifest: [], constant: [], notModified: [] };
  const rounds = { full: 150, small: 20, tiny: 2 }[size];
  for (let turn = -warmUp; turn < rounds; turn++) {
    const order = Object.keys(kinds) as Kind[];
    for (const kind of turn % 2 ? order : order.toReversed()) {
      const cost = await measure(asking, kinds[kind]);
      if (turn >= 0) costs[kind].push(cost);
    }
  }
  asking.postMessage(undefined);
  const ratio = (kind: Kind) =>
    round(median(costs.constant.map((cost, at) => cost / (costs[kind][at] ?? Number.NaN))), 3);
  print({
    benchmark: 'manifest',
    bytes: compiled.body.length,
    cpuMicroseconds: {
      manifest: round(median(costs.manifest), 1),
      notModified: round(median(costs.notModified), 1),
      constant: round(median(costs.constant), 1),
    },
    ratio: ratio('manifest'),
    required: 0.9,
    ratio304: ratio('notModified'),
    required304: 0.95,
  });
  served.close();
  constant.close();
  manifests.close();

  async function listen(handlers: Handlers) {
    const app = new Hono();
    const identity = { authenticate: async () => session };
    const calls = createWorkPool({ slots: 3, perOwner: 1, maxWaiting: 200 });
    mountOperations({ app, handlers, identity, manifests, calls, checkResponses: false });
    const server = createServer(getRequestListener(app.fetch));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${screen}`;
    return { url, close: () => server.close() };
  }
}

/** CPU time of this thread, which serves, in microseconds per request. */
async function measure(asking: Worker, block: Block): Promise<number> {
  const before = process.threadCpuUsage();
  asking.postMessage(block);
  await once(asking, 'message');
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / block.requests;
}
