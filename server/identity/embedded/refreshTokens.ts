import Provider, { type Adapter, errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { Statements } from '../../database/statements.ts';
import { consumeRefreshToken, findFirstUse } from './refreshTokens.repository.ts';

/** A page repeats a renewal whose answer was lost after 5, 10, 20 and 30 seconds. */
const lostAnswerSeconds = 60;

/** Ends a session of which a refresh token has come twice. */
export type OnReused = (
  session: { readonly subject: string; readonly sid: string },
  ctx: KoaContextWithOIDC | undefined,
) => Promise<void>;

/**
 * Lets a refresh token be used once. When it comes again, two have it, and nobody knows which of them
 * is its owner: the whole session ends (RFC 9700 §4.14.2). An answer that was lost is no second owner:
 * for a minute the browser that renewed may do so again when it shows the session's cookie both times.
 * That gives nobody more than the cookie gives by itself, for a silent sign-in takes it, too.
 */
export function watchReuse(
  statements: Statements,
  adapterOf: (model: string) => Adapter,
  onReused: OnReused,
): (model: string) => Adapter {
  const sessions = adapterOf('Session');

  /** Scripts can't read the cookie, so who took a token out of a page hasn't got it. */
  async function isOwnBrowser(sessionUid: string): Promise<boolean> {
    const { oidc } = Provider.ctx ?? {};
    const id = oidc?.cookies.get(oidc.provider.cookieName('session'), { signed: true });
    const session = id ? await sessions.find(id) : undefined;
    return session?.uid === sessionUid;
  }

  /** Whether a token that was used may be used once more; where not, its session is over. */
  async function mayRepeat(id: string): Promise<boolean> {
    const use = await findFirstUse(statements, id);
    // Whoever came at the same time has ended the session.
    if (!use) return false;
    const { accountId: subject, sessionUid: sid, isByOwnBrowser, secondsAgo } = use;
    if (isByOwnBrowser && secondsAgo < lostAnswerSeconds && (await isOwnBrowser(sid))) return true;
    await onReused({ subject, sid }, Provider.ctx);
    return false;
  }

  return (model) => {
    const adapter = adapterOf(model);
    if (model !== 'RefreshToken') return adapter;
    return {
      ...adapter,
      async find(id) {
        const found = await adapter.find(id);
        if (!found?.consumed || !(await mayRepeat(id))) return found;
        const { consumed: _, ...unused } = found;
        return unused;
      },
      async consume(id) {
        const { sessionUid } = Provider.ctx?.oidc.entities.RefreshToken ?? {};
        const isOwn = sessionUid !== undefined && (await isOwnBrowser(sessionUid));
        if (await consumeRefreshToken(statements, id, isOwn)) return;
        if (!(await mayRepeat(id))) throw new errors.InvalidGrant('already used');
      },
    };
  };
}
