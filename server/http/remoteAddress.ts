import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Context } from 'hono';

/** Kept on the request itself: a `WeakMap` of them took a tenth of a short call. */
const remoteAddress = Symbol('remoteAddress');

type Asking = Pick<IncomingMessage, 'headers' | 'socket'> & {
  /** What the request's door has found out; one that came by no door has its peer's address. */
  [remoteAddress]?: string;
};

/**
 * Finds out where requests come from: a peer that is trusted as a proxy adds what it saw as the last
 * of `X-Forwarded-For`, and so on to the first that isn't. What stands before that, or comes from
 * elsewhere, anybody could have written. `trusted` has addresses and networks such as 10.0.0.0/8.
 * Answers whether such a proxy passed the request on.
 */
export function trackRemoteAddress(trusted: readonly string[]): (request: Asking) => boolean {
  const proxies = new BlockList();
  for (const one of trusted) {
    const [address = '', bits] = one.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(bits), family);
  }
  const isProxy = (address: string) => {
    const kind = isIP(address);
    return kind !== 0 && proxies.check(address, kind === 6 ? 'ipv6' : 'ipv4');
  };
  return (request) => {
    const hops = String(request.headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((hop) => hop.trim());
    let address = peerOf(request);
    while (isProxy(address)) {
      const hop = hops.pop() ?? '';
      if (isIP(hop) === 0) break;
      address = hop;
    }
    request[remoteAddress] = address;
    return isProxy(peerOf(request));
  };
}

/** Where a request comes from; empty when it came by no connection. */
export function remoteAddressOf(request: Asking | undefined): string {
  return request === undefined ? '' : (request[remoteAddress] ?? peerOf(request));
}

/** Where a call comes from; empty when it came by no connection, as in tests. */
export function addressOf({ env }: Context): string {
  const { incoming } = (env ?? {}) as { incoming?: Asking };
  return remoteAddressOf(incoming);
}

function peerOf({ socket }: Asking): string {
  return (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
}
