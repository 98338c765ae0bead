import { randomUUID } from 'node:crypto';
import type { Json } from './forge.ts';
import { audience, clientId } from './portal.ts';

/** Tokens with one thing changed each, and whether the embedded and an external provider's get in. */

export type Name = 'embedded' | 'external';
export type Verdict = boolean | Readonly<Record<Name, boolean>>;

/** The second at which the clock of the tests stands still. */
export const now = Math.floor(Date.now() / 1000);
const gone = undefined;

/** What is said of it, the claims that are changed, and whether it lets in. */
export const claimRows: readonly [string, Json | ((claims: Json) => Json), Verdict][] = [
  ['nothing changed', {}, true],

  ['no issuer', { iss: gone }, false],
  ['another issuer', { iss: 'https://evil.example/oidc' }, false],
  ['the issuer with a slash', (claims) => ({ iss: `${claims['iss']}/` }), false],
  ['the issuer in capitals', (claims) => ({ iss: `${claims['iss']}`.toUpperCase() }), false],
  ['a list of issuers', (claims) => ({ iss: [claims['iss']] }), false],
  ['the issuer as a prefix', (claims) => ({ iss: `${claims['iss']}.evil.example` }), false],
  ['null as issuer', { iss: null }, false],

  ['no audience', { aud: gone }, false],
  ['another audience', { aud: 'other-api' }, false],
  ['the client as audience', { aud: clientId }, false],
  ['an audience that begins alike', { aud: `${audience}-2` }, false],
  ['the audience in capitals', { aud: audience.toUpperCase() }, false],
  ['one audience in a list', { aud: [audience] }, true],
  ['several audiences', { aud: ['account', audience, 'other'] }, true],
  ['the same audience twice', { aud: [audience, audience] }, true],
  ['other audiences only', { aud: ['account', 'other'] }, false],
  ['an empty list of audiences', { aud: [] }, false],
  ['audiences in a list in a list', { aud: [[audience]] }, false],
  ['audiences in one text', { aud: `${audience} account` }, false],
  ['an audience as an object', { aud: { 0: audience } }, false],
  ['null as audience', { aud: null }, false],

  ['no subject', { sub: gone }, false],
  ['an empty subject', { sub: '' }, false],
  ['an unknown subject', { sub: randomUUID() }, false],
  ['a number as subject', { sub: 1 }, false],
  ['null as subject', { sub: null }, false],
  ['a list of subjects', (claims) => ({ sub: [claims['sub']] }), false],
  ['the subject with a space', (claims) => ({ sub: `${claims['sub']} ` }), false],
  ['the subject in capitals', (claims) => ({ sub: `${claims['sub']}`.toUpperCase() }), false],
  ['the user name as subject', { sub: 'somebody' }, false],
  ['the placeholder of accounts that wait', { sub: 'unlinked:victim' }, false],
  ['SQL as subject', { sub: "' OR '1'='1" }, false],

  ['no end', { exp: gone }, false],
  ['an end as text', { exp: String(now + 300) }, false],
  ['null as end', { exp: null }, false],
  ['an end 59 s ago', { exp: now - 59 }, true],
  ['an end 60 s ago', { exp: now - 60 }, false],
  ['an end 61 s ago', { exp: now - 61 }, false],
  ['an end in 1970', { exp: 0 }, false],
  ['an end before 1970', { exp: -1 }, false],
  ['an end in a fraction of a second', { exp: now + 0.5 }, true],

  ['a beginning now', { nbf: now }, true],
  ['a beginning in 59 s', { nbf: now + 59 }, true],
  ['a beginning in 60 s', { nbf: now + 60 }, true],
  ['a beginning in 61 s', { nbf: now + 61 }, false],
  ['a beginning as text', { nbf: String(now) }, false],
  ['null as beginning', { nbf: null }, false],

  ['no instant of issue', { iat: gone }, false],
  ['an instant of issue as text', { iat: String(now) }, false],
  ['null as instant of issue', { iat: null }, false],
  // Five minutes at most, however late the end that the token names.
  ['an instant of issue 5 minutes ago', { iat: now - 300, exp: now + 300 }, true],
  ['an instant of issue 360 s ago', { iat: now - 360, exp: now + 300 }, true],
  ['an instant of issue 361 s ago', { iat: now - 361, exp: now + 300 }, false],
  [
    'an instant of issue an hour ago, an end in a day',
    { iat: now - 3600, exp: now + 86_400 },
    false,
  ],
  ['an instant of issue in 1970', { iat: 0 }, false],
  ['an end in a year', { exp: now + 31_536_000 }, true],
  // One that is to come would outlive the end of its session.
  ['an instant of issue in 60 s', { iat: now + 60 }, true],
  ['an instant of issue in 61 s', { iat: now + 61 }, false],
  ['an instant of issue in a year', { iat: now + 31_536_000, exp: now + 31_536_300 }, false],
  ['an instant of issue beyond all years', { iat: 1e300, exp: 1e300 }, false],

  ['no client', { client_id: gone, azp: gone }, true],
  ['another client', { client_id: 'other', azp: 'other' }, true],
  ['no name of its own', { jti: gone }, true],
  ['a list as its name', { jti: ['a'] }, true],

  ['a session', { sid: randomUUID() }, true],
  ['an empty session', { sid: '' }, true],
  ['a number as session', { sid: 7 }, true],
  ['a list of sessions', { sid: ['a', 'b'] }, true],

  ['no groups', { groups: gone }, true],
  ['all groups', { groups: ['portal_support', 'portal_super_admin', 'portal_admin'] }, true],
  ['groups as paths', { groups: ['/portal_support'] }, true],
  ['groups as a text', { groups: 'portal_support' }, true],
  ['roles as Keycloak has them', { realm_access: { roles: ['portal_support'] } }, true],
  ['roles and features', { roles: ['portal_support'], features: ['REPORT_JOB'] }, true],
  ['rights in the scope', { scope: 'openid portal_support admin' }, true],
  ['another country', { country: 'DK', instance: 9 }, true],

  ['somebody else’s user name', { preferred_username: 'victim' }, true],
  ['a list of user names', { preferred_username: ['victim'] }, true],
  ['an object as user name', { preferred_username: { toString: 'victim' } }, true],
  ['somebody else’s address', { email: 'victim@example.com', email_verified: true }, true],

  // What only ID tokens and logout tokens carry; the embedded provider's own say so in the header.
  ['Keycloak’s type of an ID token', { typ: 'ID' }, { embedded: true, external: false }],
  ['Keycloak’s type of a refresh token', { typ: 'Refresh' }, { embedded: true, external: false }],
  ['a nonce and no type', { typ: gone, nonce: 'n' }, { embedded: true, external: false }],
  ['a hash and no type', { typ: gone, at_hash: 'h' }, { embedded: true, external: false }],
  ['events and no type', { typ: gone, events: {} }, { embedded: true, external: false }],
];

