import type { JWK } from 'jose';
import { type Configuration, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import type { Statements } from '../../database/statements.ts';
import { hasRested, idleSeconds } from '../portalSessions.repository.ts';
import { createCookieSettings } from './cookies.ts';
import { type PageSettings, textsOf } from './interactions.ts';
import { type ProviderKeys, signingAlgorithm } from './keys.repository.ts';
import { renderMessage } from './pages.ts';
import { createPayloadAdapter } from './payload.repository.ts';
import { type OnReused, watchReuse } from './refreshTokens.ts';
import { findProviderAccount, type ProviderAccount } from './signIn.repository.ts';
import { answerSignedOut, answerSignOut, type OnSignOut } from './signOut.ts';
import { pageLanguages } from './texts.ts';

export const accessTokenSeconds = 300;
/** A working day: then the password is asked for again, however busy the session was. */
const sessionSeconds = 12 * 3600;
/** Below which path the provider answers. */
export const mount = '/oidc';
// The name by which oidc-provider knows the API; tokens carry the audience instead.
const apiResource = 'urn:meterhouse:api';

export interface ProviderSettings {
  readonly publicUrl: string;
  readonly clientId: string;
  readonly audience: string;
  readonly keys: ProviderKeys;
  readonly statements: Statements;
}

/** How oidc-provider is to behave: one public client, PKCE, rotation, no outgoing requests. */
export function createConfiguration(
  settings: ProviderSettings,
  pages: PageSettings,
  onSignOut: OnSignOut,
  onReused: OnReused,
): Configuration {
  const { publicUrl, clientId, audience, keys, statements } = settings;
  const policy = interactionPolicy.base();
  // Our own client needs no consent: see loadExistingGrant.
  policy.remove('consent');
  policy.get('login')?.checks.add(
    new interactionPolicy.Check('idle', 'It rested for too long', 'login_required', async (ctx) => {
      const { session, result } = ctx.oidc;
      if (!session?.accountId || result?.login) return false;
      const { uid: sid, accountId: subject, loginTs: signedInAt = 0 } = session;
      return hasRested(statements, { sid, subject, signedInAt });
    }),
  );

  return {
    adapter: watchReuse(statements, createPayloadAdapter(statements), onReused),
    clients: [
      {
        client_id: clientId,
        client_name: 'Meterhouse',
        application_type: 'web',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: [`${publicUrl}/auth/callback`, `${publicUrl}/auth/silent-callback`],
        post_logout_redirect_uris: [`${publicUrl}/`],
        id_token_signed_response_alg: signingAlgorithm,
      },
    ],
    clientDefaults: { id_token_signed_response_alg: signingAlgorithm },
    enabledJWA: { idTokenSigningAlgValues: [signingAlgorithm] },
    jwks: { keys: keys.signing as (JWK & { kty: string })[] } as NonNullable<Configuration['jwks']>,
    cookies: { keys: [...keys.cookies], ...createCookieSettings(pages) },
    claims: { openid: ['sub'], profile: ['name', 'preferred_username', 'locale'] },
    // The user-info endpoint is off: the ID token says who signed in.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    discovery: { ui_locales_supported: pageLanguages },
    // Browsers name the origin of a POST even when it is the provider's own.
    clientBasedCORS: (_ctx, origin) => origin === new URL(publicUrl).origin,
    fetch: async (url) => {
      throw new Error(`The embedded identity provider asks nobody, yet was to fetch ${url}.`);
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => answerSignOut(ctx, form, pages, onSignOut),
        postLogoutSuccessSource: (ctx) => answerSignedOut(ctx, pages),
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => apiResource,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: '',
          audience,
          accessTokenTTL: accessTokenSeconds,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: signingAlgorithm } },
        }),
      },
    },
    ttl: {
      AccessToken: accessTokenSeconds,
      AuthorizationCode: 60,
      Grant: sessionSeconds,
      IdToken: accessTokenSeconds,
      Interaction: 3600,
      // Each renewal brings a new one: a page that is open renews long before.
      RefreshToken: idleSeconds,
      Session: (_ctx, { loginTs }) => secondsLeft(loginTs),
    },
    interactions: { policy, url: (_ctx, interaction) => `${mount}/interaction/${interaction.uid}` },
    loadExistingGrant: (ctx) => ensureGrant(ctx, clientId),
    findAccount: async (_ctx, subject) => {
      const account = await findProviderAccount(statements, { subject });
      if (!account) return undefined;
      const { name, language: locale } = account;
      const claims = { sub: subject, name, preferred_username: account.username, locale };
      return { accountId: subject, claims: () => claims };
    },
    extraTokenClaims: async (_ctx, token) => {
      const subject = 'accountId' in token ? token.accountId : undefined;
      const account = subject ? await findProviderAccount(statements, { subject }) : undefined;
      const sid = 'sessionUid' in token ? token.sessionUid : undefined;
      return account && { ...displayClaims(account), ...(sid && { sid }) };
    },
    renderError: (ctx, out) => {
      const texts = textsOf(ctx, (ctx.oidc?.params ?? ctx.query) as Record<string, unknown>);
      const { errorTitle: title, errorText: text } = texts;
      ctx.type = 'html';
      ctx.body = renderMessage({ ...pages, texts, title, text, code: out.error });
    },
  };
}

/** Until a session ends that began with the sign-in at `loginTs`: its use makes it no longer. */
function secondsLeft(loginTs: number | undefined): number {
  const now = Math.floor(Date.now() / 1000);
  return Math.max(1, (loginTs ?? now) + sessionSeconds - now);
}

/** Claims of access tokens that are only for display. */
export function displayClaims({ username, roles }: ProviderAccount) {
  return { preferred_username: username, groups: roles };
}

/** The grant of this session, made without asking, since the client is the portal itself. */
async function ensureGrant(ctx: KoaContextWithOIDC, clientId: string) {
  const { session, provider } = ctx.oidc;
  if (!session?.accountId) return undefined;
  const grantId = session.grantIdFor(clientId);
  const existing = grantId ? await provider.Grant.find(grantId) : undefined;
  // A grant that would end before the session is replaced; its refresh tokens live on till then.
  if (existing && existing.accountId === session.accountId && !isHalfOver(existing))
    return existing;
  const grant = new provider.Grant({ accountId: session.accountId, clientId });
  grant.addOIDCScope('openid profile');
  await grant.save();
  return grant;
}

function isHalfOver(grant: { exp?: number | undefined }): boolean {
  return (grant.exp ?? 0) - Date.now() / 1000 < sessionSeconds / 2;
}
