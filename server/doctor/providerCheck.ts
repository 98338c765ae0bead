import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { signInScope } from '../identity/identityDeps.ts';
import { lookAtDate } from './clock.ts';
import { type Finding, fault, good, notice, reasonOf } from './finding.ts';

type Provider = Pick<
  Config,
  | 'OIDC_ISSUER'
  | 'OIDC_CLIENT_ID'
  | 'OIDC_ADMIN_CLIENT_ID'
  | 'OIDC_ADMIN_CLIENT_SECRET'
  | 'PUBLIC_URL'
>;

/** What OpenID Connect Discovery 1.0 §3 and RFC 8414 §2 say of a provider, as far as it matters here. */
const discoverySchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  end_session_endpoint: z.url().optional(),
  response_types_supported: z.array(z.string()).optional(),
  code_challenge_methods_supported: z.array(z.string()).optional(),
  backchannel_logout_supported: z.boolean().optional(),
});
type Discovery = z.infer<typeof discoverySchema>;

const keySetSchema = z.object({ keys: z.array(z.object({ kty: z.string() }).loose()) });

/** Asks an OpenID Connect provider what a sign-in would ask, step by step, without an account. */
export async function checkProvider(given: Provider, signal: AbortSignal): Promise<Finding[]> {
  const { OIDC_ISSUER: issuer } = given;
  if (issuer === undefined) {
    return [
      notice(
        'The embedded identity provider signs people in, for demo and development.',
        'Set OIDC_ISSUER for real accounts.',
      ),
    ];
  }
  const found = await discover(issuer, signal);
  if (!found.document) return found.findings;
  const { document } = found;
  const steps = await Promise.all([
    lookAtKeys(document, signal),
    lookAtClient(document, given, signal),
    lookAtAdministration(document, given, signal),
  ]);
  return [...found.findings, ...lookAtAbilities(document), ...steps.flat()];
}

async function discover(
  issuer: string,
  signal: AbortSignal,
): Promise<{ findings: Finding[]; document?: Discovery }> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const mend =
    'Compare OIDC_ISSUER with the issuer that the provider shows for the portal’s client.';
  try {
    const sent = Date.now();
    const response = await fetch(address, { signal });
    if (!response.ok) return { findings: [fault(`${address} answers ${response.status}.`, mend)] };
    const parsed = discoverySchema.safeParse(await response.json());
    if (!parsed.success) {
      const names = parsed.error.issues.map(({ path }) => path.join('.')).join(', ');
      return { findings: [fault(`${address} lacks ${names}.`, mend)] };
    }
    if (parsed.data.issuer !== issuer) {
      const text = `The provider calls itself «${parsed.data.issuer}», not «${issuer}».`;
      return {
        findings: [fault(text, 'Set OIDC_ISSUER to exactly that, also a slash at its end.')],
      };
    }
    const clock = lookAtDate('The provider', response, sent);
    return { findings: [good(`${issuer} answers.`), ...clock], document: parsed.data };
  } catch (error) {
    return { findings: [fault(`${address} can’t be read: ${reasonOf(error)}`, mend)] };
  }
}

function lookAtAbilities(document: Discovery): Finding[] {
  const findings: Finding[] = [];
  const { response_types_supported: types, code_challenge_methods_supported: methods } = document;
  if (types && !types.includes('code')) {
    const mend = 'Enable the authorization code flow (in Keycloak: Standard flow).';
    findings.push(fault('The provider doesn’t offer the authorization code flow.', mend));
  }
  if (!methods?.includes('S256')) {
    findings.push(
      notice(
        'The provider doesn’t say that it knows PKCE with S256, which each sign-in uses.',
        'Try a sign-in. Providers that don’t know PKCE ignore it.',
      ),
    );
  }
  if (document.end_session_endpoint === undefined) {
    const text =
      'The provider has no end_session_endpoint: signing out ends the portal’s session alone.';
    findings.push(notice(text));
  }
  if (!document.backchannel_logout_supported) {
    const text =
      'The provider says nothing of back-channel log-out: who is signed out there stays signed in here until the token ends.';
    findings.push(notice(text));
  }
  return findings;
}

async function lookAtKeys({ jwks_uri }: Discovery, signal: AbortSignal): Promise<Finding[]> {
  const mend = 'Look at the provider’s signing keys. The portal checks each token by them.';
  try {
    const response = await fetch(jwks_uri, { signal });
    const { keys } = keySetSchema.parse(await response.json());
    const signing = keys.filter(({ kty, use }) => kty !== 'oct' && use !== 'enc');
    return signing.length > 0
      ? [good(`It has ${signing.length} signing ${signing.length === 1 ? 'key' : 'keys'}.`)]
      : [fault(`${jwks_uri} has no key that signs.`, mend)];
  } catch (error) {
    return [fault(`${jwks_uri} can’t be read: ${reasonOf(error)}`, mend)];
  }
}

/** Begins a sign-in as a browser would: an unknown client or address is refused before any account. */
async function lookAtClient(
  { authorization_endpoint }: Discovery,
  { OIDC_CLIENT_ID: clientId, PUBLIC_URL }: Provider,
  signal: AbortSignal,
): Promise<Finding[]> {
  const callback = `${PUBLIC_URL}/auth/callback`;
  const random = () => randomBytes(32).toString('base64url');
  const address = new URL(authorization_endpoint);
  const query = {
    client_id: clientId,
    redirect_uri: callback,
    response_type: 'code',
    scope: signInScope,
    state: random(),
    nonce: random(),
    code_challenge: createHash('sha256').update(random()).digest('base64url'),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  const mend = `Register a public client «${clientId}» with the authorization code flow, PKCE, and the redirect addresses ${callback} and ${PUBLIC_URL}/auth/silent-callback.`;
  try {
    const response = await fetch(address, { redirect: 'manual', signal });
    const location = response.headers.get('location');
    const to = location === null ? undefined : new URL(location, address).searchParams;
    const said = to?.get('error_description') ?? to?.get('error');
    if (response.status < 400 && !said) {
      return [good(`A sign-in of the client «${clientId}» begins.`)];
    }
    const how = said ?? `it answers ${response.status}`;
    return [fault(`The provider refuses a sign-in of «${clientId}» to ${callback}: ${how}.`, mend)];
  } catch (error) {
    return [fault(`A sign-in can’t begin: ${reasonOf(error)}`, mend)];
  }
}

/** Gets a token for the client that administers accounts, if there is one. */
async function lookAtAdministration(
  { token_endpoint }: Discovery,
  { OIDC_ADMIN_CLIENT_ID: id, OIDC_ADMIN_CLIENT_SECRET: secret = '' }: Provider,
  signal: AbortSignal,
): Promise<Finding[]> {
  if (id === undefined) return [];
  const mend =
    'Compare OIDC_ADMIN_CLIENT_ID and OIDC_ADMIN_CLIENT_SECRET with the client, whose service account has to be on.';
  try {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: id,
      client_secret: secret,
    });
    const response = await fetch(token_endpoint, { method: 'POST', body, signal });
    if (response.ok) return [good(`The client «${id}», which administers accounts, gets a token.`)];
    return [fault(`The provider refuses the client «${id}»: ${response.status}.`, mend)];
  } catch (error) {
    return [fault(`The client «${id}» can’t be tried: ${reasonOf(error)}`, mend)];
  }
}
