import { faultOf, InvalidRequest } from '../errors.ts';
import { said } from '../said.ts';
import { listIllFormed } from '../wellFormed.ts';

/** Enough to mend a request by. */
const maxPlaces = 20;

/**
 * Refuses a request for texts that nobody can keep, before anything is made of them. Of an address
 * only a NUL can be one: bytes that are no UTF-8 stay escaped. Headers have none: HTTP forbids it.
 */
export function refuseIllFormedAddress(url: string): void {
  const [path = '', query = ''] = splitAtQuestion(url);
  refuse([...(hasNul(path) ? ['path'] : []), ...(hasNul(query) ? ['query'] : [])]);
}

/** The same of a body as it was parsed. */
export function refuseIllFormedBody(body: unknown): void {
  refuse(listIllFormed(body, 'body').slice(0, maxPlaces));
}

function splitAtQuestion(url: string): [string, string] {
  const at = url.indexOf('?');
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at)];
}

function hasNul(escaped: string): boolean {
  return escaped.includes('%00') || escaped.includes('\0');
}

function refuse(places: readonly string[]): void {
  if (places.length === 0) return;
  throw new InvalidRequest(places.map((field) => faultOf(field, said('value.illFormed'))));
}
