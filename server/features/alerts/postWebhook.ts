import { lookup as resolveName } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { DeliveryResult } from '../../../schemas/entities/alert.ts';

/** What became of sending something to an address that a user has entered. */
export interface Delivery {
  readonly result: DeliveryResult;
  /** The status of the answer; null: there was none. */
  readonly status: number | null;
}

export interface DeliverOptions {
  /** Whether private networks, and http, may be reached: the operator's choice. */
  readonly isPrivateAllowed: boolean;
  /** How names are resolved; the system's way unless a test has its own. */
  readonly resolve?: typeof resolveName;
  readonly maxMilliseconds?: number;
}

class ForbiddenAddressError extends Error {}

/**
 * Sends a body to an address that a user has entered, and looks at the status of the answer alone: no
 * redirect is followed, and what is answered is not read. The address must be a public one
 * (IANA's special-purpose registries, by ipaddr.js), which is judged when the connection is made, by
 * what the name means then: a look before could be deceived by a name that changes in between.
 */
export function postWebhook(
  url: string,
  given: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  { isPrivateAllowed, resolve = resolveName, maxMilliseconds = 10_000 }: DeliverOptions,
): Promise<Delivery> {
  const target = new URL(url);
  // A root's dot changes nothing of what a name means, yet certificates and lists are without it.
  target.hostname = target.hostname.replace(/\.$/, '');
  const { protocol, hostname } = target;
  const host = hostname.replace(/^\[|\]$/g, '');
  const isForbidden = (address: string) => !isPrivateAllowed && !isPublic(address);
  // A literal address is never looked up.
  if ((isIP(host) !== 0 && isForbidden(host)) || !isPermitted(url, isPrivateAllowed)) {
    return Promise.resolve({ result: 'ADDRESS_FORBIDDEN', status: null });
  }
  const lookup: LookupFunction = (name, options, done) =>
    resolve(name, { ...options, all: true }, (error, found) => {
      if (error) return done(error, []);
      if (found.length === 0 || found.some(({ address }) => isForbidden(address))) {
        return done(new ForbiddenAddressError(`${name} is no public address.`), []);
      }
      const [{ address, family } = { address: '', family: 0 }] = found;
      return options.all ? done(null, found) : done(null, address, family);
    });
  const { headers, body } = given;
  return new Promise((settle) => {
    const fail = (error: Error) =>
      settle({
        result: error instanceof ForbiddenAddressError ? 'ADDRESS_FORBIDDEN' : 'UNREACHABLE',
        status: null,
      });
    const request = protocol === 'https:' ? requestHttps : requestHttp;
    const sent = request(
      target,
      {
        method: 'POST',
        lookup,
        agent: false,
        headers: { ...headers, 'content-length': `${Buffer.byteLength(body)}` },
        signal: AbortSignal.timeout(maxMilliseconds),
      },
      ({ statusCode: status = 0 }) => {
        settle({ result: status >= 200 && status < 300 ? 'DELIVERED' : 'REFUSED', status });
        sent.destroy();
      },
    );
    sent.on('error', fail);
    sent.end(body);
  });
}

/** Whether something may be sent to an address as it is written; postWebhook() judges what it means. */
export function isPermitted(url: string, isPrivateAllowed: boolean): boolean {
  const { protocol, username, password } = new URL(url);
  return (isPrivateAllowed || protocol === 'https:') && username === '' && password === '';
}

/** What ipaddr.js takes for public: Azure's own host, addresses that hold an IPv4 one (RFC 4291 §2.5.5.1), and those of no host (RFC 9780). */
const notPublic = new BlockList();
notPublic.addAddress('168.63.129.16');
notPublic.addSubnet('::', 96, 'ipv6');
notPublic.addSubnet('100:0:0:1::', 64, 'ipv6');

/** IPv4 in IPv6 counts as the IPv4 that it is. */
function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const known = ipaddr.process(address);
  return known.range() === 'unicast' && !notPublic.check(known.toString(), known.kind());
}
