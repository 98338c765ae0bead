import type { Configuration } from 'oidc-provider';
import type { PageSettings } from './interactions.ts';

type CookieSettings = Required<Pick<NonNullable<Configuration['cookies']>, 'long' | 'short'>> & {
  readonly names: Record<'session' | 'interaction' | 'resume', string>;
};

/**
 * The provider's cookies by names that tell browsers what to insist on, where the portal is at
 * https: no other host may set the session's. Those of a sign-in are kept apart by their paths,
 * which lets several tabs sign in at once; `__Host-` demands `/`, so theirs is `__Secure-`.
 */
export function createCookieSettings({
  mount,
  portalUrl,
}: Pick<PageSettings, 'mount' | 'portalUrl'>): CookieSettings {
  const isSecure = new URL(portalUrl).protocol === 'https:';
  const kept = { httpOnly: true, sameSite: 'lax', signed: true, secure: isSecure } as const;
  const [host, secure] = isSecure ? ['__Host-', '__Secure-'] : ['', ''];
  return {
    names: {
      session: `${host}meterhouse_session`,
      interaction: `${secure}meterhouse_interaction`,
      resume: `${secure}meterhouse_resume`,
    },
    long: { ...kept, path: isSecure ? '/' : mount },
    short: kept,
  };
}
