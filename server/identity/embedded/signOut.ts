import type { KoaContextWithOIDC } from 'oidc-provider';
import { createCookieSettings } from './cookies.ts';
import { type PageSettings, textsOf } from './interactions.ts';
import { renderMessage, renderSignOut } from './pages.ts';

/** Hears whose session ends, while the context still knows. */
export type OnSignOut = (ctx: KoaContextWithOIDC) => Promise<void>;

/**
 * Ends the session without a question when the request carries an ID token of the very person who
 * is signed in: nobody else has one, so the question would protect from nothing. oidc-provider's own
 * way is a form that a script submits, which our CSP forbids. Else it asks.
 */
export async function answerSignOut(
  ctx: KoaContextWithOIDC,
  form: string,
  pages: PageSettings,
  onSignOut: OnSignOut,
): Promise<void> {
  const { session, entities } = ctx.oidc;
  const hint = entities.IdTokenHint as { payload: { sub?: string } } | undefined;
  if (hint && session && hint.payload.sub === session.accountId) {
    await endSession(ctx, pages, onSignOut);
    redirectBack(ctx);
    return;
  }
  ctx.body = renderSignOut({ ...pages, texts: textsOf(ctx, ctx.oidc.params ?? {}), form });
}

/**
 * Sends a visitor whose session had already ended straight back, in place of the self-submitting
 * form that oidc-provider has just written.
 */
export async function skipNeedlessSignOut(
  ctx: KoaContextWithOIDC,
  next: () => Promise<unknown>,
): Promise<void> {
  await next();
  const isSignOut = ctx.oidc?.route === 'end_session' && ctx.status === 200;
  if (isSignOut && ctx.oidc.session?.accountId === undefined) redirectBack(ctx);
}

/**
 * Who signs in while another account is still signed in in this browser, as in a second tab, takes
 * its place: oidc-provider has just asked for a sign-out, again by a form that a script submits.
 */
export async function replaceSession(
  ctx: KoaContextWithOIDC,
  next: () => Promise<unknown>,
  pages: PageSettings,
  onSignOut: OnSignOut,
): Promise<void> {
  await next();
  const { Interaction: interaction } = ctx.oidc?.entities ?? {};
  const { accountId } = ctx.oidc?.session ?? {};
  const named = interaction?.result?.login?.accountId;
  if (!interaction || !accountId || !named || named === accountId) return;
  await endSession(ctx, pages, onSignOut);
  // Resumed once more, now in a session of its own.
  ctx.redirect(interaction.returnTo);
  ctx.status = 303;
}

export async function answerSignedOut(
  ctx: KoaContextWithOIDC,
  { mount, portalUrl }: PageSettings,
): Promise<void> {
  const texts = textsOf(ctx, ctx.oidc.params ?? {});
  const { signedOutTitle: title, signedOutText: text } = texts;
  ctx.type = 'html';
  ctx.body = renderMessage({ texts, mount, title, text, portalUrl });
}

async function endSession(
  ctx: KoaContextWithOIDC,
  pages: PageSettings,
  onSignOut: OnSignOut,
): Promise<void> {
  const { session, provider } = ctx.oidc;
  if (!session) return;
  await onSignOut(ctx);
  for (const { grantId } of Object.values(session.authorizations ?? {})) {
    if (!grantId) continue;
    await provider.RefreshToken.revokeByGrantId(grantId);
    await provider.AuthorizationCode.revokeByGrantId(grantId);
    const grant = await provider.Grant.find(grantId);
    await grant?.destroy();
  }
  await session.destroy();
  const { long } = createCookieSettings(pages);
  // Instead of the one that oidc-provider may have written already.
  ctx.cookies.set(provider.cookieName('session'), null, { ...long, overwrite: true });
}

/** `post_logout_redirect_uri` was checked against the client's list by oidc-provider. */
function redirectBack(ctx: KoaContextWithOIDC): void {
  const { post_logout_redirect_uri: target, state } = ctx.oidc.params ?? {};
  const url = new URL(typeof target === 'string' ? target : ctx.oidc.urlFor('end_session_success'));
  if (typeof target === 'string' && typeof state === 'string') url.searchParams.set('state', state);
  ctx.redirect(url.href);
  ctx.status = 303;
}
