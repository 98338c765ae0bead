import { ErrorResponse } from 'oidc-client-ts';

/** What requests to the identity provider say, and what its answers mean. */

/**
 * What an authorization, token or refresh request says besides the usual. An access token is for one
 * API, so of several resources the first alone is named where tokens are handed out.
 */
export function wantedAccess(options: {
  readonly resource?: readonly string[] | undefined;
  readonly audience?: string | undefined;
}) {
  const { resource = [], audience } = options;
  const [first] = resource;
  const named = audience === undefined ? undefined : { audience };
  return {
    ...(first !== undefined && { resource: [...resource], extraTokenParams: { resource: first } }),
    ...(named && { extraQueryParams: named, extraTokenParams: named }),
  };
}

/** Ties an ID token to the request that it answers; PKCE does so for the code. */
export function createNonce(): string {
  // randomUUID is there on secure origins only.
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) =>
    part.toString(16).padStart(8, '0'),
  ).join('');
}

/** RFC 6749 §4.1.2.1 and §5.2, OpenID Connect Core §3.1.2.6, RFC 8707 §2. */
const refusals: ReadonlySet<string | null> = new Set([
  'access_denied',
  'account_selection_required',
  'consent_required',
  'interaction_required',
  'invalid_client',
  'invalid_grant',
  'invalid_request',
  'invalid_scope',
  'invalid_target',
  'login_required',
  'unauthorized_client',
  'unsupported_grant_type',
]);

/** Whether the provider has answered no. Any other fault may pass: it is down, or starting anew. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ErrorResponse && refusals.has(error.error);
}
