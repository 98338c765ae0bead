import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { postWebhook } from '../../../../server/features/alerts/postWebhook.ts';

/** Where a message to an address of a user's may go, and what is looked at of the answer. */

const message = { headers: { 'content-type': 'application/json' }, body: '{"a":"ż"}' };
const [anywhere, publicOnly] = [{ isPrivateAllowed: true }, { isPrivateAllowed: false }];
let server: Server | undefined;
let calls = 0;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
  calls = 0;
});

async function listen(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  server = createServer((request, response) => {
    calls += 1;
    answer(request, response);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

describe('an answer', () => {
  it.each([
    [204, 'DELIVERED'],
    [500, 'REFUSED'],
    [404, 'REFUSED'],
  ])('%i is %s', async (status, result) => {
    const url = await listen((_, response) => response.writeHead(status).end());
    expect(await postWebhook(url, message, anywhere)).toEqual({ result, status });
  });

  it('that leads elsewhere is not followed', async () => {
    const url = await listen((_, response) => {
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    expect(await postWebhook(url, message, anywhere)).toEqual({ result: 'REFUSED', status: 307 });
    expect(calls).toBe(1);
  });

  it('that never ends is not read', async () => {
    let isClosed: Promise<unknown> = Promise.resolve();
    const url = await listen((request, response) => {
      isClosed = new Promise((resolve) => request.socket.on('close', resolve));
      response.writeHead(200);
      const more = () => response.destroyed || response.write('x'.repeat(10_000), more);
      more();
    });
    expect((await postWebhook(url, message, anywhere)).result).toBe('DELIVERED');
    await isClosed;
  });

  it('that doesn’t come is waited for only so long', async () => {
    const url = await listen(() => undefined);
    const delivery = await postWebhook(url, message, { ...anywhere, maxMilliseconds: 50 });
    expect(delivery).toEqual({ result: 'UNREACHABLE', status: null });
  });
});

describe('an address', () => {
  const forbidden = { result: 'ADDRESS_FORBIDDEN', status: null };

  it.each([
    ...['127.0.0.1', '[::1]', '169.254.169.254', '10.0.0.1', '192.168.1.1', '172.16.0.1'],
    ...['100.64.0.1', '0.0.0.0', '[::ffff:127.0.0.1]', '[fe80::1]', '[fd00::1]', '2130706433'],
    ...['[64:ff9b::7f00:1]', '[2002:7f00:1::]', '224.0.0.1', '0x7f.1', '127.0.0.1.'],
    ...['[::7f00:1]', '[::a9fe:a9fe]', '168.63.129.16', '[::ffff:168.63.129.16]'],
    '[100:0:0:1::1]',
  ])('%s is nobody’s to enter', async (host) => {
    expect(await postWebhook(`https://${host}/`, message, publicOnly)).toEqual(forbidden);
  });

  it('is judged by what its name means when the connection is made', async () => {
    const url = new URL(await listen((_, response) => response.writeHead(200).end()));
    expect(await postWebhook(`https://localhost:${url.port}/`, message, publicOnly)).toEqual(
      forbidden,
    );
    // One name that means a public address and one of the own network.
    const resolve = ((_name: string, _options: object, done: (...given: unknown[]) => void) =>
      done(null, [
        { address: '93.184.216.34', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ])) as never;
    const given = { ...publicOnly, resolve };
    expect(await postWebhook(`https://name.example:${url.port}/`, message, given)).toEqual(
      forbidden,
    );
    expect(calls).toBe(0);
  });

  it('is asked for without the dot of the root, so that one name is judged in one way', async () => {
    const asked: string[] = [];
    const resolve = ((name: string, _options: object, done: (...given: unknown[]) => void) => {
      asked.push(name);
      done(null, [{ address: '168.63.129.16', family: 4 }]);
    }) as never;
    const given = { ...publicOnly, resolve };
    expect(await postWebhook('https://name.example./', message, given)).toEqual(forbidden);
    expect(asked).toEqual(['name.example']);
  });

  it('without TLS, or with a password, is as forbidden', async () => {
    const url = await listen((_, response) => response.writeHead(200).end());
    expect(await postWebhook('http://93.184.216.34/', message, publicOnly)).toEqual(forbidden);
    expect(await postWebhook(url.replace('//', '//user:word@'), message, anywhere)).toEqual(
      forbidden,
    );
    expect(calls).toBe(0);
  });

  it('in a private network is reached where the operator permits it', async () => {
    const url = await listen((_, response) => response.writeHead(200).end());
    const named = url.replace('127.0.0.1', 'localhost');
    expect((await postWebhook(named, message, anywhere)).result).toBe('DELIVERED');
  });
});
