import { AppError } from '../../errors.ts';
import { said } from '../../said.ts';
import type { Session } from '../../session.ts';
import { type AccountDeps, fieldFault } from './accountDeps.ts';

/** So fresh a sign-in at a provider is as good as typing the password again. */
const freshSeconds = 300;

export interface GivenProof {
  readonly currentPassword?: string | undefined;
  /** Of the app, or a recovery code. */
  readonly code?: string | undefined;
}

/** Asks who is signed in to prove that it is still them; all throw TOO_MANY_REQUESTS. */
export function createProof({ identity, limits, now }: AccountDeps) {
  const { directory } = identity;

  const guard = (session: Session, look: () => Promise<void>): Promise<void> =>
    limits.attempt('password', String(session.accountId), look);

  async function requirePassword(
    { user }: Session,
    { currentPassword }: GivenProof,
  ): Promise<void> {
    // At a foreign provider the sign-in itself has to do.
    if (!directory.checkPassword) return;
    if (await directory.checkPassword(user.userId, currentPassword ?? '')) return;
    throw fieldFault('currentPassword', 'currentPassword', said('field.notPassword'));
  }

  return {
    /** Throws VALIDATION_FAILED for another password. */
    password: (session: Session, given: GivenProof): Promise<void> =>
      guard(session, () => requirePassword(session, given)),

    /**
     * Password and second factor, where the portal knows them; elsewhere a fresh sign-in at the
     * provider. Throws VALIDATION_FAILED for wrong ones, PROOF_REQUIRED without a fresh sign-in.
     */
    async passwordAndCode(session: Session, given: GivenProof): Promise<void> {
      const { totp } = directory;
      if (!totp) {
        const since = now().getTime() / 1000 - (session.authenticatedAt ?? 0);
        if (since > freshSeconds) throw proofRequired();
        return;
      }
      await guard(session, async () => {
        await requirePassword(session, given);
        if (await totp.accept(session.accountId, given.code ?? '', now())) return;
        throw fieldFault('code', 'totpCode', said('field.neitherCode'));
      });
    },
  };
}

export function proofRequired(): AppError {
  return new AppError(
    'PROOF_REQUIRED',
    'This needs a fresh proof that it is you. Give password and code; where the identity provider keeps them, sign out, sign in again and try within five minutes.',
  );
}
