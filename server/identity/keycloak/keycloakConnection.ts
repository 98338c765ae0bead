import KeycloakAdminClient, { NetworkError } from '@keycloak/keycloak-admin-client';
import { getToken } from '@keycloak/keycloak-admin-client/lib/utils/auth.js';
import { AppError } from '../../errors.ts';
import type { KeycloakRealm } from './keycloakRealm.ts';

export interface KeycloakAccess {
  readonly realm: KeycloakRealm;
  readonly clientId: string;
  readonly clientSecret: string;
  /** How long one request may take. */
  readonly timeoutMs?: number;
}

/**
 * Makes one request of Keycloak's administration. Throws UNAVAILABLE while it can't be reached or
 * doesn't let us in, and a `Refusal` when it doesn't do what is asked.
 */
export type Ask = <T>(request: (client: KeycloakAdminClient) => Promise<T>) => Promise<T>;

/** Keycloak understood what it was asked, and won't do it. */
export class Refusal extends Error {
  readonly status: 400 | 404 | 409;
  /** Keycloak's own word for it, such as `invalidPasswordHistoryMessage`. */
  readonly reason: string;
  /** The attribute of the user that is at fault. */
  readonly field: string | undefined;

  constructor(status: Refusal['status'], body: unknown) {
    // Several faults at once come as a list: the first one stands for all.
    const { errors = [body] } = (body ?? {}) as { errors?: unknown[] };
    const { error, errorMessage, field } = (errors[0] ?? {}) as Record<string, unknown>;
    const reason = [error, errorMessage].find((text) => typeof text === 'string') ?? '';
    super(`Keycloak answered ${status} ${reason}`.trim());
    this.name = 'Refusal';
    this.status = status;
    this.reason = String(reason);
    this.field = typeof field === 'string' ? field : undefined;
  }
}

const defaultTimeoutMs = 10_000;
/** A token with less left might run out on its way. */
const minimumValidityMs = 15_000;

interface Token {
  readonly value: string;
  readonly expiresAt: number;
}

/** A connection that signs in by client credentials when it is first used, and anew before that ends. */
export function connectKeycloak(access: KeycloakAccess): Ask {
  const { realm, clientId, clientSecret, timeoutMs = defaultTimeoutMs } = access;
  let token: Token | undefined;
  let signingIn: Promise<Token> | undefined;

  return async (request) => {
    const first = await findToken();
    try {
      return await request(open(first));
    } catch (error) {
      if (!isUnauthorized(error)) throw translate(error);
    }
    // Its session was ended, or Keycloak has new keys.
    if (token === first) token = undefined;
    const second = await findToken();
    try {
      return await request(open(second));
    } catch (error) {
      throw translate(error);
    }
  };

  /** One each request, for a time limit starts when it is made. */
  function open({ value }: Token): KeycloakAdminClient {
    const { baseUrl, name: realmName } = realm;
    const client = new KeycloakAdminClient({ baseUrl, realmName, requestOptions: limits() });
    client.setAccessToken(value);
    return client;
  }

  function limits(): RequestInit {
    // Whoever redirects might be somebody else.
    return { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' };
  }

  async function findToken(): Promise<Token> {
    if (token && token.expiresAt - Date.now() >= minimumValidityMs) return token;
    signingIn ??= signIn().finally(() => {
      signingIn = undefined;
    });
    return signingIn;
  }

  async function signIn(): Promise<Token> {
    const askedAt = Date.now();
    try {
      const { accessToken, expiresIn } = await getToken({
        baseUrl: realm.baseUrl,
        realmName: realm.name,
        credentials: { grantType: 'client_credentials', clientId, clientSecret },
        requestOptions: limits(),
      });
      token = { value: accessToken, expiresAt: askedAt + Number(expiresIn) * 1000 };
      return token;
    } catch (error) {
      const isRefused = error instanceof NetworkError && error.response.status < 500;
      if (!isRefused) throw translate(error);
      throw unavailable(
        `refuses the client «${clientId}»: compare OIDC_ADMIN_CLIENT_ID and OIDC_ADMIN_CLIENT_SECRET with the realm «${realm.name}»`,
        error,
      );
    }
  }

  function translate(error: unknown): Error {
    if (!(error instanceof NetworkError)) return unavailable("can't be reached", error);
    const { status } = error.response;
    if (status === 400 || status === 404 || status === 409) {
      return new Refusal(status, error.responseData);
    }
    if (status === 403) {
      return unavailable(
        `doesn't let the client «${clientId}» manage users: give its service account the role manage-users of realm-management`,
        error,
      );
    }
    return unavailable(`answered ${status}`, error);
  }

  function unavailable(what: string, cause: unknown): AppError {
    return new AppError('UNAVAILABLE', `Keycloak at ${realm.baseUrl} ${what}.`, { cause });
  }
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof NetworkError && error.response.status === 401;
}
