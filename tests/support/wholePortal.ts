import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { type OperationId, operations } from '../../schemas/api/operations.ts';
import { createApp } from '../../server/app.ts';
import { createBackgroundWork } from '../../server/backgroundWork.ts';
import { type Changes, createChanges } from '../../server/changes/changes.ts';
import type { Database } from '../../server/database/open.ts';
import { createDrain, type Drain } from '../../server/drain.ts';
import { createHandlers } from '../../server/handlers.ts';
import type { ChangeStreamLimits } from '../../server/http/changeStream.ts';
import { trackRemoteAddress } from '../../server/http/remoteAddress.ts';
import { answerWithId } from '../../server/http/requestId.ts';
import { readToEnd } from '../../server/http/unreadBodies.ts';
import { createIdentity } from '../../server/identity/createIdentity.ts';
import type { IdentityConfig } from '../../server/identity/identityDeps.ts';
import { createLimits } from '../../server/identity/limits.ts';
import { createLogger } from '../../server/logging.ts';
import type { Mail } from '../../server/mail/mailer.ts';
import { createManifestService } from '../../server/manifests/serve/createManifestService.ts';
import { cheapPassword } from '../server/identity/support/portal.ts';
import { realDirectories } from '../server/manifests/directories.ts';
import { createTestReporting } from './reporting.ts';

export interface WholePortal {
  readonly url: string;
  readonly mails: Mail[];
  /** Milliseconds by which its clock is ahead. */
  clock: number;
  /** Nothing to mail with. */
  isMailDown: boolean;
  readonly drain: Drain;
  readonly changes: Changes;
  readonly parts: Parameters<typeof createHandlers>[0];
  /** As a browser would, at any of the portal's hosts: `http://portal.example.cz/api/session`. */
  request(to: string, init?: RequestInit): Promise<Response>;
  call(id: OperationId, token: string | undefined, asked?: Asked): Promise<Answer>;
  /** A mail once all that is under way is done. */
  nextMail(): Promise<Mail>;
  tokenOf(username: string): Promise<string>;
  close(): Promise<void>;
}

interface Asked {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every kind.
  readonly body: any;
}

/** The portal as main.ts starts it, real sign-in included, with mails that are only kept. */
export async function startWholePortal(
  database: Database,
  options: {
    limits?: Parameters<typeof createLimits>[0];
    config?: Partial<IdentityConfig>;
    /** Where every line of the log goes. */
    log?: (line: string) => void;
    changeStreamLimits?: Partial<ChangeStreamLimits>;
  } = {},
): Promise<WholePortal> {
  const server = createServer();
  const drain = createDrain(server, { noticeMilliseconds: 20_000 });
  const url = await listen(server);
  const mails: Mail[] = [];
  const state = { clock: 0, isMailDown: false };
  const { log } = options;
  const logger = createLogger(log ? 'trace' : 'silent', { write: log ?? (() => undefined) });
  const background = createBackgroundWork(logger);
  const limits = createLimits(options.limits);
  const now = () => new Date(Date.now() + state.clock);
  const config = {
    PUBLIC_URL: url,
    OIDC_CLIENT_ID: 'meterhouse-portal',
    OIDC_AUDIENCE: 'meterhouse-api',
    DEMO: false,
    NODE_ENV: 'test',
    ...options.config,
  };
  const hashing = { passwordCost: cheapPassword, failureMs: 0 };
  const identity = await createIdentity({ config, database, logger, limits, now, ...hashing });
  const manifests = await createManifestService({ ...realDirectories, signIn: identity.signIn });
  const mailer = {
    async send(mail: Mail) {
      if (state.isMailDown) throw new Error('The mail server is down.');
      mails.push(mail);
    },
  };
  const parts = {
    database,
    manifests,
    identity,
    limits,
    background,
    now,
    mailer,
    ...createTestReporting({ database, manifests, mailer, now }),
    publicUrl: url,
    stopping: drain.signal,
    forgottenDelayMs: 0,
  };
  const changes = createChanges(database);
  const app = createApp({
    database,
    manifests,
    identity,
    logger,
    changes,
    changeStreamLimits: options.changeStreamLimits,
    handlers: createHandlers(parts),
    publicUrl: url,
    checkResponses: true,
    stopping: drain.signal,
  });
  const listener = getRequestListener(app.fetch);
  const noteAddress = trackRemoteAddress(['127.0.0.1']);
  server.on('request', (request, response) => {
    const isOfProxy = noteAddress(request);
    readToEnd(request, response);
    answerWithId(request, response, { isOfProxy }, () => {
      if (identity.provider && request.url?.startsWith('/oidc')) {
        identity.provider(request, response);
      } else void listener(request, response);
    });
  });

  return Object.assign(state, {
    url,
    mails,
    parts,
    drain,
    changes,
    request: async (to: string, init?: RequestInit) => app.request(to, init),
    async call(id: OperationId, token: string | undefined, { params = {}, body }: Asked = {}) {
      const { method, path } = operations[id];
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
      const response = await fetch(`${url}${filled}`, {
        method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          'content-type': 'application/json',
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text ? JSON.parse(text) : undefined };
    },
    async nextMail() {
      await background.idle();
      const mail = mails.shift();
      if (!mail) throw new Error('No mail was sent.');
      return mail;
    },
    tokenOf: (username: string) => identity.issueToken(username),
    async close() {
      await background.idle();
      manifests.close();
      await changes.stop();
      server.closeAllConnections();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  });
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
