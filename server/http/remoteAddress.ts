import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Context } from 'hono';

/** Addresses of a proxy in front of the portal, rather than of a visitor. */
const near = new BlockList();
near.addSubnet('127.0.0.0', 8);
near.addSubnet('10.0.0.0', 8);
near.addSubnet('172.16.0.0', 12);
near.addSubnet('192.168.0.0', 16);
near.addAddress('::1', 'ipv6');
near.addSubnet('fc00::', 7, 'ipv6');

/**
 * Where a request comes from. A proxy that is near adds what it saw as the last of
 * `X-Forwarded-For`; what stands before that, or comes from elsewhere, anybody could have written.
 */
export function remoteAddressOf(
  request: Pick<IncomingMessage, 'headers' | 'socket'> | undefined,
): string {
  const direct = (request?.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const kind = isIP(direct);
  if (kind === 0 || !near.check(direct, kind === 6 ? 'ipv6' : 'ipv4')) return direct;
  const forwarded = request?.headers['x-forwarded-for'];
  const last =
    String(forwarded ?? '')
      .split(',')
      .at(-1)
      ?.trim() ?? '';
  return isIP(last) === 0 ? direct : last;
}

/** Where a call comes from; empty when it came by no connection, as in tests. */
export function addressOf({ env }: Context): string {
  const { incoming } = (env ?? {}) as { incoming?: Parameters<typeof remoteAddressOf>[0] };
  return remoteAddressOf(incoming);
}
