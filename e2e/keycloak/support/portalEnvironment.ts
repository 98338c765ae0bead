/** Set by `npm run e2e:keycloak`, see scripts/keycloak.mjs. */
const { E2E_PORT = '', E2E_DATA_DIR = '', KEYCLOAK_URL, ...environment } = process.env;
const { OIDC_ADMIN_CLIENT_ID = '', OIDC_ADMIN_CLIENT_SECRET = '' } = environment;

/** Of the portal, and of commands that are to find it. */
export const portalEnvironment = {
  HOST: '127.0.0.1',
  PORT: E2E_PORT,
  PUBLIC_URL: `http://127.0.0.1:${E2E_PORT}`,
  DATA_DIR: E2E_DATA_DIR,
  OIDC_ISSUER: `${KEYCLOAK_URL}/realms/meterhouse`,
  OIDC_ADMIN_CLIENT_ID,
  OIDC_ADMIN_CLIENT_SECRET,
  // Its accounts wait for their owners' first sign-in at Keycloak.
  DEMO: 'on',
};
