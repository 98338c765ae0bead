/** Where a realm's administration is. */
export interface KeycloakRealm {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly name: string;
}

/** Keycloak and the realm behind an issuer `https://host/realms/name`; undefined for any other. */
export function findKeycloakRealm(issuer: string): KeycloakRealm | undefined {
  const [, baseUrl, name] = /^(https?:\/\/[^?#]+)\/realms\/([^/?#%]+)$/.exec(issuer) ?? [];
  if (baseUrl === undefined || name === undefined) return undefined;
  return { baseUrl, name };
}
