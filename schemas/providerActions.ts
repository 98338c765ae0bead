/** What an identity provider can be asked to let its user do (Keycloak's `kc_action`). */
export const providerActions = ['CONFIGURE_TOTP', 'UPDATE_PASSWORD'] as const;
export type ProviderAction = (typeof providerActions)[number];