/** The same of the header. */
export const headerRows: readonly [string, Json, Verdict][] = [
  ['the type of RFC 9068', { typ: 'at+jwt' }, true],
  ['the same as a media type', { typ: 'application/at+jwt' }, true],
  ['the same in capitals', { typ: 'AT+JWT' }, true],
  ['the plain type', { typ: 'JWT' }, { embedded: false, external: true }],
  ['no type', { typ: gone }, { embedded: false, external: true }],
  ['the type of a logout token', { typ: 'logout+jwt' }, false],
  ['the type of a proof', { typ: 'dpop+jwt' }, false],
  ['the type of an introspection', { typ: 'token-introspection+jwt' }, false],
  ['a type that ends alike', { typ: 'xat+jwt' }, false],

  ['no key name', { kid: gone }, true],
  ['an unknown key name', { kid: 'other' }, false],
  ['a file as key name', { kid: '../../../dev/null' }, false],
  ['SQL as key name', { kid: "' UNION SELECT 'x" }, false],
  ['a key name that every object has', { kid: 'constructor' }, false],

  ['no algorithm', { alg: gone }, false],
  ['the algorithm none', { alg: 'none' }, false],
  ['the algorithm None', { alg: 'None' }, false],
  ['an unknown algorithm', { alg: 'XY256' }, false],
  ['a symmetric algorithm', { alg: 'HS256' }, false],
  ['an algorithm of another length', { alg: 'ES384' }, false],
  ['the algorithm as a list', { alg: ['ES256', 'RS256'] }, false],

  ['a critical extension', { crit: ['exp'], exp: now + 300 }, false],
  ['an unknown critical extension', { crit: ['x'], x: true }, false],
  ['an empty list of them', { crit: [] }, false],
  ['a payload that isn’t encoded', { crit: ['b64'], b64: false }, false],
];
