import { expect, it } from 'vitest';
import {
  addressOf,
  remoteAddressOf,
  trackRemoteAddress,
} from '../../../server/http/remoteAddress.ts';

const asking = (remoteAddress: string | undefined, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as never;

it.each<[string, string[], string, string | undefined, string]>([
  ['nobody forwards', [], '8.8.8.8', undefined, '8.8.8.8'],
  ['a stranger says so', [], '8.8.8.8', '1.2.3.4', '8.8.8.8'],
  ['a proxy says so', ['10.0.0.1'], '10.0.0.1', '1.2.3.4', '1.2.3.4'],
  ['another proxy does', ['10.0.0.1'], '10.0.0.2', '1.2.3.4', '10.0.0.2'],
  ['a network of proxies does', ['10.0.0.0/8'], '10.9.9.9', '1.2.3.4', '1.2.3.4'],
  ['one beside the network does', ['10.0.0.0/8'], '11.0.0.1', '1.2.3.4', '11.0.0.1'],
  [
    'what was written before is the caller’s',
    ['10.0.0.1'],
    '10.0.0.1',
    '6.6.6.6, 1.2.3.4',
    '1.2.3.4',
  ],
  ['two proxies stand in a row', ['10.0.0.0/8'], '10.0.0.1', '1.2.3.4, 10.0.0.2', '1.2.3.4'],
  ['a proxy of IPv6 does', ['::1'], '::1', '2001:db8::7', '2001:db8::7'],
  ['a network of IPv6 does', ['fd00::/8'], 'fd12::1', '1.2.3.4', '1.2.3.4'],
  ['IPv4 is written as IPv6', ['127.0.0.1'], '::ffff:127.0.0.1', '1.2.3.4', '1.2.3.4'],
  ['a proxy forwards nonsense', ['10.0.0.1'], '10.0.0.1', 'unknown', '10.0.0.1'],
  ['a proxy forwards for nobody', ['10.0.0.1'], '10.0.0.1', undefined, '10.0.0.1'],
])('when %s (trusted: %j) a call of %s, forwarded for %s, is of %s', (...given) => {
  const [, trusted, peer, forwarded, address] = given;
  const request = asking(peer, forwarded);
  trackRemoteAddress(trusted)(request);
  expect(remoteAddressOf(request)).toBe(address);
  expect(addressOf({ env: { incoming: request } } as never)).toBe(address);
});

it('a call that came by no door is its peer’s, and one by no connection nobody’s', () => {
  expect(remoteAddressOf(asking('8.8.8.8', '1.2.3.4'))).toBe('8.8.8.8');
  expect(remoteAddressOf(asking(undefined))).toBe('');
  expect(remoteAddressOf(undefined)).toBe('');
  expect(addressOf({} as never)).toBe('');
});
