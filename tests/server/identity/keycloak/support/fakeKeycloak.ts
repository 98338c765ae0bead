import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** Never answers. */
  readonly hangs?: boolean;
}

interface Call {
  readonly method: string;
  /** Below /admin/realms/meterhouse, with its query. */
  readonly path: string;
  readonly token: string | undefined;
  readonly body: unknown;
}

export interface FakeKeycloak {
  readonly url: string;
  readonly calls: Call[];
  /** How often a token was asked for. */
  signIns: number;
  /** Seconds that a token lives. */
  lifespan: number;
  /** What the token endpoint answers instead of a token. */
  refusal: Answer | undefined;
  /** Tokens that are no longer accepted. */
  readonly revoked: Set<string>;
  /** Answers of the administration by `METHOD /path`, the first of several first. */
  readonly answers: Map<string, Answer[]>;
  close(): void;
}

const adminPath = '/admin/realms/meterhouse';

/** As much of Keycloak's HTTP as the directory's error paths need; the rest is tried on a real one. */
export async function startFakeKeycloak(): Promise<FakeKeycloak> {
  const server = createServer(async (request, response) => {
    const answer = await answerTo(request);
    if (answer.hangs) return;
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(answer.body === undefined ? undefined : JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fake: FakeKeycloak = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    signIns: 0,
    lifespan: 300,
    refusal: undefined,
    revoked: new Set(),
    answers: new Map(),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return fake;

  async function answerTo(request: IncomingMessage): Promise<Answer> {
    const text = await readText(request);
    const url = request.url ?? '';
    if (url === '/realms/meterhouse/protocol/openid-connect/token') {
      fake.signIns += 1;
      const token = { access_token: `token-${fake.signIns}`, expires_in: fake.lifespan };
      return fake.refusal ?? { status: 200, body: token };
    }
    const token = request.headers.authorization?.replace('Bearer ', '');
    const path = url.slice(adminPath.length);
    const body = text === '' ? undefined : JSON.parse(text);
    fake.calls.push({ method: request.method ?? '', path, token, body });
    if (token === undefined || fake.revoked.has(token)) return { status: 401, body: {} };
    const planned = fake.answers.get(`${request.method} ${path}`);
    const next = planned && planned.length > 1 ? planned.shift() : planned?.[0];
    return next ?? { status: 204 };
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
