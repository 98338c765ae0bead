import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Database } from '../../../../server/database/open.ts';
import { AppError } from '../../../../server/errors.ts';
import { createIdentity } from '../../../../server/identity/createIdentity.ts';
import type { IdentityConfig, PortalIdentity } from '../../../../server/identity/identityDeps.ts';
import { createLimits } from '../../../../server/identity/limits.ts';

/** The weakest argon2id there is: tests check who gets in, not how long guessing takes. */
export const cheapPassword = { memoryCost: 8, timeCost: 1, parallelism: 1 };
export const clientId = 'meterhouse-portal';
export const audience = 'meterhouse-api';

export interface TestPortal {
  readonly url: string;
  readonly identity: PortalIdentity;
  readonly problems: string[];
  close(): Promise<void>;
}

/** The embedded provider on a port of its own, with `/api/session` beside it. */
export async function startPortal(
  database: Database,
  options: {
    port?: number;
    config?: Partial<IdentityConfig>;
    failureMs?: number;
    limits?: Parameters<typeof createLimits>[0];
  } = {},
): Promise<TestPortal> {
  const problems: string[] = [];
  const report = (detail: unknown) => problems.push(JSON.stringify(detail, errorAsText));
  let identity: PortalIdentity | undefined;
  const server = createServer(async (request, response) => {
    // A restart on the same port must not meet connections of the server before.
    response.shouldKeepAlive = false;
    if (request.url?.startsWith('/oidc')) {
      identity?.provider?.(request, response);
      return;
    }
    try {
      const session = await identity?.authenticate(request.headers.authorization);
      response.statusCode = session ? 200 : 401;
      response.end(JSON.stringify(session?.user ?? null));
    } catch (error) {
      response.statusCode = error instanceof AppError ? error.status : 500;
      response.end();
    }
  });
  const url = await listen(server, options.port ?? 0);
  identity = await createIdentity({
    config: {
      PUBLIC_URL: url,
      OIDC_CLIENT_ID: clientId,
      OIDC_AUDIENCE: audience,
      DEMO: true,
      NODE_ENV: 'test',
      ...options.config,
    },
    database,
    logger: { error: report, warn: report },
    passwordCost: cheapPassword,
    failureMs: options.failureMs ?? 0,
    listDemoUsernames: () => ['admin.pl', 'basic.pl'],
    limits: createLimits(options.limits),
  });
  return {
    url,
    identity,
    problems,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export async function listen(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function errorAsText(_key: string, value: unknown): unknown {
  return value instanceof Error ? value.stack : value;
}
